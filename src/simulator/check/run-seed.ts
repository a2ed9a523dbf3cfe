import { forkRandom, pick, seededRandom } from '../clock/seeded-random.ts'
import { healingPlan } from '../faults/healing-plan.ts'
import { type FaultRates, seededPlan, swarmRates } from '../faults/seeded-plan.ts'
import { type FleetOptions } from '../fleet/simulated-fleet.ts'
import { type SampleFleet, sampleFleet } from '../fleet/sample-fleet.ts'
import { endState } from './end-state.ts'
import { troubleFleet } from './trouble.ts'

/** Every fleet is the same; a seed only decides on what happens to it. */
export const FLEET_SEED = 1
/** How long faults go on, and how long a fleet may need after them. */
const FAULTY_MS = 180_000
const HEALED_MS = 1_800_000
/** Longer than the ten minutes after which everything is listed again: until then an event that was lost may be missed. */
export const SETTLED_MS = 900_000

/** What came of a run. Without problems it is as good as one in which nothing went wrong. */
export interface SeedResult {
  readonly seed: number
  readonly faults: number
  readonly rates: FaultRates
  readonly problems: readonly string[]
  readonly sample: SampleFleet
}

/** How a fleet ends when nothing goes wrong. */
export async function undisturbedEnd(clusters: number): Promise<string> {
  const sample = sampleFleet(clusters, { seed: FLEET_SEED, keeps: () => false })
  await sample.untilReady()
  await sample.fleet.clock.advance(SETTLED_MS)
  return endOf(sample)
}

/** Runs a fleet with the faults of a seed, heals it, and holds it against `want`, the end of an undisturbed one. */
export async function runSeed(
  seed: number,
  {
    clusters,
    want,
    keeps = () => false,
  }: { readonly clusters: number; readonly want: string } & Pick<FleetOptions, 'keeps'>,
): Promise<SeedResult> {
  const random = seededRandom(seed)
  const rates = swarmRates(forkRandom(random), pick(random, [0.02, 0.1, 0.3]) ?? 0.1)
  const plan = healingPlan(seededPlan(forkRandom(random), rates))
  const sample = sampleFleet(clusters, { seed: FLEET_SEED, controllerSeed: seed, plan, keeps })
  const heal = troubleFleet(sample.fleet, forkRandom(random))

  await sample.fleet.clock.advance(FAULTY_MS)
  plan.heal()
  heal()
  const isReady = await sample.untilReady(HEALED_MS)
  await sample.fleet.clock.advance(SETTLED_MS)
  return { seed, faults: plan.count(), rates, problems: problemsOf(sample, { isReady, want }), sample }
}

/** What is wrong with a run that has come to its end. */
export function problemsOf(
  sample: SampleFleet,
  { isReady, want }: { readonly isReady: boolean; readonly want: string },
): readonly string[] {
  const gates = sample.opened
    .filter(({ problem }) => problem !== undefined)
    .map(({ t, cluster, step, problem }) => `at ${t} ms gate "${step}" of ${cluster}: ${problem}`)
  const end = isReady ? endOf(sample) : ''
  return [
    ...gates,
    ...(isReady ? [] : [`only ${sample.fleet.readyCount} clusters are ready`]),
    ...(isReady && end !== want ? [`it ends otherwise: ${firstDifference(end, want)}`] : []),
    ...(hasSecret(sample) ? ['a value of a Secret is in the log'] : []),
  ]
}

function endOf({ fleet }: SampleFleet): string {
  const stores = [['management', fleet.management] as const, ...fleet.workloads]
  const states = stores
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, store]) => [name, endState(store)])
  return JSON.stringify(Object.fromEntries(states), undefined, 1)
}

function firstDifference(end: string, want: string): string {
  const [lines, wanted] = [end.split('\n'), want.split('\n')]
  const index = lines.findIndex((line, at) => line !== wanted[at])
  const around = (all: readonly string[]) => all.slice(Math.max(0, index - 3), index + 3).join(' ')
  return `${around(lines)} in place of ${around(wanted)}`
}

function hasSecret({ fleet }: SampleFleet): boolean {
  return JSON.stringify(fleet.log).includes('queue-of-')
}
