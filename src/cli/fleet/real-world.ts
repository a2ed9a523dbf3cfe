import { systemClock } from '../../kube/system-clock.ts'
import type { Io } from '../io/io.ts'
import type { FleetWorld } from './fleet-world.ts'

/** The world outside. The Kubernetes client is loaded when someone connects, the terminal when a user watches. */
export function realWorld(io: Io): FleetWorld {
  return {
    connect: async way => {
      const { connectFleet } = await import('./connect-fleet.ts')
      return connectFleet(way, io)
    },
    clock: systemClock,
    terminal: async () => {
      const { processTerminal } = await import('../terminal/process-terminal.ts')
      return processTerminal()
    },
  }
}
