import type { Finder, PlantedBug } from './planted-bug.ts'
import { type Child, type ChildEnd, runChild } from './run-child.ts'

/** What a search came to: what was seen first, or nothing. */
export interface Finding {
  readonly bug: PlantedBug
  /** Undefined when the bug survives. */
  readonly found: Found | undefined
  readonly seconds: number
}

interface Found {
  /** `seed 7`, or the file of the tests. */
  readonly by: string
  readonly seed?: number
  /** The rule that was broken, or the test that failed. */
  readonly rule: string
  readonly sentence: string
}

/** How to search. */
export interface Search {
  /** The last seed to try. */
  readonly seeds: number
  /** Whether to begin with the seed that found a bug last; else with the first. */
  readonly knowsSeeds: boolean
  readonly patienceMs: number
  /** Which seeds are known to find nothing without a bug; several bugs share a seed. */
  readonly clean: Map<number, Promise<boolean>>
  readonly run?: (child: Child) => Promise<ChildEnd>
}

/** Looks for a bug with the seeds. */
export async function findBySeeds(bug: PlantedBug, search: Search): Promise<Finding> {
  const startedAt = performance.now()
  const found = await bySeeds(bug, search)
  return { bug, found, seconds: (performance.now() - startedAt) / 1000 }
}

async function bySeeds(bug: PlantedBug, search: Search): Promise<Found | undefined> {
  for (let left = seedsFor(bug, search); left.length > 0;) {
    const { found, tried } = await firstOf(bug, left, search)
    if (!found || (await isClean(found, search))) return found
    // What the seed found is there without the bug, too.
    left = left.slice(tried)
  }
  return undefined
}

function seedsFor({ finder }: PlantedBug, { seeds, knowsSeeds }: Search): readonly number[] {
  const all = Array.from({ length: seeds }, (_, index) => index + 1)
  const known = knowsSeeds && finder.by === 'seeds' ? finder.seed : undefined
  return known === undefined ? all : [known, ...all.filter(seed => seed !== known)]
}

interface Tried {
  readonly found: Found | undefined
  readonly tried: number
}

async function firstOf({ id, finder }: PlantedBug, seeds: readonly number[], search: Search): Promise<Tried> {
  const { patienceMs, run = runChild } = search
  const args = seeds.map(String)
  const { lines, end, error } = await run({ program: 'run-seeds.ts', args, bug: id, patienceMs })
  const results = lines.filter(isResult)
  const last = results.findLast(({ problems }) => problems.length > 0)
  if (last) return { found: foundBy(last, finder), tried: results.length }
  const seed = seeds[results.length] ?? 0
  if (end === 'done') return { found: undefined, tried: results.length }
  const sentence = end === 'endless' ? 'it does not come to its end' : (error.trim().split('\n').at(0) ?? '')
  return { found: { by: `seed ${seed}`, seed, rule: end, sentence }, tried: results.length + 1 }
}

/** What a seed came to. */
interface SeedResult {
  readonly seed: number
  /** Each begins with the name of its rule. */
  readonly problems: readonly string[]
}

function isResult(line: unknown): line is SeedResult {
  return typeof line === 'object' && line !== null && 'seed' in line && 'problems' in line
}

// Of several problems the one that the bug is known for says most about it.
function foundBy({ seed, problems }: SeedResult, finder: Finder): Found {
  const isKnown = (problem: string) => finder.by === 'seeds' && problem.startsWith(`${finder.rule}:`)
  const problem = problems.find(isKnown) ?? problems[0] ?? ''
  const [, rule = '', sentence = problem] = /^(\w+): (.*)$/s.exec(problem) ?? []
  return { by: `seed ${seed}`, seed, rule, sentence }
}

/**
 * Runs the seeds that bugs are known by, without a bug and in one process; those behind one that finds something get
 * another.
 */
export function cleanOf(
  bugs: readonly PlantedBug[],
  search: Omit<Search, 'clean'>,
): Map<number, Promise<boolean>> {
  const { patienceMs, knowsSeeds, run = runChild } = search
  const known = bugs.map(({ finder }) => (finder.by === 'seeds' ? finder.seed : undefined))
  const seeds = knowsSeeds ? [...new Set(known.filter(seed => seed !== undefined))] : []
  if (seeds.length === 0) return new Map()
  const all = run({ program: 'run-seeds.ts', args: seeds.map(String), patienceMs })
  const isCleanIn = async (seed: number): Promise<boolean> => {
    const result = (await all).lines.filter(isResult).find(one => one.seed === seed)
    return result === undefined ? runClean(seed, search) : result.problems.length === 0
  }
  return new Map(seeds.map(seed => [seed, isCleanIn(seed)]))
}

function isClean({ seed = 0 }: Found, search: Search): Promise<boolean> {
  const known = search.clean.get(seed) ?? runClean(seed, search)
  search.clean.set(seed, known)
  return known
}

async function runClean(
  seed: number,
  { patienceMs, run = runChild }: Omit<Search, 'clean'>,
): Promise<boolean> {
  const { lines, end } = await run({ program: 'run-seeds.ts', args: [String(seed)], patienceMs })
  return end === 'done' && lines.filter(isResult).every(({ problems }) => problems.length === 0)
}
