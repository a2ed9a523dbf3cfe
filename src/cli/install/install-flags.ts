import type { Flags } from '../command/command.ts'
import { connectionFlags } from '../fleet/fleet-flags.ts'

/** How to reach the management cluster, and where on it Fitout is. */
export const installFlags = {
  ...connectionFlags,
  namespace: { help: 'Namespace of the controller (default fitout-system)', value: 'name', short: 'n' },
} as const satisfies Flags
