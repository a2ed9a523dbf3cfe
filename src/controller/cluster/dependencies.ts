import type { StabilityMemory } from '../../domain/proof/fold-stability.ts'
import { Backoff } from '../../engine/queue/backoff.ts'
import type { Management } from '../management/management.ts'
import { FleetMetrics } from '../metrics/fleet-metrics.ts'
import { ViewPool } from '../views/view-pool.ts'
import { WorkloadView } from '../views/workload-view.ts'
import type { World } from '../world/world.ts'
import { type IsOurs, fleetOfShard } from './shard-filter.ts'
import { CauseExplainer } from './explain-cause.ts'
import { SourceReader } from './source-reader.ts'
import { LabelTakeovers } from './label-takeovers.ts'
import { StatusThrottle } from './status-throttle.ts'

/** After a conflict: try again soon, then ever more rarely. */
const CONFLICTS = { baseMs: 500, capMs: 15_000 }

/** What every reconcile of a cluster uses, for as long as the controller runs. */
export interface Dependencies {
  readonly world: World
  readonly management: Management
  readonly views: ViewPool
  readonly sources: SourceReader
  /** The management cluster, as proofs read it. Nothing of it is followed: such proofs are few. */
  readonly proofs: WorkloadView
  /** What is remembered of proofs, by cluster and step. Lost with the process. */
  readonly memories: Map<string, Map<string, ProofMemory>>
  readonly throttle: StatusThrottle
  readonly takeovers: LabelTakeovers
  /** Conflicts in a row, by cluster. */
  readonly conflicts: Backoff
  readonly causes: CauseExplainer
  readonly figures: FleetMetrics
  /** Which clusters are worked on; the others are left to the controllers of their shards. */
  readonly isOurs: IsOurs
}

/** Since when a proof holds, or does not. */
export interface ProofMemory {
  readonly stability: StabilityMemory | undefined
  /** On our own monotonic clock. */
  readonly brokenSince: number | undefined
}

/** Which clusters are ours, and what to call when something happened on one. */
export interface DependencyOptions {
  readonly isOurs: IsOurs
  readonly onChange: (key: string) => void
}

/** Makes the dependencies with nothing read and nothing remembered. */
export function makeDependencies(
  world: World,
  management: Management,
  { isOurs, onChange }: DependencyOptions,
): Dependencies {
  const views = new ViewPool(world, onChange)
  return {
    world,
    management,
    views,
    sources: new SourceReader(world),
    proofs: new WorkloadView(
      world,
      { api: world.management, close: () => undefined, connections: () => 1 },
      { onChange: () => undefined },
    ),
    memories: new Map(),
    throttle: new StatusThrottle(world.clock),
    takeovers: new LabelTakeovers(world.clock),
    conflicts: new Backoff(CONFLICTS, world.random),
    causes: new CauseExplainer(world.clock.elapsed),
    figures: new FleetMetrics({ world, management: fleetOfShard(management, isOurs), views }),
    isOurs,
  }
}

/** Drops what is remembered of a cluster that is gone, or not ours any more. */
export function forgetCluster(
  { views, memories, throttle, causes, conflicts, takeovers }: Dependencies,
  key: string,
): void {
  views.forget(key)
  conflicts.reset(key)
  takeovers.forget(key)
  causes.forget(key)
  throttle.forget(key)
  memories.delete(key)
}
