import { below, forkRandom, pick, seededRandom } from '../../src/simulator/clock/seeded-random.ts'
import { type FaultName, faultNames } from '../../src/simulator/faults/seeded-plan.ts'
import { STEPS } from './swarm-plan.ts'
import { type TroubleName, troubleNames, withoutElection } from './trouble-names.ts'

/** All that a run depends on. A recipe that was shrunk is a run of its own. */
export interface Recipe {
  readonly seed: number
  readonly clusters: number
  readonly steps: number
  /** The kinds of faults that calls and events meet. */
  readonly faults: readonly FaultName[]
  /** The kinds of trouble that the fleet gets into. */
  readonly troubles: readonly TroubleName[]
}

/** For how long things go wrong: less than a minute, or many. */
export type Duration = 'short' | 'long'

/** How large a fleet is. */
export interface Size {
  readonly clusters?: number
  readonly steps?: number
}

const CLUSTERS = 10
/** Of all kinds of faults and trouble: all at once would hide what few of them show. */
const SHARE = 0.3

/** How often several candidates stand for election, where that can be seen. */
const ELECTED = 0.25
/** One seed of so many is about trouble that lasts. */
const LONG_EVERY = 8
/** Minutes cost more than seconds, and few clusters show the same. */
const LONG_CLUSTERS = 5
/** Of trouble that lasts, few kinds at a time are enough. */
const MOST_LASTING = 3

/** How long the trouble of a seed lasts. */
export function durationOf({ seed }: Pick<Recipe, 'seed'>): Duration {
  return seed % LONG_EVERY === 0 ? 'long' : 'short'
}

/** What a seed chooses. */
export function recipeOf(seed: number, size: Size = {}): Recipe {
  const recipe = shortRecipe(seed, size)
  if (durationOf(recipe) === 'short') return recipe
  const random = forkRandom(seededRandom(seed))
  const count = 1 + below(random, MOST_LASTING)
  const chosen = new Set(Array.from({ length: count }, () => pick(random, troubleNames)))
  const faults = random() < SHARE ? recipe.faults : []
  const clusters = Math.min(LONG_CLUSTERS, recipe.clusters)
  return { ...recipe, clusters, faults, troubles: troubleNames.filter(name => chosen.has(name)) }
}

function shortRecipe(seed: number, { clusters = CLUSTERS, steps = STEPS }: Size): Recipe {
  const random = forkRandom(seededRandom(seed))
  // Some seeds are only about faults, some only about trouble.
  const [faultShare, troubleShare] = pick(random, [
    [SHARE, SHARE],
    [SHARE, 0],
    [0, SHARE],
  ] as const) ?? [SHARE, SHARE]
  const faults = faultNames.filter(() => random() < faultShare)
  const troubles = troubleNames.filter(() => random() < troubleShare)
  const isElected = random() < ELECTED
  return { seed, clusters, steps, faults, troubles: isElected ? troubles : withoutElection(troubles) }
}

/** One command that runs a recipe again, alone and with all its words. */
export function replayCommand({ seed, clusters, steps, faults, troubles }: Recipe): string {
  const whole = recipeOf(seed, { clusters, steps })
  const isWhole = faults.length === whole.faults.length && troubles.length === whole.troubles.length
  const only = isWhole ? [] : [`FITOUT_ONLY=${[...faults, ...troubles].join(',') || 'nothing'}`]
  const size = [
    ...(clusters === CLUSTERS ? [] : [`FITOUT_CLUSTERS=${clusters}`]),
    ...(steps === STEPS ? [] : [`FITOUT_STEPS=${steps}`]),
  ]
  return [`FITOUT_SEED=${seed}`, ...only, ...size, 'node test/swarm/stage/replay.ts'].join(' ')
}

/** Reads the recipe that such a command names. */
export function readRecipe(env: Readonly<Record<string, string | undefined>>): Recipe {
  const number = (name: string, usual: number): number => {
    const value = Number(env[name] || usual)
    if (!Number.isSafeInteger(value) || value < 0)
      throw new Error(`cannot read the recipe: ${name} is no number`)
    return value
  }
  const whole = recipeOf(number('FITOUT_SEED', 1), {
    clusters: number('FITOUT_CLUSTERS', CLUSTERS),
    steps: number('FITOUT_STEPS', STEPS),
  })
  const { FITOUT_ONLY: named } = env
  if (!named) return whole
  const only = new Set(named.split(','))
  return {
    ...whole,
    faults: faultNames.filter(name => only.has(name)),
    troubles: troubleNames.filter(name => only.has(name)),
  }
}
