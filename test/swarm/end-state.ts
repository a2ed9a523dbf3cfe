import { names } from '../../src/domain/api/api-names.ts'
import { isFields } from '../../src/domain/object/fields.ts'
import { oncePerObject } from '../../src/domain/object/once-per-object.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { isTrue } from '../../src/simulator/models/conditions.ts'
import { kindKey } from '../../src/simulator/kinds/kind.ts'
import type { Store } from '../../src/simulator/store/store.ts'
import type { Scene } from './scene.ts'

// What may differ between two runs that came to the same: when, in which version, and under which identifier.
const masked: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'deletionTimestamp',
  'generation',
  'lastAppliedTime',
  'lastTransitionTime',
  'lastUpdateTime',
  'managedFields',
  'nodeName',
  'observedGeneration',
  'openedAt',
  'readyAt',
  'resourceVersion',
  'since',
  'startTime',
  'uid',
])

/** Whatever is in a fleet at its end: a text for each object, by its server, kind and name. */
export type EndState = ReadonlyMap<string, string>

/** Returns how a fleet ends, but for times, versions and identifiers. */
export function endOf({ fleet, names, moved }: Scene): EndState {
  const uids = new Map<string, string>()
  for (const { metadata } of fleet.management.table(clusters).objects())
    uids.set(metadata.uid ?? '', `uid-of-${metadata.name}`)
  for (const name of names) {
    const workload = fleet.workloads.get(`default/${name}`)
    const system = workload?.table({ group: '', plural: 'namespaces' }).get('kube-system')
    uids.set(system?.metadata.uid ?? '', `identity-of-${name}`)
  }
  const servers = [['management', fleet.management] as const, ...fleet.workloads]
  const entries = servers.flatMap(([server, store]) => entriesOf(server, store, { uids, moved }))
  return new Map(entries.map(([key, text]) => [key, isOfMoved(key, moved) ? asOpenedByFitout(text) : text]))
}

// The gates of a Cluster that was moved were opened by whoever moved it, as far as anybody can tell.
function isOfMoved(key: string, moved: ReadonlySet<string>): boolean {
  const [, kind = '', place = ''] = key.split(' ')
  return kind.startsWith('clusterfitouts.') && moved.has(place.replace(/^.*\//, ''))
}

function asOpenedByFitout(text: string): string {
  return text.replaceAll('"openedBy":"External"', '"openedBy":"Fitout"')
}

const clusters = { group: 'cluster.x-k8s.io', plural: 'clusters' }

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

interface Known {
  /** What to call an identifier. */
  readonly uids: ReadonlyMap<string, string>
  readonly moved: ReadonlySet<string>
}

function entriesOf(
  server: string,
  store: Store,
  { uids, moved }: Known,
): readonly (readonly [string, string])[] {
  const named = (text: string): string => text.replaceAll(uuid, uid => uids.get(uid) ?? uid)
  return store.kinds.all().flatMap(kind =>
    isTold(kind)
      ? [...store.table(kind).objects()].filter(isLasting).map(object => {
          const isOfMovedOne = object.kind === BINDING && moved.has(object.metadata.name)
          const { text, hasUids } = maskedText(isOfMovedOne ? withoutGoneSets(object, store) : object)
          const name = `${server} ${kindKey(kind)} ${nameOf(object)}`
          return [named(name), hasUids ? named(text) : text] as const
        })
      : [],
  )
}

const BINDING = 'ClusterResourceSetBinding'

// Cluster API takes a set that is deleted out of the bindings of the clusters that it selects, and of no others: a set that
// selected a cluster by the UID that it had before its move stays in the binding.
function withoutGoneSets(binding: KubeObject, store: Store): KubeObject {
  const sets = store.table({ group: 'addons.cluster.x-k8s.io', plural: 'clusterresourcesets' })
  const isThere = (name: unknown) => sets.get(`${binding.metadata.namespace}/${String(name)}`) !== undefined
  const spec = Object(binding['spec']) as { readonly bindings?: readonly Readonly<Record<string, unknown>>[] }
  const bindings = spec.bindings?.filter(({ clusterResourceSetName }) => isThere(clusterResourceSetName))
  const { ownerReferences = [], ...metadata } = binding.metadata
  const owners = ownerReferences.filter(({ kind, name }) => kind !== 'ClusterResourceSet' || isThere(name))
  return { ...binding, metadata: { ...metadata, ownerReferences: owners }, spec: { ...spec, bindings } }
}

// Events and leases tell of the way and not of its end.
function isTold({ kind }: { readonly kind: string }): boolean {
  return kind !== 'Event' && kind !== 'Lease'
}

// Credentials are rotated, and lead to the same place.
function isLasting({ kind, metadata }: KubeObject): boolean {
  return kind !== 'Secret' || !metadata.name.endsWith('-kubeconfig')
}

function nameOf({ metadata }: KubeObject): string {
  return [metadata.namespace, metadata.name].filter(Boolean).join('/')
}

interface MaskedText {
  readonly text: string
  readonly hasUids: boolean
}

// Objects are never changed, and most of them are asked for more than once.
const maskedText = oncePerObject((object: KubeObject): MaskedText => {
  const text = JSON.stringify(mask(plainly(object)))
  return { text, hasUids: text.search(uuid) >= 0 }
})

/** What is handed over holds the identifier of its Cluster, in base64; which sets own a source is Cluster API's affair. */
function plainly(object: KubeObject): KubeObject {
  if (object.kind === 'ConfigMap') return withoutSets(object)
  if (object.kind === 'Cluster') return withoutShard(object)
  // A release that got other values on its way was upgraded to what others began with.
  if (object.kind === 'HelmRelease') return { ...object, status: { isReady: isTrue(object, 'Ready') } }
  const { data } = object
  if (object.kind !== 'Secret' || !isFields(data)) return object
  const decoded = Object.entries(data).map(([name, value]) => [name, atob(String(value))])
  return { ...withoutSets(object), data: Object.fromEntries(decoded) }
}

// Whose controller works on a cluster is nothing about what it comes to.
function withoutShard(cluster: KubeObject): KubeObject {
  const labels = Object.entries(cluster.metadata.labels ?? {}).filter(([key]) => key !== names.shardLabel)
  return { ...cluster, metadata: { ...cluster.metadata, labels: Object.fromEntries(labels) } }
}

function withoutSets(object: KubeObject): KubeObject {
  const { ownerReferences = [], ...metadata } = object.metadata
  const owners = ownerReferences.filter(({ kind }) => kind !== 'ClusterResourceSet')
  return { ...object, metadata: { ...metadata, ownerReferences: owners } }
}

function mask(value: unknown): unknown {
  if (Array.isArray(value)) return inOrder(value.filter(isLastingItem).map(mask))
  if (!isFields(value)) return value
  // The hash of what is handed over is another one for another identifier.
  const isHandOver = typeof value['name'] === 'string' && value['name'].startsWith('fitout-')
  const kept = Object.keys(value).filter(name => !masked.has(name) && !(isHandOver && name === 'hash'))
  return Object.fromEntries(kept.toSorted().map(name => [name, mask(value[name])]))
}

// What Cluster API says of its own probe is owned by nobody here, and goes when Fitout takes its condition back.
function isLastingItem(item: unknown): boolean {
  return !isFields(item) || item['type'] !== 'RemoteConnectionProbe'
}

// Lists by name or type are in the order in which their items came.
function inOrder(items: readonly unknown[]): readonly unknown[] {
  const isKeyed = items.every(item => isFields(item) && keys.some(key => key in item))
  return isKeyed ? items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items
}

const keys = ['type', 'clusterResourceSetName', 'name', 'hash']
