import type { CompatFacts } from '../../domain/compat/component-facts.ts'
import type { MeResponse } from '../api/me-response.ts'
import type { FleetGit } from '../git/fleet-git.ts'
import type { ConsoleFleet } from '../fleet/console-fleet.ts'
import type { StreamHub } from '../stream/stream-hub.ts'

/** What the routes answer from. */
export interface ConsoleWorld {
  readonly fleet: ConsoleFleet
  readonly streams: StreamHub
  /** The version of Fitout. */
  readonly version: string
  readonly mode: MeResponse['mode']
  readonly management: MeResponse['management']
  /** Which versions fit together. */
  readonly facts: CompatFacts
  /** The fleet repository; undefined if no Git host is configured. */
  readonly git: FleetGit | undefined
}
