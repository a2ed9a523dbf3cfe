import { describe, expect, test } from 'vitest'
import { manualClock } from '#test/engine/manual-clock.ts'
import { WorkQueue } from './work-queue.ts'

function aQueue({ minIntervalMs = 0, maxIntervalMs = 0 } = {}) {
  const clock = manualClock()
  let ready = 0
  const queue = new WorkQueue({ clock, minIntervalMs, maxIntervalMs, onReady: () => void (ready += 1) })
  return { clock, queue, timesReady: () => ready }
}

function takeAll(queue: WorkQueue): string[] {
  const taken: string[] = []
  for (let next = queue.take(); next; next = queue.take()) taken.push(next.key)
  return taken
}

describe('A queue of keys', () => {
  test('gives a key out once, however often it was added', () => {
    const { queue, timesReady } = aQueue()
    queue.add('a/x')
    queue.add('a/x')
    expect({ taken: takeAll(queue), timesReady: timesReady() }).toEqual({ taken: ['a/x'], timesReady: 1 })
  })

  test('gives a key that was added during its work out again also when it must not start so soon', async () => {
    const { clock, queue } = aQueue({ minIntervalMs: 50 })
    queue.add('a/x')
    queue.take()
    queue.add('a/x')
    queue.done('a/x')
    expect(takeAll(queue)).toEqual([])
    await clock.advance(50)
    expect(takeAll(queue)).toEqual(['a/x'])
  })

  test('gives a key that was added during its work out again, but only afterwards', () => {
    const { queue } = aQueue()
    queue.add('a/x')
    queue.take()
    queue.add('a/x')
    queue.add('a/x')
    expect(takeAll(queue)).toEqual([])
    queue.done('a/x')
    expect(takeAll(queue)).toEqual(['a/x'])
    queue.done('a/x')
    expect(queue.sizes()).toEqual({ ready: 0, delayed: 0, running: 0 })
  })

  test('says how long a key was ready', async () => {
    const { clock, queue } = aQueue()
    queue.add('a/x')
    await clock.advance(30)
    expect(queue.take()).toEqual({ key: 'a/x', waitedMs: 30 })
  })

  test('counts what is ready, delayed and running', () => {
    const { queue } = aQueue()
    queue.add('a/x')
    queue.add('a/y')
    queue.addAfter('a/z', 10)
    queue.take()
    expect(queue.sizes()).toEqual({ ready: 1, delayed: 1, running: 1 })
  })

  test('forgets a key wherever it waits', async () => {
    const { clock, queue } = aQueue()
    queue.add('a/running')
    queue.take()
    queue.add('a/running')
    queue.add('a/ready')
    queue.addAfter('a/delayed', 10)
    for (const key of ['a/running', 'a/ready', 'a/delayed']) queue.forget(key)
    queue.done('a/running')
    await clock.advance(100)
    expect({ taken: takeAll(queue), sizes: queue.sizes() }).toEqual({
      taken: [],
      sizes: { ready: 0, delayed: 0, running: 0 },
    })
  })

  test('takes and gives nothing more once it is closed, and leaves no timer', async () => {
    const { clock, queue } = aQueue()
    queue.add('a/x')
    queue.addAfter('a/y', 10)
    queue.close()
    queue.add('a/z')
    await clock.advance(100)
    expect({ taken: takeAll(queue), sleepers: clock.sleepers() }).toEqual({ taken: [], sleepers: 0 })
  })
})

describe('A key for later', () => {
  test('comes when its time has come, and not before', async () => {
    const { clock, queue } = aQueue()
    queue.addAfter('a/x', 100)
    await clock.advance(99)
    expect(takeAll(queue)).toEqual([])
    await clock.advance(1)
    expect(takeAll(queue)).toEqual(['a/x'])
  })

  const orders = [
    { name: 'keeps the earlier time when a later one follows', given: [50, 100] },
    { name: 'takes the earlier time when it comes second', given: [100, 50] },
  ]
  for (const { name, given } of orders) {
    test(name, async () => {
      const { clock, queue } = aQueue()
      for (const milliseconds of given) queue.addAfter('a/x', milliseconds)
      await clock.advance(50)
      expect(takeAll(queue)).toEqual(['a/x'])
      queue.done('a/x')
      await clock.advance(1000)
      expect(takeAll(queue)).toEqual([])
    })
  }

  test('is worked on at once when it is added, and not a second time', async () => {
    const { clock, queue } = aQueue()
    queue.addAfter('a/x', 50)
    queue.add('a/x')
    queue.addAfter('a/x', 20)
    expect(takeAll(queue)).toEqual(['a/x'])
    queue.done('a/x')
    await clock.advance(100)
    expect(takeAll(queue)).toEqual([])
  })

  test('that is named during its work comes at its time', async () => {
    const { clock, queue } = aQueue()
    queue.add('a/x')
    queue.take()
    queue.addAfter('a/x', 50)
    queue.done('a/x')
    expect(takeAll(queue)).toEqual([])
    await clock.advance(50)
    expect(takeAll(queue)).toEqual(['a/x'])
  })

  test('shares one timer with ten thousand others, and they come in the order of their times (E9)', async () => {
    const { clock, queue } = aQueue()
    const times = Array.from({ length: 10_000 }, (_, index) => ((index * 7919) % 10_000) + 1)
    for (const at of times) queue.addAfter(`a/${at}`, at)
    expect(clock.sleepers()).toBe(1)
    clock.freeze(10_000)
    await clock.advance(0)
    expect(takeAll(queue)).toEqual(times.toSorted((a, b) => a - b).map(at => `a/${at}`))
    expect(clock.sleepers()).toBe(0)
  })
})

describe('Fairness between namespaces', () => {
  test('lets another namespace have its turn although one has ten thousand keys (E9)', () => {
    const { queue } = aQueue()
    for (let index = 0; index < 10_000; index += 1) queue.add(`big/${index}`)
    queue.add('small/a')
    queue.add('cluster-scoped')
    queue.add('small/b')
    expect([1, 2, 3, 4, 5].map(() => queue.take()?.key)).toEqual([
      'big/0',
      'small/a',
      'cluster-scoped',
      'big/1',
      'small/b',
    ])
    expect(takeAll(queue)).toHaveLength(9998)
  })

  test('keeps one turn for a namespace whose keys were forgotten and came back', () => {
    const { queue } = aQueue()
    queue.add('a/1')
    queue.forget('a/1')
    queue.add('a/2')
    queue.add('a/3')
    queue.add('b/1')
    expect(takeAll(queue)).toEqual(['a/2', 'b/1', 'a/3'])
  })
})

describe('A least time between two starts', () => {
  test('makes a hot key wait, and no other (E9)', async () => {
    const { clock, queue } = aQueue({ minIntervalMs: 100 })
    queue.add('a/hot')
    queue.take()
    queue.done('a/hot')
    queue.add('a/hot')
    queue.add('a/cold')
    expect(takeAll(queue)).toEqual(['a/cold'])
    await clock.advance(99)
    expect(takeAll(queue)).toEqual([])
    await clock.advance(1)
    expect(takeAll(queue)).toEqual(['a/hot'])
  })

  test('holds also for a key that was named for earlier', async () => {
    const { clock, queue } = aQueue({ minIntervalMs: 100 })
    queue.add('a/x')
    queue.take()
    queue.addAfter('a/x', 10)
    queue.done('a/x')
    await clock.advance(99)
    expect(takeAll(queue)).toEqual([])
    await clock.advance(1)
    expect(takeAll(queue)).toEqual(['a/x'])
  })

  test('grows while a key comes back as soon as it may, and is short again after a rest', async () => {
    const { clock, queue } = aQueue({ minIntervalMs: 50, maxIntervalMs: 200 })
    const starts: number[] = []
    const startWhenAllowed = async (): Promise<void> => {
      queue.add('a/x')
      for (;;) {
        if (queue.take()) break
        await clock.advance(10)
      }
      starts.push(clock.elapsed())
      queue.done('a/x')
    }
    for (let look = 0; look < 5; look += 1) await startWhenAllowed()
    expect(starts).toEqual([0, 50, 150, 350, 550])
    await clock.advance(1000)
    await startWhenAllowed()
    await startWhenAllowed()
    expect(starts.slice(-2)).toEqual([1550, 1600])
  })

  test('does not count a key that was given back', () => {
    const { queue } = aQueue({ minIntervalMs: 100 })
    queue.add('a/x')
    queue.take()
    queue.giveBack('a/x')
    queue.add('a/x')
    expect(takeAll(queue)).toEqual(['a/x'])
  })
})
