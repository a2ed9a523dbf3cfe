import { expect, test } from 'vitest'
import { findAll, sumUp } from './find-all.ts'
import { plantedBugs } from './planted-bugs.ts'
import type { Child, ChildEnd } from './run-child.ts'

const bugs = plantedBugs.slice(0, 4)

// As if the first two were found at once, and the others never.
async function run({ program, args, bug }: Child): Promise<ChildEnd> {
  const lines =
    program === 'run-tests.ts'
      ? args.map(id => ({ bug: id, seconds: 1, ...(isFound(id) ? { test: 'a test' } : {}) }))
      : isFound(bug)
        ? [{ seed: Number(args[0]), problems: ['a: b'] }]
        : []
  return { lines, end: 'done', error: '' }
}

function isFound(id: string | undefined): boolean {
  return bugs.slice(0, 2).some(one => one.id === id)
}

test('all bugs are looked for, some at a time, and those that survive are named', async () => {
  const told: number[] = []
  const search = { seeds: 2, knowsSeeds: true, patienceMs: 1000, clean: new Map(), run, atOnce: 2 }
  const findings = await findAll(bugs, search, ({ bug }) => told.push(bug.number))
  expect(told.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
  expect(sumUp(findings, search)).toBe(
    'planted bugs: found 2 of 4, by seeds 2, by unit tests 0; nobody finds lists-of-any-age, proof-by-name',
  )
  expect(
    sumUp(
      findings.filter(({ found }) => found),
      search,
    ),
  ).toBe('planted bugs: found 2 of 2, by seeds 2, by unit tests 0')
})

test('a bug that another seed has found than the one that is known is named with both', () => {
  const [one, two] = plantedBugs.filter(({ finder }) => finder.by === 'seeds')
  if (one?.finder.by !== 'seeds' || two?.finder.by !== 'seeds') throw new Error('seeds find no bug')
  const found = { by: '', rule: 'a', sentence: 'b' }
  const findings = [
    { bug: one, found: { ...found, seed: one.finder.seed ?? 0 }, seconds: 1 },
    { bug: two, found: { ...found, seed: 1999 }, seconds: 1 },
  ]
  expect(sumUp(findings, { knowsSeeds: false })).toBe(
    'planted bugs: found 2 of 2, by seeds 2, by unit tests 0',
  )
  expect(sumUp(findings, { knowsSeeds: true })).toBe(
    `planted bugs: found 2 of 2, by seeds 2, by unit tests 0; found elsewhere: ${two.id} (seed 1999, not ${two.finder.seed})`,
  )
})
