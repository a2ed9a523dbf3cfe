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
  expect(sumUp(findings)).toBe(
    'planted bugs: found 2 of 4, by seeds 2, by unit tests 0; nobody finds lists-of-any-age, proof-by-name',
  )
  expect(sumUp(findings.filter(({ found }) => found))).toBe(
    'planted bugs: found 2 of 2, by seeds 2, by unit tests 0',
  )
})
