import type { Fitout } from '../../src/domain/api/schema/fitout-schema.ts'
import { needsHandOver } from '../../src/domain/hand-over/cluster-identity.ts'
import { type History, type Line, describeCall, isDone, isManagementWrite } from './history/line.ts'
import { type Start, World } from './history/world.ts'
import { concernedCluster, planOf } from './plan-of.ts'
import { type Violation, breach } from './violation.ts'

/** What the number of writes is judged by. */
export interface WriteOptions {
  readonly start?: Start
  /** How many times the cost of one run is allowed: 3 under faults, more for stories that change the plan. */
  readonly factor?: number
}

interface Account {
  writes: number
  limit: number
}

/** Finds clusters that cost more writes than a run may take. Each is reported once, at the first write too many. */
export function checkBoundedWrites(
  history: History,
  { start, factor = 1 }: WriteOptions = {},
): readonly Violation[] {
  const world = new World(start)
  const accounts = new Map<string, Account>()
  return history.flatMap(line => {
    const cluster = isManagementWrite(line) && isDone(line) ? concernedCluster(line, world) : undefined
    world.see(line)
    if (!cluster) return []
    const account = accounts.get(cluster.uid) ?? { writes: 0, limit: 0 }
    accounts.set(cluster.uid, account)
    account.writes += 1
    account.limit = Math.max(account.limit, factor * writeLimit(planOf(world, cluster)))
    if (account.writes !== account.limit + 1) return []
    const cost = `cost ${account.writes} writes, and ${account.limit} are enough`
    return breach('boundedWrites', line, `Cluster ${cluster.namespace}/${cluster.name} ${cost}`)
  })
}

/** The most writes that one run of a cluster takes without faults. */
export function writeLimit(plan: Fitout | undefined): number {
  const steps = plan?.spec.steps ?? []
  return 5 * steps.length + 3 * steps.filter(needsHandOver).length + 6
}

/** A time in which nothing happened that Fitout would have to react to; milliseconds, its end excluded. */
export interface QuietTime {
  readonly from: number
  readonly to: number
}

/** Finds writes in quiet times. Whoever leads must say so: leases are no such writes. */
export function checkQuiet(history: History, times: readonly QuietTime[]): readonly Violation[] {
  const isQuiet = ({ t }: Line) => times.some(({ from, to }) => t >= from && t < to)
  return history
    .filter(line => isManagementWrite(line) && line.resource !== 'leases' && isQuiet(line))
    .map(line => breach('quiet', line, `${describeCall(line)} was written in a quiet time`))
}
