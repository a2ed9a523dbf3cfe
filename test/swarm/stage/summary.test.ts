import { expect, test } from 'vitest'
import { recipeOf } from '../recipe.ts'
import type { SeedReport } from '../run-seed.ts'
import { Summary } from './summary.ts'

const report: SeedReport = {
  recipe: recipeOf(1),
  problems: [],
  faults: { conflict: 3, kill: 1 },
  gates: 50,
  virtualMs: 43_200_000,
  longestLies: { status: 120_000, FitoutReady: 90_000 },
  delays: [100, 2300],
  writes: 600,
}

test('runs are summed up, and the worst of them is reported', () => {
  const summary = new Summary()
  summary.add({ kind: 'seed', report })
  summary.add({
    kind: 'seed',
    report: { ...report, faults: { kill: 4 }, longestLies: { status: 5000 }, writes: 400 },
  })
  summary.add({ kind: 'crash', point: { story: 'fit out', write: 1, variant: 'before' }, problems: [] })
  expect(summary.lines()).toEqual([
    'seeds 2, virtual time 1.0 days, gates opened 100',
    'faults 8: kill 5, conflict 3',
    'crash points 1',
    'longest lie: status 120.0 s, FitoutReady 90.0 s, metrics 0.0 s',
    'gates that could open: p99 after 2.3 s, the last after 2.3 s',
    'most writes for a cluster 60',
    'violations: seeds 0, crash points 0',
  ])
  expect(summary.isClean).toBe(true)
})

test('what went wrong is kept', () => {
  const summary = new Summary()
  const wrong = { ...report, problems: ['order: too early'] }
  summary.add({ kind: 'seed', report: wrong })
  summary.add({ kind: 'crash', point: { story: 'edit', write: 2, variant: 'twice' }, problems: ['x'] })
  expect([summary.isClean, summary.failed, summary.crashProblems]).toEqual([false, [wrong], ['x']])
})
