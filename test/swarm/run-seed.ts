import type { Random } from '../../src/engine/clock.ts'
import { below, forkRandom, pick, seededRandom } from '../../src/simulator/clock/seeded-random.ts'
import type { HistoryLine } from '../../src/simulator/faults/history.ts'
import { ratesOf, seededPlan } from '../../src/simulator/faults/seeded-plan.ts'
import { type Judgement, judgeRun, lieMsOf, shardGraceMsOf, staleMsOf } from './judge-run.ts'
import { type Recipe, durationOf } from './recipe.ts'
import { Scene } from './scene.ts'
import { hasElection, hasShards } from './trouble-names.ts'
import { beginWithShard } from './trouble-shards.ts'
import { troubleFleet } from './trouble-fleet.ts'
import { fittedOut } from './undisturbed.ts'

/** How long things go wrong. */
const FAULTY_MS = [5_000, 10_000, 20_000, 40_000] as const
/** How long trouble goes on that lasts; meanwhile one must look after all. */
const LASTING_MS = { least: 200_000, span: 440_000 }
const FEW_WORKERS = 1
/** How many of ten clusters are new; the others were fitted out before. */
const NEW_OF_TEN = [0, 0, 1, 1] as const
/** As late as a write arrives at all. */
const LATE_MS = 41_000
/** How often all of them are. */
const ALL_NEW = 0.01

/** What came of a seed. Without problems it is as good as a run in which nothing went wrong. */
export interface SeedReport {
  readonly recipe: Recipe
  readonly problems: readonly string[]
  /** How often each kind of fault and trouble came. */
  readonly faults: Readonly<Record<string, number>>
  /** How many gates opened. */
  readonly gates: number
  readonly virtualMs: number
  /** The longest time that a cluster was called ready and was not, by where it was. */
  readonly longestLies: Judgement['longestLies']
  /** How long gates stayed shut that could open. */
  readonly delays: readonly number[]
  /** How many writes reached the management cluster. */
  readonly writes: number
}

/** How a run is looked at. */
export interface Watching {
  /** Which lines of the history are kept; none by default. */
  readonly keeps?: (line: HistoryLine) => boolean
  readonly onScene?: (scene: Scene) => void
  /** Hears of every fault and trouble. */
  readonly tell?: (text: string) => void
}

/** Runs a fleet with all that a recipe has in store for it, heals it, and holds it against one that nothing happened to. */
export async function runSeed(recipe: Recipe, watching: Watching = {}): Promise<SeedReport> {
  const { keeps, onScene } = watching
  const { seed, clusters, steps, faults, troubles } = recipe
  const random = seededRandom(seed)
  const counts = new Map<string, number>()
  const tell = (name: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    watching.tell?.(`${scene.now.toFixed(0).padStart(8)} ms  ${name}`)
  }
  const rates = ratesOf(forkRandom(random), faults, pick(random, [0.02, 0.1, 0.3]) ?? 0.1)
  const ofPlan = forkRandom(random)
  const ofTrouble = forkRandom(random)
  const faultyMs = pick(random, FAULTY_MS) ?? 0
  const duration = durationOf(recipe)
  const beginning = { clusters, steps, edition: 'base', version: 1 } as const
  const old = clusters - newOf(clusters, random)
  const scene = new Scene({
    beginning,
    ...(old === 0 ? {} : { image: await fittedOut({ ...beginning, clusters: old }) }),
    ...(faults.length === 0 ? {} : { plan: seededPlan(ofPlan, rates, tell) }),
    controllerSeed: seed,
    staleMs: staleMsOf(recipe),
    lateMs: LATE_MS,
    lieMs: lieMsOf(recipe),
    ...(duration === 'long' ? { workers: FEW_WORKERS } : {}),
    ...(keeps ? { keeps } : {}),
    ...(hasElection(troubles) ? { election: { graceMs: shardGraceMsOf(recipe) } } : {}),
  })
  onScene?.(scene)
  const end = troubleFleet(scene, troubles, { random: ofTrouble, tell, duration })
  scene.startControllers()
  if (hasShards(troubles)) beginWithShard(scene)
  await scene.fleet.clock.advance(faultyMs)
  if (duration === 'long') {
    scene.healFaults()
    await scene.fleet.clock.advance(LASTING_MS.least + below(random, LASTING_MS.span))
  }
  end()
  scene.heal()
  const judged = await judgeRun(scene, recipe)
  return {
    recipe,
    problems: judged.problems,
    faults: Object.fromEntries(counts),
    gates: scene.opened.length,
    virtualMs: scene.now,
    longestLies: judged.longestLies,
    delays: judged.delays,
    writes: judged.writes,
  }
}

function newOf(clusters: number, random: Random): number {
  const share = random() < ALL_NEW ? 10 : (pick(random, NEW_OF_TEN) ?? 0)
  return Math.ceil((clusters * share) / 10)
}
