import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { parseDuration } from '../../domain/quantity/parse-duration.ts'
import { partOf, textIn } from '../../domain/object/fields.ts'
import { apiGroup } from '../../domain/object/api-group.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { forkRandom, seededRandom } from '../clock/seeded-random.ts'
import { type HealingPlan, healingPlan } from '../faults/healing-plan.ts'
import { seededPlan, swarmRates } from '../faults/seeded-plan.ts'
import { SimulatedFleet } from '../fleet/simulated-fleet.ts'
import { kindOf } from '../kinds/kind.ts'
import { withConditions } from '../models/conditions.ts'
import { writeByModel } from '../models/model-write.ts'
import type { FolderPlan, PlannedCluster } from '../folder/fleet-plan.ts'
import type { FolderProblem } from '../folder/folder-problem.ts'
import { StepRecord } from './record-steps.ts'
import { standIn } from '../assume/stand-in.ts'

/** How much goes wrong on the way, and then no more. */
export type FaultLevel = 'none' | 'some' | 'many'

/** How a fleet is run. */
export interface RunOptions {
  readonly seed: number
  readonly faults: FaultLevel
  /** The version of the clusters that do not say their own. */
  readonly kubernetes?: string | undefined
  /** Hears how many clusters are ready, whenever that is another number. */
  readonly onProgress?: (ready: number, elapsedMs: number) => void
}

/** A fleet that has come to rest. */
export interface FleetRun {
  readonly fleet: SimulatedFleet
  readonly record: StepRecord
  /** How many faults there were. */
  readonly faults: number
}

/** The version of clusters for which none is given. */
export const USUAL_KUBERNETES = 'v1.35.4'

const MINUTE_MS = 60_000
const FAULTY_MS = 3 * MINUTE_MS
/** Nothing that is left moves any more. After faults everything must first have been listed again, which is every ten minutes. */
const QUIET_MS = { none: 2 * MINUTE_MS, some: 15 * MINUTE_MS, many: 15 * MINUTE_MS } as const
const LONGEST_RUN_MS = 48 * 60 * MINUTE_MS
const mostFaults = { none: 0, some: 0.02, many: 0.2 } as const

/** Runs a fleet in virtual time until all clusters are ready, or nothing changes any more; or says which objects a server refuses. */
export async function runFleet(
  plan: FolderPlan,
  options: RunOptions,
): Promise<FleetRun | { readonly problems: readonly FolderProblem[] }> {
  const { seed, faults, onProgress } = options
  const faultPlan = planOf(options)
  const fleet = new SimulatedFleet({
    seed,
    plan: faultPlan,
    keeps: () => false,
    workload: { hasImage: () => true },
  })
  const record = new StepRecord()
  const planned = new Map(plan.clusters.map(cluster => [keyOf(cluster.object), cluster]))
  fleet.management.attach(record.model(fleet.management, key => prepare(fleet, planned.get(key), options)))
  const problems = fillManagement(fleet, plan)
  if (problems.length > 0) return { problems }

  fleet.start()
  if (faults !== 'none') fleet.clock.after(FAULTY_MS, () => faultPlan.heal())
  const isOver = overWhen({ fleet, record, plan, faults })
  let ready = 0
  await fleet.run(() => {
    if (fleet.readyCount !== ready) onProgress?.((ready = fleet.readyCount), fleet.clock.elapsed())
    return isOver()
  }, LONGEST_RUN_MS)
  return { fleet, record, faults: faultPlan.count() }
}

function planOf({ seed, faults }: RunOptions): HealingPlan {
  const random = seededRandom(seed)
  return healingPlan(seededPlan(forkRandom(random), swarmRates(forkRandom(random), mostFaults[faults])))
}

interface Watched {
  readonly fleet: SimulatedFleet
  readonly record: StepRecord
  readonly plan: FolderPlan
  readonly faults: FaultLevel
}

function overWhen({ fleet, record, plan, faults }: Watched): () => boolean {
  const total = plan.clusters.length
  const patienceMs = longestTimeout(plan) + QUIET_MS[faults]
  const soonestMs = faults === 'none' ? 0 : FAULTY_MS
  return () => {
    const now = fleet.clock.elapsed()
    if (now < soonestMs) return false
    if (fleet.readyCount === total) return true
    // A cluster that is on its way may be silent until its step is out of time; any other is not.
    return now - record.changedMs > (record.isMoving ? patienceMs : QUIET_MS[faults])
  }
}

function longestTimeout({ clusters }: FolderPlan): number {
  const fitouts = new Set(clusters.map(({ fitout }) => fitout))
  const timeouts = [...fitouts].flatMap(({ spec }) =>
    spec.steps.map(({ timeout, proof }) => parseDuration(timeout) + parseDuration(proof.stableFor)),
  )
  return timeouts.reduce((most, timeout) => Math.max(most, Number(timeout / 1_000_000n)), 0)
}

/** Makes a workload cluster what the plan says, as soon as it is there. */
function prepare(
  fleet: SimulatedFleet,
  cluster: PlannedCluster | undefined,
  { kubernetes }: RunOptions,
): void {
  const store = cluster && fleet.workloads.get(keyOf(cluster.object))
  if (!store) return
  store.version = kubernetes ?? versionOf(cluster.object) ?? USUAL_KUBERNETES
  store.attach(standIn(store, cluster.assumptions))
}

function versionOf(cluster: KubeObject): string | undefined {
  const version = textIn(partOf(partOf(cluster, 'spec'), 'topology'), 'version')
  return version === '' ? undefined : version
}

/** Puts everything on the management cluster, in the order in which one thing needs another. */
function fillManagement(fleet: SimulatedFleet, plan: FolderPlan): readonly FolderProblem[] {
  const { fitouts, clusters, objects } = plan
  const own = [...objects, ...clusters.map(({ object, from }) => ({ object, at: from?.at })), ...fitouts]
  const refused = namespacesOf(own).flatMap(one => refusalOf(fleet, one))
  if (refused.length > 0) return refused
  for (const { assumptions } of clusters) for (const object of assumptions.management) putReady(fleet, object)
  return own.flatMap(one => refusalOf(fleet, one))
}

interface Put {
  readonly object: KubeObject
  readonly at: (() => string) | undefined
}

function namespacesOf(own: readonly Put[]): readonly Put[] {
  const firsts = new Map(own.toReversed().map(({ object, at }) => [object.metadata.namespace ?? '', at]))
  // Every cluster has it.
  firsts.delete('default')
  return [...firsts].map(([name, at]) => ({
    object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
    at,
  }))
}

function refusalOf(fleet: SimulatedFleet, { object, at }: Put): readonly FolderProblem[] {
  try {
    fleet.put(object)
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const cause = error.code === 'NotServed' ? `${object.apiVersion} is not served` : error.detail
    const message = `${object.kind} "${object.metadata.name}" is rejected: ${cause ?? error.code}`
    return [{ code: 'REFUSED', at: at?.() ?? '', message }]
  }
}

/** An object of the management cluster that no model simulates: it exists, and is ready. */
function putReady(fleet: SimulatedFleet, object: KubeObject): void {
  const { management } = fleet
  const { apiVersion } = object
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1)
  const kind =
    management.kinds.named(apiVersion, object.kind) ??
    kindOf({ group: apiGroup(apiVersion), kind: object.kind, versions: [version] })
  management.kinds.serve(kind)
  const made = fleet.put(object)
  const { generation = 1 } = made.metadata
  const said = { type: 'Ready', status: 'True', reason: 'Assumed', observedGeneration: generation } as const
  const status = { observedGeneration: generation }
  writeByModel(management, kind, withConditions({ ...made, status }, management.timestamp(), [said]))
}

function keyOf({ metadata }: KubeObject): string {
  return qualifiedName(metadata)
}
