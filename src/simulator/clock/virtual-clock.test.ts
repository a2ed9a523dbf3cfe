import { describe, expect, test } from 'vitest'
import { VirtualClock } from './virtual-clock.ts'

describe('a virtual clock', () => {
  test('stands still until it is advanced', async () => {
    const clock = new VirtualClock(1000)
    await Promise.resolve()
    expect([clock.now(), clock.elapsed()]).toEqual([1000, 0])
  })

  test('fires timers by time, and those of one time in the order they were set', async () => {
    const clock = new VirtualClock(0)
    const fired: string[] = []
    for (const [name, at] of [
      ['c', 20],
      ['a', 10],
      ['d', 20],
      ['b', 10],
    ] as const)
      clock.after(at, () => fired.push(`${name}@${clock.elapsed()}`))
    await clock.advance(19)
    expect(fired).toEqual(['a@10', 'b@10'])
    await clock.advance(1)
    expect(fired).toEqual(['a@10', 'b@10', 'c@20', 'd@20'])
  })

  test('does all that follows from one timer before the next one', async () => {
    const clock = new VirtualClock(0)
    const done: string[] = []
    const chain = async (name: string): Promise<void> => {
      await clock.sleep(5)
      for (let step = 0; step < 300; step += 1) await Promise.resolve()
      done.push(name)
    }
    const both = Promise.all([chain('first'), chain('second')])
    clock.after(5, () => done.push('third'))
    await clock.advance(5)
    await both
    expect(done).toEqual(['first', 'second', 'third'])
  })

  test('lets a sleeper that sleeps again wake up at the right times within one advance', async () => {
    const clock = new VirtualClock(0)
    const woken: number[] = []
    const loop = async (): Promise<void> => {
      for (let nap = 0; nap < 3; nap += 1) {
        await clock.sleep(10)
        woken.push(clock.elapsed())
      }
    }
    const sleeper = loop()
    await clock.advance(100)
    await sleeper
    expect([woken, clock.elapsed()]).toEqual([[10, 20, 30], 100])
  })

  test('ends a sleep at once when its signal aborts, before or during it', async () => {
    const clock = new VirtualClock(0)
    const stop = new AbortController()
    let ended = 0
    const sleeping = clock.sleep(1000, stop.signal).then(() => (ended += 1))
    stop.abort()
    await sleeping
    await clock.sleep(1000, stop.signal)
    expect([ended, clock.elapsed()]).toEqual([1, 0])
  })

  test('runs until something holds and says so, or gives up at the limit', async () => {
    const clock = new VirtualClock(0)
    let isDone = false
    clock.after(500, () => (isDone = true))
    clock.after(900, () => expect.unreachable())
    expect(await clock.runUntil(() => isDone, 800)).toBe(true)
    expect(clock.elapsed()).toBe(500)
    expect(await clock.runUntil(() => false, 100)).toBe(false)
    expect(clock.elapsed()).toBe(600)
  })

  test('does not fire a timer that was called off', async () => {
    const clock = new VirtualClock(0)
    const fired: number[] = []
    const cancels = [1, 2, 3, 4, 5].map(at => clock.after(at, () => fired.push(at)))
    cancels[1]?.()
    cancels[3]?.()
    cancels[3]?.()
    await clock.advance(10)
    expect(fired).toEqual([1, 3, 5])
  })

  test('jumps on the wall without touching durations', async () => {
    const clock = new VirtualClock(10_000)
    const sleeping = clock.sleep(100)
    clock.jump(-5000)
    expect([clock.now(), clock.elapsed()]).toEqual([5000, 0])
    await clock.advance(100)
    await sleeping
    expect([clock.now(), clock.elapsed()]).toEqual([5100, 100])
  })
})
