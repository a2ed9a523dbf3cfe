import { expect, test, vi } from 'vitest'
import { systemClock } from './system-clock.ts'

test('sleep takes as long as it is told to', async () => {
  const start = systemClock.elapsed()
  await systemClock.sleep(20)
  expect(systemClock.elapsed() - start).toBeGreaterThanOrEqual(20)
})

test('sleep ends at once, without an error, when the signal aborts', async () => {
  const stop = new AbortController()
  const sleep = systemClock.sleep(60_000, stop.signal)
  stop.abort()
  expect(await sleep).toBeUndefined()
  expect(await systemClock.sleep(60_000, stop.signal)).toBeUndefined()
})

test('sleep takes longer than one timer can', async () => {
  vi.useFakeTimers()
  try {
    let isAwake = false
    const days = 60 * 24 * 3_600_000
    void systemClock.sleep(days).then(() => (isAwake = true))
    await vi.advanceTimersByTimeAsync(days - 10_000)
    expect(isAwake).toBe(false)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(isAwake).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('now is the time of day', () => {
  const before = Date.now()
  const now = systemClock.now()
  expect([before <= now, now <= Date.now()]).toEqual([true, true])
})
