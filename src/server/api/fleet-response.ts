import type { Instant } from '../../domain/explain/why.ts'
import type { FleetRow } from '../../domain/fleet/fleet-row.ts'
import type { FleetPlan } from '../../domain/fleet/fleet-snapshot.ts'
import type { CauseCount, StateCount } from '../../domain/fleet/sum-fleet.ts'

/**
 * `GET /api/v1/fleet`: every cluster that the user may see. Counts and causes are made from the rows (`clusterOfRow`,
 * `countStates`, `countCauses` of src/domain/fleet), as they change with each patch.
 */
export interface FleetResponse extends Fresh {
  /** The number of the last change in here: the stream goes on from it (`stream?topics=fleet&after=<seq>`). */
  readonly seq: number
  /** By namespace and name. */
  readonly fitouts: readonly FleetPlan[]
  /** By namespace and name. */
  readonly rows: readonly FleetRow[]
  /** How many clusters that the user may see no Fitout selects. */
  readonly unselected: number
  /** Whether only some namespaces are shown, as the user may not see all: `Only namespaces you have access to are shown`. */
  readonly isPartial: boolean
  readonly toReady: ToReady
  /** There above 5,000 clusters: the server filters (`?q=`) and pages (`&cursor=`). */
  readonly page?: FleetPageInfo
}

/** How true an answer is. */
export interface Fresh {
  /** When the server last knew this to be so. */
  readonly asOf: Instant
  /** Since when the server hears nothing of the management cluster; absent while all is well. */
  readonly silentSince?: Instant
  /** What a reader has to know of how true it is: `the controller is not running: it was last seen …`. */
  readonly note?: string
}

/** How long clusters took until all their steps were ready, in seconds. */
export interface ToReady {
  /** Of how many clusters this is known. */
  readonly count: number
  readonly median?: number
  readonly p95?: number
}

/** Where a page stands in a fleet that is too large for one answer, and what is true of all of it. */
export interface FleetPageInfo {
  /** How many clusters the query hits. */
  readonly total: number
  /** For the next page; absent on the last one. */
  readonly cursor?: string
  readonly states: readonly StateCount[]
  readonly causes: readonly CauseCount[]
}
