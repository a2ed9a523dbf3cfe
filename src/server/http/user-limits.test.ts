import { describe, expect, test } from 'vitest'
import { manualClock } from '#test/engine/manual-clock.ts'
import { UserLimits } from './user-limits.ts'

function limits(limit = { perSecond: 1, burst: 3, atOnce: 2 }) {
  const clock = manualClock()
  return { clock, limits: new UserLimits(clock, limit) }
}

function finish(of: UserLimits, user: string): boolean {
  const admission = of.begin(user)
  if (admission.ok) admission.end()
  return admission.ok
}

describe('A user', () => {
  test('has so many requests at once, and the next one when one ends', () => {
    const { limits: of } = limits({ perSecond: 1, burst: 100, atOnce: 2 })
    const [first] = [of.begin('ada'), of.begin('ada')]
    expect(of.begin('ada')).toEqual({ ok: false, retryAfterMs: 1000 })
    if (first?.ok) first.end()
    if (first?.ok) first.end()
    expect([of.begin('ada').ok, of.begin('ada').ok]).toEqual([true, false])
  })

  test('has so many requests in a time, and is told when there is one again', async () => {
    const { limits: of, clock } = limits()
    expect([1, 2, 3, 4].map(() => finish(of, 'ada'))).toEqual([true, true, true, false])
    expect(of.begin('ada')).toEqual({ ok: false, retryAfterMs: 1000 })
    await clock.advance(1000)
    expect([finish(of, 'ada'), finish(of, 'ada')]).toEqual([true, false])
  })

  test('does not wait longer for having tried', async () => {
    const { limits: of, clock } = limits()
    for (let tries = 0; tries < 1000; tries += 1) finish(of, 'ada')
    await clock.advance(1000)
    expect(finish(of, 'ada')).toBe(true)
  })

  test('takes nothing from another one', () => {
    const { limits: of } = limits()
    for (let tries = 0; tries < 10; tries += 1) of.begin('eve')
    expect(finish(of, 'ada')).toBe(true)
  })
})
