import type { FleetPlan } from '../../domain/fleet/fleet-snapshot.ts'
import type { FleetRow } from '../../domain/fleet/fleet-row.ts'
import type { ClusterResponse } from './cluster-response.ts'
import type { Fresh, ToReady } from './fleet-response.ts'

/**
 * `GET /api/v1/stream?topics=fleet,cluster:prod/blue&after=<seq>`: server-sent events. The `event` is `patch`, `resync` or
 * `ping`, the `id` is `seq`, the `data` is JSON of one of these. `Last-Event-ID` counts more than `after`.
 */
export type StreamEvent =
  | ({ readonly event: 'patch' } & StreamPatch)
  | { readonly event: 'resync'; readonly data: ResyncData }
  | { readonly event: 'ping'; readonly data: PingData }

/** A change of one topic. */
export type StreamPatch = { readonly data: FleetPatch } | { readonly data: ClusterPatch }

/** What changed in the fleet: whole rows, and those that are gone. */
export interface FleetPatch extends Fresh {
  readonly topic: 'fleet'
  readonly seq: number
  readonly rows?: readonly FleetRow[]
  /** `prod/blue`. */
  readonly removed?: readonly string[]
  /** All of them, if one changed. */
  readonly fitouts?: readonly FleetPlan[]
  readonly unselected?: number
  readonly toReady?: ToReady
}

/** A cluster as it is now; without `cluster` it is gone, or not to be seen any more. */
export interface ClusterPatch extends Fresh {
  readonly topic: `cluster:${string}`
  readonly seq: number
  readonly cluster?: ClusterResponse
}

/** Something was missed: fetch the topics anew, once, with jitter, and open the stream from their `seq`. */
export interface ResyncData {
  readonly seq: number
  readonly reason: 'gap' | 'slow' | 'restarted'
}

/** Every 15 seconds: the connection is alive, and this is how fresh the server's knowledge is. */
export interface PingData extends Fresh {
  readonly seq: number
}
