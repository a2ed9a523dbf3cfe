import { names as own } from '../../src/domain/api/api-names.ts'
import type { KubeObject, OwnerReference } from '../../src/engine/api/kube-object.ts'
import { pick } from '../../src/simulator/clock/seeded-random.ts'
import { putByModel, writeByModel } from '../../src/simulator/models/model-write.ts'
import { at, fieldsAt, listAt } from '../check/history/fields.ts'
import { isPaused, isThere } from './cluster-state.ts'
import { changeCluster, setPaused } from './hands.ts'
import type { Scene, Trouble } from './scene.ts'
import { without } from './without.ts'

/** From the pause to the move. */
const MOVE_MS = 4_000

/** A user makes a Cluster from the manifest of another one, with the address of its hand-overs. */
export const copyAddress: Trouble = (scene, random) => {
  const [from = '', to = ''] = [pick(random, scene.names), pick(random, scene.names)]
  const address = scene.cluster(from)?.metadata.labels?.[own.addresseeLabel]
  if (from === to || address === undefined || !isThere(scene.cluster(to))) return undefined
  setAddress(scene, to, address)
  return () => {
    const current = scene.cluster(to)?.metadata.labels?.[own.addresseeLabel]
    if (current === address) setAddress(scene, to, undefined)
    applyAgain(scene, to)
    touch(scene, to)
  }
}

function setAddress(scene: Scene, name: string, address: string | undefined): void {
  changeCluster(scene, name, cluster => {
    const others = without(cluster.metadata.labels ?? {}, own.addresseeLabel)
    const labels = address === undefined ? others : { ...others, [own.addresseeLabel]: address }
    return { ...cluster, metadata: { ...cluster.metadata, labels } }
  })
}

/**
 * Puts right what reached the wrong cluster: its binding forgets the strange set, and that its own values were applied, as
 * after `fitout retry`.
 */
function applyAgain({ fleet }: Scene, name: string): void {
  const { management } = fleet
  const kind = management.kinds.named('addons.cluster.x-k8s.io/v1beta2', 'ClusterResourceSetBinding')
  const binding = kind && management.find(kind, 'default', name)
  const { uid } =
    management.table({ group: 'cluster.x-k8s.io', plural: 'clusters' }).get(`default/${name}`)?.metadata ?? {}
  if (binding === undefined) return
  const isKept = (set: unknown) => !isHandOver(set) || String(set).startsWith(`fitout-${uid}-`)
  const bindings = listAt(binding, 'spec', 'bindings')
    .filter(entry => isKept(at(entry, 'clusterResourceSetName')))
    .map(entry => (isHandOver(at(entry, 'clusterResourceSetName')) ? unapplied(entry) : entry))
  const ownerReferences = binding.metadata.ownerReferences?.filter(owner => isKept(owner.name)) ?? []
  fleet.put({
    ...binding,
    metadata: { ...binding.metadata, ownerReferences },
    spec: { ...fieldsAt(binding, 'spec'), bindings },
  })
}

// Cluster API looks at a set again when the labels of one of its Clusters change.
function touch(scene: Scene, name: string): void {
  const before = scene.cluster(name)?.metadata.labels
  const setLabels = (labels: Readonly<Record<string, string>> = {}) =>
    changeCluster(scene, name, cluster => ({ ...cluster, metadata: { ...cluster.metadata, labels } }))
  setLabels({ ...before, 'example.com/retry': 'now' })
  setLabels(before)
}

function unapplied(entry: unknown): object {
  const resources = listAt(entry, 'resources').map(one => ({ ...fieldsAt(one), applied: false }))
  return { ...fieldsAt(entry), resources }
}

/** A Cluster is moved as `clusterctl move` does it: paused, recreated with all that it owns, and let continue. */
export const moveCluster: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  const cluster = scene.cluster(name)
  const isFree = !scene.lost.has(name) && !scene.astray.has(name)
  if (!isFree || !isThere(cluster) || isPaused(cluster) || !isMade(cluster)) return undefined
  const { uid } = cluster.metadata
  setPaused(scene, name, true)
  const move = (): void => {
    const found = scene.cluster(name)
    // One whose kubeconfig leads elsewhere by now would be taken for the other one.
    if (!isThere(found) || found.metadata.uid !== uid || scene.astray.has(name)) return
    scene.moved.add(name)
    scene.byHand(() => makeAnew(scene, found))
  }
  scene.fleet.clock.after(MOVE_MS, move)
  scene.cutShort.add(name)
  return () => {
    move()
    setPaused(scene, name, false)
  }
}

function isMade(cluster: KubeObject): boolean {
  return at(cluster, 'status', 'initialization', 'controlPlaneInitialized') === true
}

/** Makes a Cluster and what it owns again: other identifiers, the same content, and another owner of all fields. */
function makeAnew({ fleet }: Scene, cluster: KubeObject): void {
  const { management } = fleet
  const uids = new Map<string, string>()
  const owned = ownedBy(fleet, cluster)
  // Deleted without a trace on the one side, as if nobody had ever followed it.
  for (const { apiVersion, kind, metadata } of [cluster, ...owned]) {
    const found = management.kinds.named(apiVersion, kind)
    if (found) management.commit(found, { key: `${metadata.namespace}/${metadata.name}`, after: undefined })
  }
  for (const object of [cluster, ...owned]) {
    const { uid = '', ownerReferences = [], ...metadata } = withoutIdentity(object.metadata)
    const owners = ownerReferences.map((owner: OwnerReference) => ({
      ...owner,
      uid: uids.get(owner.uid) ?? owner.uid,
    }))
    const made = putByModel(management, {
      ...without(object, 'status'),
      metadata: { ...metadata, ownerReferences: owners },
    })
    uids.set(uid, made.metadata.uid ?? '')
    const kind = management.kinds.named(object.apiVersion, object.kind)
    // Cluster API finds out what it knew before; of what Fitout said nothing is left.
    if (kind && object.kind === 'Cluster')
      writeByModel(management, kind, { ...made, status: statusOf(object) })
  }
}

function ownedBy({ management }: Scene['fleet'], { metadata }: KubeObject): readonly KubeObject[] {
  const kinds = ['clusterresourcesets', 'clusterfitouts', 'clusterresourcesetbindings', 'secrets']
  const order = ({ kind }: KubeObject): number => kinds.indexOf(`${kind.toLowerCase()}s`)
  return management.kinds
    .all()
    .filter(({ plural }) => kinds.includes(plural))
    .flatMap(kind => [...management.table(kind).objects()])
    .filter(object => isOwned(object, metadata))
    .toSorted((a, b) => order(a) - order(b))
}

// A binding is owned by its sets, and goes by the name of its Cluster.
function isOwned({ kind, metadata }: KubeObject, cluster: KubeObject['metadata']): boolean {
  const isOfCluster = metadata.ownerReferences?.some(({ uid }) => uid === cluster.uid) === true
  return isOfCluster || (kind === 'ClusterResourceSetBinding' && metadata.name === cluster.name)
}

function isHandOver(set: unknown): boolean {
  return String(set).startsWith('fitout-')
}

function withoutIdentity(metadata: KubeObject['metadata']): KubeObject['metadata'] {
  return without(metadata, 'resourceVersion', 'creationTimestamp', 'generation', 'managedFields')
}

function statusOf(cluster: KubeObject): unknown {
  return without(Object(cluster['status']) as Readonly<Record<string, unknown>>, 'conditions')
}
