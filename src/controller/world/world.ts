import type { Api } from '../../engine/api/api.ts'
import type { MemoryShare } from '../../engine/budget/memory-budget.ts'
import type { Clock, Random } from '../../engine/clock.ts'
import type { Metrics } from '../../engine/metrics/metrics.ts'
import type { ClusterAccess } from '../../domain/kubeconfig/parse-kubeconfig.ts'
import type { NotificationSink } from './notification-sink.ts'

/** Everything outside that the controller touches. Real in a cluster, simulated in the simulator. */
export interface World {
  /** The management cluster. */
  readonly management: Api
  readonly workloads: Workloads
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
  /** Where notifications go; without one, none are sent. */
  readonly notifications?: NotificationSink
}

/** The way to workload clusters. Connecting does not talk to the cluster yet. */
interface Workloads {
  /** Counts what it reads as a part of `memory`, if it reads bytes. */
  readonly connect: (access: ClusterAccess, memory?: MemoryShare) => WorkloadConnection
}

export interface WorkloadConnection {
  readonly api: Api
  readonly close: () => void
  /** How many connections it took so far. A new one may lead to another server, or to one that was upgraded. */
  readonly connections: () => number
}

/** Returns what happens. Messages are constant, facts are fields, and no field ever holds a value of a Secret. */
export interface Log {
  readonly info: (message: string, fields: Readonly<Record<string, unknown>>) => void
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void
}
