import { describe, expect, test } from 'vitest'
import { Backoff } from './backoff.ts'

const limits = { baseMs: 100, capMs: 1000 }

describe('Backoff', () => {
  test('doubles from base to cap', () => {
    const backoff = new Backoff(limits, () => 0.5)
    expect([1, 2, 3, 4, 5, 6].map(() => backoff.fail('a'))).toEqual([50, 100, 200, 400, 500, 500])
  })

  test('spreads over the whole time', () => {
    const values = [0, 0.25, 0.999]
    const backoff = new Backoff(limits, () => values.shift() ?? 0)
    expect([backoff.fail('a'), backoff.fail('b'), backoff.fail('c')]).toEqual([0, 25, 99.9])
  })

  test('begins again after a success, and for this key only', () => {
    const backoff = new Backoff(limits, () => 1)
    for (const key of ['a', 'a', 'b', 'b']) backoff.fail(key)
    backoff.reset('a')
    expect([backoff.fail('a'), backoff.fail('b'), backoff.failures('a'), backoff.failures('b')]).toEqual([
      100, 400, 1, 3,
    ])
  })

  test('stays at the cap after any number of failures', () => {
    const backoff = new Backoff(limits, () => 1)
    for (let times = 0; times < 5000; times += 1) backoff.fail('a')
    expect(backoff.fail('a')).toBe(1000)
  })
})
