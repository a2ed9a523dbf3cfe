import { resolved } from '../apply/choose-files.ts'
import { compileLabelSelector } from '../labels/label-selector.ts'
import { matchesSelector } from '../labels/selector.ts'
import { SelectorError } from '../labels/selector-error.ts'
import type { BuiltObject } from '../lint/model/build.ts'
import { isResourceSet } from '../lint/model/carried-objects.ts'
import { isFluxKustomization } from '../lint/model/flux-kustomization.ts'
import type { LintObject } from '../lint/model/lint-object.ts'
import type { LintRepository } from '../lint/model/lint-repository.ts'
import { type Fields, isFields, itemsIn, partOf, textIn } from '../object/fields.ts'

/** A cluster, as far as it decides what is delivered to it. */
export interface Receiver {
  readonly namespace: string
  readonly name: string
  /** Its labels, and the gates that its Fitout opens. */
  readonly labels: Readonly<Record<string, string>>
  /** Folders of the repository that Flux on it applies, beside those that it is told of. */
  readonly folders: readonly string[]
}

/** Finds the objects that reach a cluster. */
export type FindDelivered = (receiver: Receiver) => ReadonlySet<LintObject>

/** The label that says for which cluster an object is, where CI applies it. */
const OWNER_LABEL = 'fitout.dev/cluster'

/** Looks through a repository once, so that many clusters can be asked about. */
export function deliveredObjects(repository: LintRepository): FindDelivered {
  const sets = builtSets(repository)
  const carried = groupDefined(repository.objects, ({ host }) => host)
  const sources = sourcesByName(repository)
  const remote = groupDefined(repository.objects, object => remoteClusterOf(object, repository))
  const labelled = groupDefined(repository.objects, ownerOf)
  const builds = new Map(repository.flux.map(({ object, build }) => [object, build?.objects ?? []]))
  const below = new Map<LintObject, ReadonlySet<LintObject>>()

  /** An object, and all that Flux on the same cluster makes of it. */
  const within = (object: LintObject): ReadonlySet<LintObject> => {
    const known = below.get(object)
    if (known) return known
    const found = new Set([object])
    below.set(object, found)
    const parts = [
      ...(carried.get(object) ?? []),
      ...(builds.get(object) ?? []).map(built => built.object),
      ...syncedBy(object, repository),
    ]
    for (const part of parts) for (const each of local(part) ? within(part) : []) found.add(each)
    return found
  }

  return ({ namespace, name, labels, folders }) => {
    const delivered = sets
      .filter(set => set.namespace === namespace && selects(set.object.content, labels))
      .flatMap(set => itemsIn(partOf(set.object.content, 'spec'), 'resources'))
      .flatMap(ref => sources.get(`${textIn(ref, 'kind')} ${namespace}/${textIn(ref, 'name')}`) ?? [])
    const starts = [
      ...delivered.flatMap(source => carried.get(source) ?? []),
      ...folders.flatMap(folder => repository.builder.folder(folder).objects.map(({ object }) => object)),
      ...(labelled.get(name) ?? []),
    ]
    const hub = remote.get(`${namespace}/${name}`) ?? []
    return new Set([...starts.filter(local), ...hub].flatMap(object => [...within(object)]))
  }
}

function builtSets(repository: LintRepository): readonly BuiltObject[] {
  return repository.objects
    .filter(isResourceSet)
    .flatMap(object => repository.instancesOf(object))
    .filter(({ isPatched }) => !isPatched)
}

function sourcesByName(repository: LintRepository): ReadonlyMap<string, readonly LintObject[]> {
  const found = new Map<string, LintObject[]>()
  for (const object of repository.objects) {
    if (object.apiVersion !== 'v1' || (object.kind !== 'ConfigMap' && object.kind !== 'Secret')) continue
    for (const { namespace, name } of repository.instancesOf(object)) {
      const key = `${object.kind} ${namespace}/${name}`
      found.set(key, [...(found.get(key) ?? []), object])
    }
  }
  return found
}

/** What the Flux Operator is told to apply to the cluster that it is on. */
function syncedBy({ kind, content }: LintObject, repository: LintRepository): readonly LintObject[] {
  if (kind !== 'FluxInstance') return []
  const path = textIn(partOf(partOf(content, 'spec'), 'sync'), 'path')
  const folder = path === '' ? undefined : resolved('', path.replace(/^\/+/, ''))
  if (folder === undefined || !repository.hasFolder(folder)) return []
  return repository.builder.folder(folder).objects.map(({ object }) => object)
}

/** The Cluster whose kubeconfig Flux on a hub is given. */
function remoteClusterOf(object: LintObject, repository: LintRepository): string | undefined {
  const secret = kubeConfigOf(object)
  if (secret === undefined || !secret.endsWith('-kubeconfig')) return undefined
  const [namespace = object.namespace] = repository.namespacesOf(object)
  return `${namespace}/${secret.slice(0, -'-kubeconfig'.length)}`
}

function local(object: LintObject): boolean {
  return kubeConfigOf(object) === undefined
}

function kubeConfigOf(object: LintObject): string | undefined {
  if (!isFluxKustomization(object) && object.kind !== 'HelmRelease') return undefined
  const config = partOf(object.content, 'spec')['kubeConfig']
  return isFields(config) ? textIn(partOf(config, 'secretRef'), 'name') : undefined
}

function ownerOf({ content }: LintObject): string | undefined {
  return textIn(partOf(partOf(content, 'metadata'), 'labels'), OWNER_LABEL) || undefined
}

/** Whether the clusterSelector of an object takes a cluster with these labels. */
export function selects(content: Fields, labels: Readonly<Record<string, string>>): boolean {
  const given = partOf(content, 'spec')['clusterSelector']
  try {
    return isFields(given) && matchesSelector(compileLabelSelector(given), labels)
  } catch (error) {
    if (error instanceof SelectorError) return false
    throw error
  }
}

function groupDefined<Key>(
  objects: readonly LintObject[],
  keyOf: (object: LintObject) => Key | undefined,
): ReadonlyMap<Key, readonly LintObject[]> {
  const groups = new Map<Key, LintObject[]>()
  for (const object of objects) {
    const key = keyOf(object)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(object)
    else groups.set(key, [object])
  }
  return groups
}
