import { API_VERSION } from '../api/api-names.ts'
import { readClusterFitout, readFitout } from '../validation/read-fitout.ts'
import type { ClusterFitoutStatus, ClusterState } from '../api/schema/cluster-fitout-schema.ts'
import type { Fitout } from '../api/schema/fitout-schema.ts'
import { settleVersions } from '../compat/delivered/versions-in.ts'
import type { ComponentVersion } from '../compat/verdict.ts'
import { type Fields, isFields, partOf, textIn } from '../object/fields.ts'
import { oncePerObject } from '../object/once-per-object.ts'
import { instantOf, type StepStatus } from '../plan/step-status.ts'
import {
  type FleetCluster,
  type FleetPlan,
  type FleetShard,
  type FleetSnapshot,
  idOf,
} from './fleet-snapshot.ts'

/** What a fleet is read from. */
export interface FleetObjects {
  /** Wall clock, milliseconds. */
  readonly now: number
  /** When the controller was last seen at work, milliseconds; undefined if nobody can tell. */
  readonly controllerSeenAt?: number | undefined
  readonly shards?: readonly FleetShard[] | undefined
  readonly clusters: readonly OwnedCluster[]
  readonly fitouts: readonly Fields[]
  /** What was found in packs, beside what Fitouts say; by the Fitout, then by the step. */
  readonly delivered?: ReadonlyMap<string, ReadonlyMap<string, readonly ComponentVersion[]>> | undefined
  readonly clusterApiVersion?: string | undefined
}

/** A Cluster, and what there is for it. @internal */
export interface OwnedCluster {
  readonly cluster: Fields
  /** The Fitout that has it, or would have it; undefined if none does. */
  readonly fitout: string | undefined
  /** Undefined until the controller has seen the cluster. */
  readonly clusterFitout: Fields | undefined
}

/** Makes the picture of a fleet. Of a cluster that the controller has not seen yet, nothing but its plan is known. */
export function fleetOf(objects: FleetObjects): FleetSnapshot {
  const { now, controllerSeenAt, shards = [], clusters, fitouts } = objects
  const { delivered, clusterApiVersion } = objects
  const plans = fitouts
    .flatMap(planOf)
    .map(plan => withDelivered(plan, delivered))
    .toSorted(byId)
  const shown = clusters.flatMap(owned => clusterOf(owned, plans)).toSorted(byId)
  return {
    apiVersion: API_VERSION,
    kind: 'FleetSnapshot',
    asOf: instantOf(now),
    ...(controllerSeenAt === undefined ? {} : { controllerSeenAt: instantOf(controllerSeenAt) }),
    ...(shards.length === 0 ? {} : { shards }),
    ...(clusterApiVersion === undefined ? {} : { clusterApiVersion }),
    fitouts: plans,
    clusters: shown,
    unselected: clusters.length - shown.length,
  }
}

function planOf(fitout: Fields): readonly FleetPlan[] {
  const reading = readFitout(fitout)
  if (reading.kind === 'misshapen') return []
  const { metadata, spec } = reading.fitout
  return [{ namespace: metadata.namespace ?? '', name: metadata.name, steps: stepsOf(spec.steps) }]
}

// A Fitout whose status is written again has the steps that it had.
const stepsOf = oncePerObject((steps: Fitout['spec']['steps']): FleetPlan['steps'] =>
  steps.map(({ name, timeout, dependsOn, gate, versions = {} }) => ({
    name,
    timeout,
    ...(dependsOn === undefined ? {} : { dependsOn }),
    ...(gate === undefined ? {} : { gate: { label: gate.label, value: gate.value } }),
    components: Object.entries(versions).map(([component, version]) => ({ component, version })),
  })),
)

function withDelivered(plan: FleetPlan, delivered: FleetObjects['delivered']): FleetPlan {
  const found = delivered?.get(idOf(plan))
  return found ? { ...plan, steps: deliveredSteps(plan.steps)(found) } : plan
}

// What a Fitout says of a component counts more than what its packs say, as it does for the controller. Once for each
// pair: pictures are made again and again, and the clusters of a plan with the same steps need not be read again.
const deliveredSteps = oncePerObject((steps: FleetPlan['steps']) =>
  oncePerObject((found: ReadonlyMap<string, readonly ComponentVersion[]>): FleetPlan['steps'] =>
    steps.map(step => {
      const told = step.components ?? []
      const more = settleVersions(found.get(step.name) ?? []).filter(
        ({ component }) => !told.some(one => one.component === component),
      )
      return more.length === 0 ? step : { ...step, components: [...told, ...more] }
    }),
  ),
)

interface Known {
  readonly from: readonly unknown[]
  readonly picture: FleetCluster
}

// A fleet is looked at again and again, and most of its clusters are what they were.
const known = new WeakMap<Fields, Known>()

function clusterOf(owned: OwnedCluster, plans: readonly FleetPlan[]): readonly FleetCluster[] {
  const { cluster, fitout, clusterFitout } = owned
  if (fitout === undefined) return []
  const namespace = textIn(partOf(cluster, 'metadata'), 'namespace')
  const steps = plans.find(one => one.namespace === namespace && one.name === fitout)?.steps
  const from = [fitout, clusterFitout, steps]
  const before = known.get(cluster)
  if (before?.from.every((one, index) => one === from[index])) return [before.picture]
  const picture = readOwned({ ...owned, fitout }, steps ?? [])
  known.set(cluster, { from, picture })
  return [picture]
}

function readOwned(
  { cluster, fitout, clusterFitout }: OwnedCluster & { readonly fitout: string },
  plan: FleetPlan['steps'],
): FleetCluster {
  const metadata = partOf(cluster, 'metadata')
  const status = clusterFitout && statusFor(metadata, clusterFitout)
  const version = status?.cluster?.kubernetesVersion ?? plannedVersion(cluster)
  const startedAt = clusterFitout && textIn(partOf(clusterFitout, 'metadata'), 'creationTimestamp')
  return {
    namespace: textIn(metadata, 'namespace'),
    name: textIn(metadata, 'name'),
    labels: labelsIn(metadata),
    fitout,
    ...(version === '' ? {} : { kubernetesVersion: version }),
    state: stateOf(cluster, status),
    ...(status?.step === undefined ? {} : { step: status.step }),
    ...(startedAt === undefined || startedAt === '' ? {} : { startedAt }),
    ...sinceOf(status),
    steps: status?.steps?.map(shownStep) ?? plan.map(({ name }) => ({ name, state: 'Waiting' })),
    ...(status?.cause === undefined ? {} : { cause: status.cause }),
  }
}

// What is known of an earlier cluster of the same name is nothing about this one.
function statusFor(metadata: Fields, clusterFitout: Fields): ClusterFitoutStatus | undefined {
  const reading = readClusterFitout(clusterFitout)
  const status = reading.kind === 'valid' ? reading.clusterFitout.status : undefined
  return status?.cluster === undefined || status.cluster.uid === textIn(metadata, 'uid') ? status : undefined
}

const PAUSED_ANNOTATION = 'cluster.x-k8s.io/paused'

// The Cluster itself knows first that it goes, or that it rests.
function stateOf(cluster: Fields, status: ClusterFitoutStatus | undefined): ClusterState {
  const metadata = partOf(cluster, 'metadata')
  if (metadata['deletionTimestamp'] !== undefined) return 'Deleting'
  const isPaused =
    partOf(cluster, 'spec')['paused'] === true ||
    Object.hasOwn(partOf(metadata, 'annotations'), PAUSED_ANNOTATION)
  return isPaused ? 'Paused' : (status?.state ?? 'FittingOut')
}

function sinceOf(status: ClusterFitoutStatus | undefined): { readonly since?: string } {
  const { state, cause, conditions = [], steps = [] } = status ?? {}
  const ready = conditions.find(({ type }) => type === 'Ready')?.lastTransitionTime
  const front = steps.find(({ name }) => name === status?.step)?.since
  const isSeen = cause === undefined || cause.step !== undefined
  const since = state === 'Ready' ? ready : isSeen ? (front ?? cause?.since) : cause.since
  return since === undefined ? {} : { since }
}

// What proves that all is well is long, and nobody asks for it.
function shownStep(step: StepStatus): StepStatus {
  const { evidence, ...rest } = step
  return evidence === undefined || step.state !== 'Ready' ? step : rest
}

function plannedVersion(cluster: Fields): string {
  return textIn(partOf(partOf(cluster, 'spec'), 'topology'), 'version')
}

function labelsIn(metadata: Fields): Readonly<Record<string, string>> {
  const { labels } = metadata
  const entries = isFields(labels) ? Object.entries(labels) : []
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

type Named = Pick<FleetCluster, 'namespace' | 'name'>

function byId(a: Named, b: Named): number {
  const [first, second] = [idOf(a), idOf(b)]
  return first < second ? -1 : Number(first > second)
}
