import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { names } from '../../domain/api/api-names.ts'
import type { ClusterFitoutStatus } from '../../domain/api/schema/cluster-fitout-schema.ts'
import type { Decision } from '../../domain/plan/decide.ts'
import { hasLabels } from '../../domain/plan/gate-labels.ts'
import type { ObservedCluster } from '../../domain/plan/cluster-facts.ts'
import { instantOf } from '../../domain/plan/step-status.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import { apiVersionOf, type Call } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Management } from '../management/management.ts'
import type { FleetMetrics } from '../metrics/fleet-metrics.ts'
import { resources } from '../world/resources.ts'
import type { World } from '../world/world.ts'
import { isEqual } from '../../domain/object/is-equal.ts'
import { fieldIn } from '../management/read-cluster.ts'
import { isTaken, type LabelTakeovers } from './label-takeovers.ts'
import type { StatusThrottle } from './status-throttle.ts'

const fieldManager = names.fieldManager

/** What writes need: the cluster as it was when the decision was made. */
export interface WriteContext {
  readonly world: World
  readonly management: Management
  readonly cluster: KubeObject
  readonly fact: ObservedCluster
  readonly throttle: StatusThrottle
  readonly takeovers: LabelTakeovers
  readonly figures: FleetMetrics
  readonly call: Call
}

// A webhook has ten seconds by default: only the API server can say which one did not answer by then.
const GATE_MS = 15_000

/**
 * Opens gates and withdraws those that left the plan. Only onto the very version of the Cluster that was decided on.
 *
 * By force only where another field manager set the address: that label is Fitout's by contract, and a Cluster that is
 * copied or moved keeps the old one. A gate of another field manager is not among the labels of that version.
 */
export async function writeLabels(context: WriteContext, wanted: Decision['labels']): Promise<void> {
  const { world, management, cluster, fact, call, takeovers } = context
  const labels = wanted && takeovers.withoutFought(fact, wanted)
  if (labels === undefined || hasLabels(fact, labels)) return
  const { name, namespace = '', uid = '', resourceVersion = '' } = cluster.metadata
  const applied = await world.management.apply(
    resources.cluster,
    {
      apiVersion: apiVersionOf(resources.cluster),
      kind: 'Cluster',
      metadata: { name, namespace, uid, resourceVersion, labels },
    },
    { ...call, timeoutMs: GATE_MS, fieldManager, force: isTaken(fact, labels) },
  )
  takeovers.took(fact, labels)
  saw(management.cluster, applied)
}

/** Says on the Cluster itself whether its add-ons are ready, so that `spec.availabilityGates` can name it. */
export async function writeCondition(context: WriteContext, ready: Decision['ready']): Promise<void> {
  const { world, cluster } = context
  if (!ready || hasReadyCondition(cluster, ready)) return
  const before = conditionOf(cluster)
  const since = fieldIn(before, 'lastTransitionTime')
  const keeps = fieldIn(before, 'status') === ready.status && typeof since === 'string'
  const lastTransitionTime = keeps ? since : instantOf(world.clock.now())
  await applyConditions(context, [{ type: names.clusterCondition, ...ready, lastTransitionTime }])
}

/** Whether a Cluster says this of itself already. */
export function hasReadyCondition(cluster: KubeObject, ready: NonNullable<Decision['ready']>): boolean {
  const said = conditionOf(cluster)
  return ['status', 'reason', 'message'].every(key => fieldIn(said, key) === fieldIn(ready, key))
}

/** Takes the condition back. */
export async function withdrawCondition(context: WriteContext): Promise<void> {
  if (conditionOf(context.cluster) === undefined) return
  await applyConditions(context, [])
}

async function applyConditions(
  { world, management, cluster, call }: WriteContext,
  conditions: readonly object[],
): Promise<void> {
  const { name, namespace = '', uid = '' } = cluster.metadata
  const applied = await world.management.apply(
    resources.cluster,
    {
      apiVersion: apiVersionOf(resources.cluster),
      kind: 'Cluster',
      metadata: { name, namespace, uid },
      status: conditions.length === 0 ? {} : { conditions },
    },
    // The condition is Fitout's, whichever field manager wrote it before.
    { ...call, fieldManager, subresource: 'status', force: true },
  )
  saw(management.cluster, applied)
}

function conditionOf(cluster: KubeObject): unknown {
  const conditions = fieldIn(cluster['status'], 'conditions')
  if (!Array.isArray(conditions)) return undefined
  return conditions.find(condition => fieldIn(condition, 'type') === names.clusterCondition)
}

/** Makes the ClusterFitout, or gives it the Fitout that the cluster has now. Gives it back as it is. */
export async function ensureClusterFitout(context: WriteContext, fitout: string): Promise<KubeObject> {
  const { world, management, cluster, call } = context
  const { name, namespace = '', uid = '' } = cluster.metadata
  const known = management.clusterFitout.get(qualifiedName({ namespace, name }))
  // After a move the owner is the new Cluster, and the label still names the old one.
  const isOwned =
    known?.metadata.ownerReferences?.some(owner => owner.uid === uid) === true &&
    known.metadata.labels?.[names.ownerLabel] === uid
  if (known && isOwned && fieldIn(known['spec'], 'fitout') === fitout) return known
  const owner = { apiVersion: cluster.apiVersion, kind: 'Cluster', name, uid }
  const applied = await world.management.apply(
    resources.clusterFitout,
    {
      apiVersion: apiVersionOf(resources.clusterFitout),
      kind: 'ClusterFitout',
      metadata: { name, namespace, labels: { [names.ownerLabel]: uid }, ownerReferences: [owner] },
      spec: { fitout },
    },
    { ...call, fieldManager, force: true },
  )
  saw(management.clusterFitout, applied)
  return applied
}

/**
 * Writes the status, if it says anything new.
 *
 * Only onto the very version that was decided on: it says which cluster is meant, and that is remembered nowhere else. A
 * write that was given up and arrives late would otherwise say it of the next cluster of the same name.
 */
export async function writeStatus(
  { world, management, call }: WriteContext,
  clusterFitout: KubeObject,
  status: ClusterFitoutStatus,
): Promise<void> {
  if (isEqual(clusterFitout['status'], status)) return
  const { name, namespace = '', uid = '', resourceVersion = '' } = clusterFitout.metadata
  const applied = await world.management.apply(
    resources.clusterFitout,
    {
      apiVersion: apiVersionOf(resources.clusterFitout),
      kind: 'ClusterFitout',
      metadata: { name, namespace, uid, resourceVersion },
      status,
    },
    { ...call, fieldManager, subresource: 'status', force: true },
  )
  saw(management.clusterFitout, applied)
}

/** Remembers an own write until it is heard of: nothing is decided on what is older. */
export function saw(followed: Management['cluster'], { metadata }: KubeObject): void {
  const { name, namespace, uid = '', resourceVersion = '' } = metadata
  followed.sawWrite(qualifiedName({ namespace, name }), uid, resourceVersion)
}

/**
 * Finds out, after a conflict, which versions there are by now: nothing is decided before the caches have them.
 *
 * An own write whose answer was lost is one of them, and its news may be lost as well.
 */
export async function catchUp(context: WriteContext): Promise<void> {
  const kinds = ['cluster', 'clusterFitout'] as const
  const heads = kinds.map(async kind => {
    for (const object of await headsOf(context, kind)) saw(context.management[kind], object)
  })
  await Promise.all(heads)
}

/** Throws a Conflict unless a ClusterFitout is on the server as it was when the decision was made. */
export async function assertLatest(context: WriteContext, { metadata }: KubeObject): Promise<void> {
  const [latest] = await headsOf(context, 'clusterFitout')
  if (latest?.metadata.resourceVersion === metadata.resourceVersion) return
  throw new ApiError('Conflict', { call: `decide on ClusterFitout ${metadata.name}` })
}

// By a list, as all others are read: it needs no right of its own.
async function headsOf(
  { world, fact: { namespace, name }, call }: WriteContext,
  kind: 'cluster' | 'clusterFitout',
): Promise<readonly KubeObject[]> {
  const fields = `metadata.name=${name}`
  const selection = { resource: resources[kind], namespace, fields, metadataOnly: true }
  return (await world.management.list(selection, call)).items
}
