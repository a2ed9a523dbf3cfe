import { readClusterFitout, readFitout } from '../../domain/api/read-fitout.ts'
import type { ClusterState } from '../../domain/api/schema/cluster-fitout-schema.ts'
import { partOf, textIn } from '../../domain/health/read-field.ts'
import { readInstant, type StepStatus } from '../../domain/plan/step-status.ts'
import type { Cause } from '../../domain/plan/sum-up.ts'
import { parseDuration } from '../../domain/quantity/parse-duration.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** A step of a cluster, as a view shows it. Instants are milliseconds. */
export interface StepView extends Pick<StepStatus, 'name' | 'state' | 'message' | 'evidence'> {
  readonly since: number | undefined
  readonly openedAt: number | undefined
  readonly readyAt: number | undefined
  readonly timeoutMs: number
}

/** A cluster, as a view shows it. */
export interface ClusterView {
  /** Namespace and name. */
  readonly id: string
  /** Without the patch: `1.35`. */
  readonly kubernetes: string
  readonly state: ClusterState
  readonly steps: readonly StepView[]
  /** The step that it is at; undefined once all are ready. */
  readonly at: number | undefined
  readonly cause: Cause | undefined
}

/** A fleet at one time. */
export interface FleetSnapshot {
  readonly now: number
  readonly clusters: readonly ClusterView[]
}

/** What a cluster is read from. */
export interface ClusterSource {
  readonly cluster: KubeObject
  readonly fitout: KubeObject | undefined
  /** Undefined until the controller has seen the cluster. */
  readonly clusterFitout: KubeObject | undefined
}

/** Reads a cluster. Of one that the controller has not seen yet, nothing but its plan is known. */
export function viewCluster({ cluster, fitout, clusterFitout }: ClusterSource): ClusterView {
  const reading = clusterFitout && readClusterFitout(clusterFitout)
  const status = reading?.kind === 'valid' ? reading.clusterFitout.status : undefined
  const version = status?.cluster?.kubernetesVersion ?? plannedVersion(cluster)
  const plan = planOf(fitout)
  const steps = plan.map(({ name, timeoutMs }): StepView => {
    const found = status?.steps?.find(step => step.name === name)
    return { ...(found ? viewStep(found) : unseen(name)), timeoutMs }
  })
  const at = steps.findIndex(({ name }) => name === status?.step)
  return {
    id: `${cluster.metadata.namespace}/${cluster.metadata.name}`,
    kubernetes: /^v?(\d+\.\d+)/.exec(version)?.[1] ?? version,
    state: status?.state ?? 'Fitting out',
    steps,
    at: at === -1 ? undefined : at,
    cause: status?.cause,
  }
}

/** Whether somebody has to do something. */
export function needsSomebody({ state, cause }: ClusterView): boolean {
  return (
    state !== 'Ready' &&
    state !== 'Fitting out' &&
    cause !== undefined &&
    (cause.actor ?? 'nobody') !== 'nobody'
  )
}

function viewStep({
  name,
  state,
  message,
  evidence,
  since,
  openedAt,
  readyAt,
}: StepStatus): Omit<StepView, 'timeoutMs'> {
  return {
    name,
    state,
    ...(message === undefined ? {} : { message }),
    ...(evidence === undefined ? {} : { evidence }),
    since: readInstant(since),
    openedAt: readInstant(openedAt),
    readyAt: readInstant(readyAt),
  }
}

function unseen(name: string): Omit<StepView, 'timeoutMs'> {
  return { name, state: 'Waiting', since: undefined, openedAt: undefined, readyAt: undefined }
}

function plannedVersion(cluster: KubeObject): string {
  return textIn(partOf(partOf(cluster, 'spec'), 'topology'), 'version')
}

interface PlannedStep {
  readonly name: string
  readonly timeoutMs: number
}

// Stored objects never change, so that a plan is read once for all its clusters.
const plans = new WeakMap<KubeObject, readonly PlannedStep[]>()

function planOf(fitout: KubeObject | undefined): readonly PlannedStep[] {
  if (fitout === undefined) return []
  const known = plans.get(fitout)
  if (known) return known
  const reading = readFitout(fitout)
  const steps = reading.kind === 'valid' ? reading.fitout.spec.steps : []
  const plan = steps.map(({ name, timeout }) => ({
    name,
    timeoutMs: Number(parseDuration(timeout) / 1_000_000n),
  }))
  plans.set(fitout, plan)
  return plan
}
