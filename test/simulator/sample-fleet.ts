import { type OpenedGate, watchGates } from './watch-gates.ts'
import { karpenterChart } from './sample-packs.ts'
import { sampleObjects } from './sample-plan.ts'
import { type FleetOptions, SimulatedFleet } from '../../src/simulator/fleet/simulated-fleet.ts'

/** A fleet with the sample, and every gate that opened. */
export interface SampleFleet {
  readonly fleet: SimulatedFleet
  readonly opened: readonly OpenedGate[]
  /** Lets time pass until all clusters are ready; returns whether they are. */
  readonly untilReady: (limit?: number) => Promise<boolean>
}

const LIMIT_MS = 600_000

/** A fleet of so many clusters with the sample's plan. The controller is started. */
export function sampleFleet(count: number, options: FleetOptions): SampleFleet {
  const fleet = new SimulatedFleet({ workload: { chartOf: karpenterChart }, ...options })
  const opened: OpenedGate[] = []
  fleet.management.attach(watchGates(fleet, gate => opened.push(gate)))
  const names = Array.from({ length: count }, (_, index) => `cluster-${index}`)
  for (const object of sampleObjects(names)) fleet.put(object)
  fleet.start()
  const untilReady = (limit = LIMIT_MS): Promise<boolean> =>
    fleet.run(() => fleet.readyCount === count, limit)
  return { fleet, opened, untilReady }
}
