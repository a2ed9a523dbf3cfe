import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'

/** What else is read of a fleet. */
export interface ReadOptions {
  /** Whether to look for the versions that packs deliver, and for that of Cluster API. */
  readonly withVersions?: boolean
}

/** Where a fleet is read from: a management cluster, or a file. */
export interface FleetSource {
  /** The fleet as it is now. Throws a Refusal that says why it cannot be had. */
  readonly read: (options?: ReadOptions) => Promise<FleetSnapshot>
  /** The fleet as it is now, and again whenever something has changed, until the signal ends it. */
  readonly follow: (signal: AbortSignal) => AsyncIterable<FleetSnapshot>
  /** What a reader has to know of how true it is; undefined if there is nothing to say. */
  readonly note: (fleet: FleetSnapshot) => string | undefined
}
