import type { Call } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Fitout } from '../../domain/api/schema/fitout-schema.ts'
import type { StabilityMemory } from '../../domain/proof/fold-stability.ts'
import { Backoff } from '../../engine/queue/backoff.ts'
import type { Management } from '../management/management.ts'
import { FleetMetrics } from '../metrics/fleet-metrics.ts'
import { ViewPool } from '../views/view-pool.ts'
import { WorkloadView } from '../views/workload-view.ts'
import type { World } from '../world.ts'
import { type IsOurs, fleetOfShard } from '../shard/shard-filter.ts'
import { CauseExplainer } from './explain-cause.ts'
import { SourceReader } from './source-reader.ts'
import { Takings } from './takings.ts'
import { WordPace } from './word-pace.ts'

/** Who loses against somebody else tries again soon, and ever more rarely. */
const CONFLICTS = { baseMs: 500, capMs: 15_000 }

/** What gathering needs, for as long as the controller runs. */
export interface Gathering {
  readonly world: World
  readonly management: Management
  readonly views: ViewPool
  readonly sources: SourceReader
  /** The management cluster, as proofs read it. Nothing of it is followed: such proofs are few. */
  readonly proofs: WorkloadView
  /** What is remembered of proofs, by cluster and step. Lost with the process: then it begins anew. */
  readonly memories: Map<string, Map<string, ProofMemory>>
  readonly pace: WordPace
  readonly takings: Takings
  /** How often in a row somebody was faster, by cluster. */
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

/** What is worked on, and who is told of clusters on which something happened. */
export interface GatheringOptions {
  readonly isOurs: IsOurs
  readonly onChange: (key: string) => void
}

/** Starts with empty hands. */
export function startGathering(
  world: World,
  management: Management,
  { isOurs, onChange }: GatheringOptions,
): Gathering {
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
    pace: new WordPace(world.clock),
    takings: new Takings(world.clock),
    conflicts: new Backoff(CONFLICTS, world.random),
    causes: new CauseExplainer(world.clock.elapsed),
    figures: new FleetMetrics({ world, management: fleetOfShard(management, isOurs), views }),
    isOurs,
  }
}

/** Drops what is remembered of a cluster that is gone, or not ours any more. */
export function forgetCluster(
  { views, memories, pace, causes, conflicts, takings }: Gathering,
  key: string,
): void {
  views.forget(key)
  conflicts.reset(key)
  takings.forget(key)
  causes.forget(key)
  pace.forget(key)
  memories.delete(key)
}

/** One cluster, and how to look at it. */
export interface Question {
  readonly cluster: KubeObject
  readonly fitout: Fitout
  /** What a person wrote who wants everything to be looked at again. */
  readonly refresh: string | undefined
  /** The steps about which servers are asked now, instead of trusting what is followed. */
  readonly fresh: ReadonlySet<string>
  /** Steps to ask about in any case: all at once is faster than one after the other. */
  readonly steps?: ReadonlySet<string>
  readonly call: Call
}

/** A cluster that can be read, and is asked about its steps. */
export interface Asking {
  readonly gathering: Gathering
  readonly question: Question
  readonly view: WorkloadView
  readonly version: string
}
