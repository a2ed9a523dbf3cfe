import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { readClusterFitout } from '../../domain/validation/read-fitout.ts'
import type { ClusterFitoutStatus, ClusterState } from '../../domain/api/schema/cluster-fitout-schema.ts'
import { modelCondition } from '../models/conditions.ts'
import { partOf, textIn } from '../../domain/object/fields.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import type { FolderPlan, PlannedCluster } from '../folder/fleet-plan.ts'
import type { FleetRun } from './run-fleet.ts'
import { type SimulationCause, causesOf } from './simulation-causes.ts'
import { type StepSummary, stepsOf } from './simulation-steps.ts'

/** What came of a run. Times are virtual, as the models have them. */
export interface Simulation {
  /** How long it went on, from the first Cluster to the end. */
  readonly elapsedMs: number
  readonly faults: number
  readonly clusters: readonly SimulatedCluster[]
  readonly fitouts: readonly SimulatedFitout[]
  /** Why clusters are not ready, the most frequent first. */
  readonly causes: readonly SimulationCause[]
}

/** How one cluster ended. */
export interface SimulatedCluster {
  readonly namespace: string
  readonly name: string
  readonly fitout: string
  readonly state: ClusterState
  /** The step that it is at; none once all are ready. */
  readonly step: string | undefined
  /** From the first answer of its API server until all steps were ready. */
  readonly readyAfterMs: number | undefined
  readonly cause: ClusterCause | undefined
}

/** Why a cluster is not ready. */
export interface ClusterCause extends NonNullable<ClusterFitoutStatus['cause']> {
  readonly sinceMs: number
}

/** How the clusters of one Fitout went. */
interface SimulatedFitout {
  readonly namespace: string
  readonly name: string
  readonly clusters: number
  readonly ready: number
  /** In the order in which they began. */
  readonly steps: readonly StepSummary[]
}

/** Sums up a run. */
export function simulationOf(plan: FolderPlan, run: FleetRun): Simulation {
  const clusters = plan.clusters.map(planned => clusterOf(planned, run))
  const fitouts = [...new Set(plan.clusters.map(({ fitout }) => fitout))]
  const elapsedMs = run.fleet.clock.elapsed()
  return {
    elapsedMs,
    faults: run.faults,
    clusters,
    causes: causesOf(clusters, elapsedMs),
    fitouts: fitouts.map(fitout => {
      const { name, namespace = '' } = fitout.metadata
      const own = clusters.filter(one => one.namespace === namespace && one.fitout === name)
      return {
        namespace,
        name,
        clusters: own.length,
        ready: own.filter(({ state }) => state === 'Ready').length,
        steps: stepsOf(fitout, own, run),
      }
    }),
  }
}

function clusterOf({ object, fitout }: PlannedCluster, run: FleetRun): SimulatedCluster {
  const { name, namespace = '' } = object.metadata
  const key = qualifiedName({ namespace, name })
  const status = statusOf(run, key)
  // The controller leaves alone what is paused from the beginning, and says nothing of it.
  const isPaused = partOf(object, 'spec')['paused'] === true
  const state = status?.state ?? (isPaused ? 'Paused' : 'FittingOut')
  const silent = isPaused ? paused : fitoutCause(run, `${namespace}/${fitout.metadata.name}`)
  const ready = fitout.spec.steps.map(step => run.record.timesOf(key, step.name).readyMs ?? 0)
  return {
    namespace,
    name,
    fitout: fitout.metadata.name,
    state,
    step: status?.step,
    readyAfterMs: state === 'Ready' ? Math.max(...ready) : undefined,
    cause: state === 'Ready' ? undefined : (causeOf(run, status) ?? silent),
  }
}

function statusOf({ fleet }: FleetRun, key: string): ClusterFitoutStatus | undefined {
  const found = fleet.management.table({ group: 'fitout.dev', plural: 'clusterfitouts' }).get(key)
  const reading = found && readClusterFitout(found)
  return reading?.kind === 'valid' ? reading.clusterFitout.status : undefined
}

function causeOf({ fleet }: FleetRun, status: ClusterFitoutStatus | undefined): ClusterCause | undefined {
  const begun = fleet.clock.now() - fleet.clock.elapsed()
  const cause = status?.cause
  return cause && { ...cause, sinceMs: (readInstant(cause.since) ?? begun) - begun }
}

const paused: ClusterCause = {
  reason: 'ClusterPaused',
  message: 'Cluster is paused',
  actor: 'Nobody',
  sinceMs: 0,
}

/** What a Fitout says of itself, for clusters about which nothing is said. */
function fitoutCause({ fleet }: FleetRun, key: string): ClusterCause | undefined {
  const found = fleet.management.table({ group: 'fitout.dev', plural: 'fitouts' }).get(key)
  const said = modelCondition(found, 'Ready')
  if (said?.['status'] !== 'False') return undefined
  return { reason: textIn(said, 'reason'), message: textIn(said, 'message'), actor: 'Git', sinceMs: 0 }
}
