import { describe, expect, test } from 'vitest'
import { cleanOf, findBySeeds } from './find-by-seeds.ts'
import type { Finder, PlantedBug } from './planted-bug.ts'
import type { Child, ChildEnd } from './run-child.ts'

const SEEDS = 4

function aBug(finder: Finder): PlantedBug {
  return { number: 1, id: 'a-bug', sentence: 'Something', file: 'a.ts', from: 'a', to: 'b', finder }
}

const bySeeds = aBug({ by: 'seeds', rule: 'pause' })

/** Seeds that find something with the bug in, and seeds that find something anyway; all others find nothing. */
interface Seeds {
  readonly finding?: readonly number[]
  readonly broken?: readonly number[]
  readonly endless?: number
}

function childrenOf({ finding = [], broken = [], endless }: Seeds, asked: string[] = []) {
  return async ({ args, bug = 'none' }: Child): Promise<ChildEnd> => {
    asked.push(`${bug}: ${args.join(' ')}`)
    const lines: unknown[] = []
    for (const seed of args.map(Number)) {
      if (seed === endless && bug !== 'none') return { lines, end: 'endless', error: '' }
      const isFound = broken.includes(seed) || (bug !== 'none' && finding.includes(seed))
      lines.push({ seed, problems: isFound ? ['quiet: a write', 'pause: labels: of a paused cluster'] : [] })
      if (isFound) break
    }
    return { lines, end: 'done', error: '' }
  }
}

async function foundBy(seeds: Seeds, asked: string[] = [], { bug = bySeeds, knowsSeeds = true } = {}) {
  const run = childrenOf(seeds, asked)
  return (await findBySeeds(bug, { seeds: SEEDS, knowsSeeds, patienceMs: 1000, clean: new Map(), run })).found
}

const pause = { rule: 'pause', sentence: 'labels: of a paused cluster' }

describe('A bug that seeds must find', () => {
  test('is found by the first seed that has a problem, and told by the rule that it is known for', async () => {
    expect(await foundBy({ finding: [2, 3] })).toEqual({ by: 'seed 2', seed: 2, ...pause })
  })

  test('is looked for no further, and the seed that found it is run without it', async () => {
    const asked: string[] = []
    await foundBy({ finding: [2, 3] }, asked)
    expect(asked).toEqual(['a-bug: 1 2 3 4', 'none: 2'])
  })

  test('is looked for with the seed that found it last, and then from the first on', async () => {
    const bug = aBug({ by: 'seeds', rule: 'pause', seed: 3 })
    const asked: string[] = []
    expect(await foundBy({ finding: [3] }, asked, { bug })).toMatchObject({ by: 'seed 3' })
    expect(await foundBy({ finding: [2] }, asked, { bug })).toMatchObject({ by: 'seed 2' })
    expect(await foundBy({ finding: [1, 3] }, asked, { bug, knowsSeeds: false })).toMatchObject({
      by: 'seed 1',
    })
    expect(asked).toEqual([
      'a-bug: 3 1 2 4',
      'none: 3',
      'a-bug: 3 1 2 4',
      'none: 2',
      'a-bug: 1 2 3 4',
      'none: 1',
    ])
  })

  test('is not found by a seed that has a problem without it', async () => {
    expect(await foundBy({ finding: [4], broken: [1, 2] })).toMatchObject({ by: 'seed 4' })
    expect(await foundBy({ broken: [1, 2, 3, 4] })).toBeUndefined()
  })

  test('is found when it never comes to an end', async () => {
    const sentence = 'it does not come to its end'
    expect(await foundBy({ endless: 2 })).toEqual({ by: 'seed 2', seed: 2, rule: 'endless', sentence })
  })

  test('survives when no seed finds it', async () => {
    expect(await foundBy({})).toBeUndefined()
  })
})

describe('The seeds that bugs are known by', () => {
  const bugs = [3, 1, 3, 2].map(seed => aBug({ by: 'seeds', rule: 'pause', seed }))

  async function cleanSeeds(seeds: Seeds, { knowsSeeds = true } = {}) {
    const asked: string[] = []
    const run = childrenOf(seeds, asked)
    const clean = cleanOf([...bugs, bySeeds], { seeds: SEEDS, knowsSeeds, patienceMs: 1000, run })
    const entries = [...clean].map(async ([seed, isClean]) => [seed, await isClean] as const)
    return { asked, clean: Object.fromEntries(await Promise.all(entries)) }
  }

  test('are run without a bug in one process', async () => {
    expect(await cleanSeeds({})).toEqual({ asked: ['none: 3 1 2'], clean: { 1: true, 2: true, 3: true } })
  })

  test('are run again behind one that finds something', async () => {
    expect(await cleanSeeds({ broken: [1] })).toEqual({
      asked: ['none: 3 1 2', 'none: 2'],
      clean: { 1: false, 2: true, 3: true },
    })
  })

  test('are not run when nobody shall know them', async () => {
    expect(await cleanSeeds({}, { knowsSeeds: false })).toEqual({ asked: [], clean: {} })
  })
})
