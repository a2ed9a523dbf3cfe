import { groupBy } from '../../object/group-by.ts'
import { clusterOf } from '../../apply/ownership.ts'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import type { Labels } from '../../labels/selector.ts'
import { isFields, partOf, textIn } from '../../object/fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import type { ResourceSet } from '../../resource-set/resource-set.ts'
import { selectCluster } from '../../resource-set/select-cluster.ts'
import { folderOf } from '../../lint/model/kustomize-file.ts'
import { folderOfPath, isFluxKustomization } from '../../lint/model/flux-kustomization.ts'
import type { LintObject } from '../../lint/model/lint-object.ts'
import { renderedAsIs, type RenderedObject } from '../../kustomize/rendered.ts'
import { carriedBySet, handOverDeliveries } from './carried.ts'
import type { GitObject, Deliverer, ServerTarget } from './delivery.ts'
import type { ClusterOnSide, FleetSide, SnapshotClusters, RepositorySide } from './fleet-sides.ts'
import { deliveredOf, FleetWalk, type OpenTarget, syncOf } from './fleet-walk.ts'
import {
  fitoutFor,
  isOfManagement,
  ownLabelsOf,
  managementObjects,
  type ManagementObjects,
  plannedKubernetes,
} from './management-objects.ts'

/** What a side is read with. */
export interface SideFacts {
  readonly side: RepositorySide
  readonly known: SnapshotClusters
  /** The labels that Git gave each Cluster before, which a snapshot still has. */
  readonly labelsBefore?: ReadonlyMap<string, Labels> | undefined
  /** Whether a gate of a cluster is open, or will be. */
  readonly isOpen: (cluster: string, label: string) => boolean
}

/** Reads which objects reach which API server, as far as Git and the snapshot say it. */
export function readFleetSide(facts: SideFacts): FleetSide {
  const walk = new FleetWalk(facts.side)
  const names = clusterNames(facts)
  const roots = rootsOf(facts.side)
  const isOfCluster = (folder: string) => names.has(folder.split('/').at(-1) ?? '')
  // Management clusters first: they say in which namespaces the Clusters are.
  for (const root of roots.filter(({ folder }) => !isOfCluster(folder))) startAt(walk, root)
  if (!hasManagement(walk)) byHand(walk, facts.side)
  const clusters = new Map<string, ClusterOnSide>()
  const finding: Finding = { clusters, carried: new Map() }
  carry(walk, facts, finding)
  for (const root of roots.filter(({ folder }) => isOfCluster(folder))) startAt(walk, root, clusters)
  appliedByCi(walk, facts.side, clusters)
  carry(walk, facts, finding)
  return {
    targets: walk.targets,
    clusters,
    management: walk.management,
    notFollowed: [...walk.notFollowed.values()],
    hasFolder: facts.side.repository.hasFolder,
    isForCluster: object => clusterOfObject(object, clusters),
  }
}

function clusterNames({ side, known }: SideFacts): ReadonlySet<string> {
  const inGit = side.repository.objects.filter(isCluster).map(({ name }) => name)
  return new Set([...inGit, ...[...known.clusters.values()].map(({ name }) => name)])
}

function isCluster({ group, kind }: LintObject): boolean {
  return group === 'cluster.x-k8s.io' && kind === 'Cluster'
}

interface Root {
  readonly folder: string
  readonly object: RenderedObject
}

// A folder that a Kustomization or a FluxInstance inside of it applies.
function rootsOf({ repository }: RepositorySide): readonly Root[] {
  const own = repository.objects.filter(({ document, host }) => document !== undefined && !host)
  const found = own.flatMap(object => {
    const isInstance = object.group === 'fluxcd.controlplane.io' && object.kind === 'FluxInstance'
    if (!isInstance && !isFluxKustomization(object)) return []
    const rendered = isInstance ? syncOf(onceRendered(object)) : onceRendered(object)
    const folder = rendered && folderOfPath({ ...object, content: rendered.content })
    if (!rendered || folder === undefined || folder === '' || !isAround(folder, object.path)) return []
    return repository.hasFolder(folder) ? [{ folder, object: rendered }] : []
  })
  const sorted = found.toSorted((a, b) => a.folder.length - b.folder.length || (a.folder < b.folder ? -1 : 1))
  return sorted.filter(
    ({ folder }, index) => !sorted.slice(0, index).some(outer => isWithin(outer.folder, folder)),
  )
}

const onceRendered = oncePerObject(renderedAsIs)

function isAround(folder: string, path: string): boolean {
  return isWithin(folder, folderOf(path))
}

function isWithin(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`)
}

function startAt(
  walk: FleetWalk,
  { folder, object }: Root,
  clusters: ReadonlyMap<string, ClusterOnSide> = new Map(),
): void {
  walk.kustomization(walk.target(headOf(folder, clusters)), object)
}

function headOf(folder: string, clusters: ReadonlyMap<string, ClusterOnSide>) {
  const parts = folder.split('/')
  const name = parts.at(-1) ?? ''
  const named = [...clusters.values()].filter(one => one.name === name)
  const [cluster] = named.length > 1 ? named.filter(one => one.namespace === parts.at(-2)) : named
  if (!cluster) return { id: folder, kind: 'folder', namespace: '', name: folder } as const
  return { id: cluster.id, kind: 'cluster', namespace: cluster.namespace, name } as const
}

function hasManagement(walk: FleetWalk): boolean {
  return walk.management.size > 0
}

const HAND: Deliverer = {
  kind: 'nothing in Git',
  namespace: '',
  name: '',
  prunes: false,
  deletesOnDeletion: false,
  isSuspended: false,
  isForced: false,
}

// Someone applies them, and the repository does not say who.
function byHand(walk: FleetWalk, { repository, renderer }: RepositorySide): void {
  const own = repository.objects.filter(({ document }) => document !== undefined)
  if (!own.some(object => isOfManagement(object))) return
  const rendering = renderer.folder('')
  const wanted = rendering.objects.filter(
    object =>
      !walk.reached.has(object.source) &&
      (isOfManagement(object) ||
        object.group.endsWith('cluster.x-k8s.io') ||
        (object.group === '' && ['ConfigMap', 'Secret', 'Namespace'].includes(object.kind))),
  )
  const target = walk.target({ id: '', kind: 'folder', namespace: '', name: 'the management cluster' })
  walk.deliver(target, { deliverer: HAND, objects: deliveredOf(wanted) }, wanted)
}

/** What was found so far. */
interface Finding {
  readonly clusters: Map<string, ClusterOnSide>
  /** How many deliveries a management cluster had when it was looked at last. */
  readonly carried: Map<string, number>
}

/** Finds the clusters of each management cluster, and what its ClusterResourceSets and Fitouts put on them. */
function carry(walk: FleetWalk, facts: SideFacts, { clusters, carried }: Finding): void {
  for (const target of walk.targets.values()) {
    if (!walk.management.has(target.id) || carried.get(target.id) === target.deliveries.size) continue
    carried.set(target.id, target.deliveries.size)
    const objects = managementObjects([...target.deliveries.values()].flatMap(delivery => delivery.objects))
    const setsFor = setFinder(objects.resourceSets)
    for (const cluster of clustersOn(objects, facts)) {
      if (!clusters.has(cluster.id)) clusters.set(cluster.id, cluster)
      carryTo(walk, cluster, { objects, sets: setsFor(cluster) })
    }
  }
}

interface Carrying {
  readonly objects: ManagementObjects
  readonly sets: readonly ResourceSet[]
}

function carryTo(walk: FleetWalk, cluster: ClusterOnSide, { objects, sets }: Carrying): void {
  const { id, namespace, name, labels, fitout } = cluster
  const target = walk.target({ id, kind: 'cluster', namespace, name })
  for (const set of sets) {
    if (!selectCluster(set, { name, namespace, labels, isBeingDeleted: false }).selected) continue
    for (const delivery of carriedBySet(set, objects)) deliverCarried(walk, target, delivery)
  }
  if (!fitout) return
  for (const delivery of handOverDeliveries(fitout, cluster, objects)) deliverCarried(walk, target, delivery)
}

/** Finds the sets that may select a cluster: each of a thousand clusters has one of its own, and none asks for all. */
function setFinder(sets: readonly ResourceSet[]): (cluster: ClusterOnSide) => readonly ResourceSet[] {
  const keyed = groupBy(sets, ({ namespace, clusterSelector }) => {
    const labels = isFields(clusterSelector) ? Object.entries(partOf(clusterSelector, 'matchLabels')) : []
    const [label] = labels.toSorted(([a], [b]) => (a < b ? 1 : -1))
    return label === undefined ? '' : `${namespace} ${label[0]}=${String(label[1])}`
  })
  return ({ namespace, labels }) => [
    ...(keyed.get('') ?? []),
    ...Object.entries(labels).flatMap(([key, value]) => keyed.get(`${namespace} ${key}=${value}`) ?? []),
  ]
}

type Carried = ReturnType<typeof carriedBySet>[number]

function deliverCarried(walk: FleetWalk, target: OpenTarget, delivery: Carried): void {
  walk.deliver(target, delivery, appliersCarried(delivery.objects))
}

// Only those are followed on; lint has made objects of them with their places.
const appliersCarried = oncePerObject((objects: readonly GitObject[]): readonly RenderedObject[] =>
  objects
    .filter(({ group }) => group === 'kustomize.toolkit.fluxcd.io' || group === 'fluxcd.controlplane.io')
    .map(({ content, place }) => renderedAsIs(objectAt(content, place))),
)

function objectAt(content: GitObject['content'], place: GitObject['place']): LintObject {
  const metadata = partOf(content, 'metadata')
  const apiVersion = textIn(content, 'apiVersion')
  return {
    apiVersion,
    group: apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/'))),
    kind: textIn(content, 'kind'),
    namespace: textIn(metadata, 'namespace'),
    name: textIn(metadata, 'name'),
    content,
    path: place().path,
    placeOf: place,
    document: undefined,
    within: [],
    host: undefined,
    inHost: undefined,
    isHashed: false,
    isEncrypted: false,
  }
}

function clustersOn(objects: ManagementObjects, facts: SideFacts): readonly ClusterOnSide[] {
  const inGit = objects.clusters.map(({ namespace, name, content }) => {
    const id = `${namespace}/${name}`
    const live = facts.known.clusters.get(id)
    const own = ownLabelsOf(content)
    const labels = { ...withoutLabels(live?.labels ?? {}, facts.labelsBefore?.get(id)), ...own }
    return clusterWith(
      {
        id,
        namespace,
        name,
        labels,
        isInGit: true,
        kubernetes: live?.kubernetesVersion ?? plannedKubernetes(content),
        content,
      },
      { objects, facts },
    )
  })
  const names = new Set(inGit.map(({ id }) => id))
  const homes = new Set(
    [...objects.resourceSets, ...objects.fitouts.map(({ metadata }) => metadata)].map(
      ({ namespace }) => namespace,
    ),
  )
  const others = [...facts.known.clusters]
    .filter(([id, { namespace }]) => !names.has(id) && homes.has(namespace) && !facts.labelsBefore?.has(id))
    .map(([id, { namespace, name, labels, kubernetesVersion }]) =>
      clusterWith(
        { id, namespace, name, labels, isInGit: false, kubernetes: kubernetesVersion, content: {} },
        { objects, facts },
      ),
    )
  return [...inGit, ...others]
}

interface Around {
  readonly objects: ManagementObjects
  readonly facts: SideFacts
}

function clusterWith(
  cluster: Omit<ClusterOnSide, 'fitout' | 'openGates'>,
  { objects, facts }: Around,
): ClusterOnSide {
  const fitout = fitoutFor(objects.fitouts, cluster)
  const gates = gatesOf(fitout).filter(({ label }) => facts.isOpen(cluster.id, label))
  const open = Object.fromEntries(gates.map(({ label, value }) => [label, value]))
  return {
    ...cluster,
    fitout,
    labels: { ...cluster.labels, ...open },
    openGates: gates.map(({ label }) => label),
  }
}

/** The gates of a Fitout. */
export function gatesOf(
  fitout: Fitout | undefined,
): readonly { readonly step: string; readonly label: string; readonly value: string }[] {
  return (fitout?.spec.steps ?? []).flatMap(({ name, gate }) =>
    gate ? [{ step: name, label: gate.label, value: gate.value }] : [],
  )
}

// What Git gave before and gives no more is gone when Flux has applied it.
function withoutLabels(labels: Labels, before: Labels | undefined): Labels {
  if (!before) return labels
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !Object.hasOwn(before, key)))
}

/** With the pattern flux-cli a job applies to each cluster its folder, and what names it in the shared one. */
function appliedByCi(
  walk: FleetWalk,
  { repository, renderer }: RepositorySide,
  clusters: ReadonlyMap<string, ClusterOnSide>,
): void {
  if (repository.fitout?.pattern !== 'flux-cli') return
  const shared = repository.objects.filter(
    ({ document, path }) => document !== undefined && path.startsWith('clusters/flux-common/'),
  )
  const byCluster = groupBy(shared, ({ content }) => clusterOf(content) ?? '')
  for (const { id, namespace, name } of clusters.values()) {
    const folder = `clusters/${name}`
    const own = repository.hasFolder(folder) ? renderer.folder(folder).objects : []
    const objects = [...own, ...(byCluster.get(name) ?? []).map(renderedAsIs)]
    if (objects.length === 0) continue
    const target = walk.target({ id, kind: 'cluster', namespace, name })
    const deliverer: Deliverer = { ...HAND, kind: 'fitout apply', name, prunes: true }
    walk.deliver(target, { deliverer, objects: deliveredOf(objects) }, objects)
  }
}

/** Which cluster an object of a management cluster is for, by what it says or by how it is called. */
function clusterOfObject(
  { namespace, name, content, group, kind }: GitObject,
  clusters: ReadonlyMap<string, ClusterOnSide>,
): string | undefined {
  const spec = partOf(content, 'spec')
  const reference = textIn(partOf(partOf(spec, 'kubeConfig'), 'secretRef'), 'name')
  const named = reference.endsWith('-kubeconfig')
    ? `${namespace}/${reference.slice(0, -'-kubeconfig'.length)}`
    : ''
  if (clusters.has(named)) return named
  if (group === 'cluster.x-k8s.io' && kind === 'Cluster') return `${namespace}/${name}`
  for (let end = name.length; end > 0; end = name.lastIndexOf('-', end - 1)) {
    const id = `${namespace}/${name.slice(0, end)}`
    if (clusters.has(id)) return id
  }
  return undefined
}

/** The target of a cluster or a folder, as people call it. */
export function targetName({ id, kind }: Pick<ServerTarget, 'id' | 'kind'>): string {
  return kind === 'cluster' || id !== '' ? id : 'the management cluster'
}
