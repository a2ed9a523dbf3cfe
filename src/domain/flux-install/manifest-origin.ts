import { FluxInstallError } from './flux-install-error.ts'
import { controllerImage } from './controller.ts'
import type { FluxVersion } from './read-flux-version.ts'
import { type FluxManifests, type FluxObject, describeFluxObject } from './sort-flux-manifests.ts'
import type { FluxComponent } from './flux-component.ts'

/** Where manifests come from: a release, or a run of the installer over one. */
export interface ManifestOrigin {
  /** The namespace that the manifests are for. */
  readonly namespace: string
  /** Whether the installer has been over them: what it has added must be taken back first. */
  readonly isInstalled: boolean
}

const VERSION = 'app.kubernetes.io/version'

// Their minor version is that of Flux; all others have numbers of their own.
const inStep: readonly FluxComponent[] = [
  'source-controller',
  'kustomize-controller',
  'notification-controller',
]

/** Tells where manifests come from, or throws a FluxInstallError if that is another version of Flux. */
export function findOrigin(manifests: FluxManifests, wanted: FluxVersion): ManifestOrigin {
  const stamped = manifests.all.filter(({ labels }) => labels[VERSION] !== undefined)
  const other = stamped.find(({ labels }) => labels[VERSION] !== wanted.label)
  if (other) throw wrongStamp(other, wanted)
  checkImages(manifests.components, wanted)
  return { namespace: manifests.namespace?.name ?? 'flux-system', isInstalled: stamped.length > 0 }
}

function wrongStamp(object: FluxObject, { label }: FluxVersion): FluxInstallError {
  const found = object.labels[VERSION]
  const other = typeof found === 'string' ? `of Flux ${found}` : 'of another version of Flux'
  const reason = `${describeFluxObject(object)} is ${other}, as its label says, not of ${label}`
  return new FluxInstallError('WRONG_VERSION', reason, { index: object.index })
}

// A release does not say its version. Only if all that is known points to another one, it is another one.
function checkImages(components: FluxManifests['components'], { version, label }: FluxVersion): void {
  const minors = new Set(inStep.flatMap(name => (components.get(name) ?? []).flatMap(imageMinor)))
  const [minor] = minors
  if (minors.size !== 1 || minor === undefined || minor === version.minor) return
  throw new FluxInstallError('WRONG_VERSION', `the images are those of Flux 2.${minor}, not of ${label}`)
}

function imageMinor(object: FluxObject): readonly bigint[] {
  if (object.kind !== 'Deployment') return []
  const [, minor] = /:v1\.([0-9]{1,9})\.[0-9]/.exec(controllerImage(object)) ?? []
  return minor === undefined ? [] : [BigInt(minor)]
}
