import { type FluxManifest, isMapping } from '../envsubst/flux/manifest.ts'
import { escapeAsGo } from '../text/quote-as-go.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import { mappingAt, manifestValueAt } from './edit-manifest.ts'
import { type FluxComponent, isFluxComponent } from './flux-component.ts'
import { FluxInstallError } from './flux-install-error.ts'

/** An object of a release, and which of the given ones it is. */
export interface FluxObject {
  readonly manifest: FluxManifest
  readonly kind: string
  readonly name: string
  readonly labels: FluxManifest
  readonly index: number
}

/** The manifests of a release, sorted by what decides whether and how an object is installed. */
export interface FluxManifests {
  readonly all: readonly FluxObject[]
  readonly namespace: FluxObject | undefined
  readonly policies: readonly FluxObject[]
  /** What all components share: roles, their bindings, and the quota. */
  readonly shared: readonly FluxObject[]
  readonly components: ReadonlyMap<FluxComponent, readonly FluxObject[]>
}

// No name of an object is longer.
const MAX_SHOWN = 253

const COMPONENT = 'app.kubernetes.io/component'
const sharedKinds: ReadonlySet<string> = new Set(['ClusterRole', 'ClusterRoleBinding', 'ResourceQuota'])

/**
 * Sorts the objects of a release, or throws a FluxInstallError if they are not those of one.
 *
 * A component that is not known is left out, as one that was not asked for; any other object that is not known is an
 * error, since nobody could say whether it belongs into the installation.
 */
export function sortFluxManifests(values: readonly YamlValue[]): FluxManifests {
  const objects = values.map(readObject)
  const components = byComponent(objects)
  if (components.size === 0) {
    const reason = 'no object is labelled as a component of Flux; give install.yaml of a release'
    throw new FluxInstallError('NOT_FLUX', reason)
  }
  const rest = objects.filter(({ labels }) => labels[COMPONENT] === undefined)
  const unexpected = rest.find(({ kind }) => !isSharedKind(kind))
  if (unexpected) throw unexpectedObject(unexpected)
  return {
    all: objects,
    namespace: rest.find(({ kind }) => kind === 'Namespace'),
    policies: rest.filter(({ kind }) => kind === 'NetworkPolicy'),
    shared: rest.filter(({ kind }) => sharedKinds.has(kind)),
    components,
  }
}

function byComponent(objects: readonly FluxObject[]): ReadonlyMap<FluxComponent, readonly FluxObject[]> {
  const components = new Map<FluxComponent, FluxObject[]>()
  for (const object of objects) {
    const component = object.labels[COMPONENT]
    if (!isFluxComponent(component)) continue
    const those = components.get(component) ?? []
    those.push(object)
    components.set(component, those)
  }
  return components
}

/** Names an object in a message: on one line, whatever it is called. */
export function describeFluxObject({ kind, name }: Pick<FluxObject, 'kind' | 'name'>): string {
  return escapeAsGo(`${kind.slice(0, MAX_SHOWN)} ${name.slice(0, MAX_SHOWN)}`)
}

function readObject(value: YamlValue, index: number): FluxObject {
  if (!isMapping(value))
    throw new FluxInstallError('BAD_OBJECT', `object ${index + 1} is not a mapping`, { index })
  const { kind } = value
  const name = manifestValueAt(value, ['metadata', 'name'])
  if (typeof kind !== 'string' || typeof name !== 'string') {
    throw new FluxInstallError('BAD_OBJECT', `object ${index + 1} has no kind or no name`, { index })
  }
  return { manifest: value, kind, name, index, labels: mappingAt(value, ['metadata', 'labels']) }
}

function isSharedKind(kind: string): boolean {
  return kind === 'Namespace' || kind === 'NetworkPolicy' || sharedKinds.has(kind)
}

function unexpectedObject(object: FluxObject): FluxInstallError {
  const reason = `${describeFluxObject(object)} is not part of a Flux release`
  return new FluxInstallError('UNEXPECTED_OBJECT', reason, { index: object.index })
}
