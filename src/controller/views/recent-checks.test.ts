import { expect, test } from 'vitest'
import { RecentChecks } from './recent-checks.ts'

const SECOND = 1000
const trusting = { fresh: false }

function atTime() {
  const time = { ms: 0 }
  return { time, recentChecks: new RecentChecks({ elapsed: () => time.ms }) }
}

test('a check that passed is skipped for a moment, and not until the next reconcile that no event calls for', () => {
  const { time, recentChecks } = atTime()
  expect(recentChecks.spares('/readyz', trusting)).toBe(false)
  recentChecks.note('/readyz')
  time.ms = 3 * SECOND
  expect(recentChecks.spares('/readyz', trusting)).toBe(true)
  time.ms = 5 * SECOND
  expect(recentChecks.spares('/readyz', trusting)).toBe(false)
})

test('a check that depends on something else by now is not skipped', () => {
  const { recentChecks } = atTime()
  recentChecks.note('values', [{ version: 1 }, 'v1.35.0'])
  expect(recentChecks.spares('values', { ...trusting, of: [{ version: 1 }, 'v1.35.0'] })).toBe(true)
  expect(recentChecks.spares('values', { ...trusting, of: [{ version: 2 }, 'v1.35.0'] })).toBe(false)
  expect(recentChecks.spares('other values', { ...trusting, of: [{ version: 1 }, 'v1.35.0'] })).toBe(false)
})

test('a check that failed since is not skipped', () => {
  const { recentChecks } = atTime()
  recentChecks.note('/readyz')
  expect(recentChecks.spares('/readyz', { fresh: true })).toBe(false)
  expect(recentChecks.spares('/readyz', trusting)).toBe(false)
})
