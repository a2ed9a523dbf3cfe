import { type Moment, crashAt, noFaults } from '../faults/fault-plan.ts'
import { sampleFleet } from '../fleet/sample-fleet.ts'
import { problemsOf, SETTLED_MS, FLEET_SEED } from './run-seed.ts'

/** How many writes the controller does in a run in which nothing goes wrong. */
export async function countWrites(clusters: number): Promise<number> {
  const { fleet, untilReady } = sampleFleet(clusters, { seed: FLEET_SEED, keeps: isWrite })
  await untilReady()
  await fleet.clock.advance(SETTLED_MS)
  return fleet.history.lines.length
}

function isWrite({ write }: { readonly write?: number }): boolean {
  return write !== undefined
}

/** Lets the first controller die at one of its writes, and holds what the next one makes of it against `want`. */
export async function runCrash(
  { write, at }: { readonly write: number; readonly at: Moment },
  { clusters, want }: { readonly clusters: number; readonly want: string },
): Promise<readonly string[]> {
  const crash = crashAt(write, at)
  const plan = {
    ...noFaults,
    onCall: (call: Parameters<typeof crash.onCall>[0]) =>
      call.actor === 'fitout-1' ? crash.onCall(call) : undefined,
  }
  const sample = sampleFleet(clusters, { seed: FLEET_SEED, plan, keeps: () => false })
  const isReady = await sample.untilReady()
  await sample.fleet.clock.advance(SETTLED_MS)
  const isRestarted = sample.fleet.starts === 2
  return [...problemsOf(sample, { isReady, want }), ...(isRestarted ? [] : ['the controller did not die'])]
}
