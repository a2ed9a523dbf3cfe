import type { Clock } from '../../engine/clock.ts'
import type { LiveFleet } from '../../fleet/link/link.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { ConnectionFlags } from './fleet-flags.ts'

/** All that the commands of a fleet touch outside. */
export interface FleetWorld {
  /** Throws a Refusal if the kubeconfig gives no way. */
  readonly connect: (way: ConnectionFlags) => Promise<LiveFleet>
  readonly clock: Clock
  /** Undefined where there is none. */
  readonly terminal: () => Promise<Terminal | undefined>
}
