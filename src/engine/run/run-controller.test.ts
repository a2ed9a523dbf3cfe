import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { memoryMetrics } from '#test/engine/memory-metrics.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { seededRandom } from '#test/engine/seeded-random.ts'
import { TerminalError, done, wait } from './outcome.ts'
import { type ControllerOptions, type Reconcile, runController } from './run-controller.ts'

function run(reconcile: Reconcile, options: Partial<ControllerOptions> = {}) {
  const clock = manualClock()
  const started: string[] = []
  const errors: string[] = []
  const controller = runController({
    name: 'test',
    clock,
    random: () => 1,
    backoff: { baseMs: 100, capMs: 1000 },
    onError: (key, error) => void errors.push(`${key}: ${String(error)}`),
    ...options,
    reconcile: async (key, signal, place) => {
      started.push(`${key} at ${clock.elapsed()}`)
      return await reconcile(key, signal, place)
    },
  })
  return { clock, controller, started, errors }
}

/** Work that ends when it is told to, and remembers how much of it ran at once. */
function slowWork(
  clock: () => { readonly sleep: (milliseconds: number) => Promise<void> },
  milliseconds: number,
) {
  const seen = { running: 0, most: 0 }
  const reconcile: Reconcile = async () => {
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    await clock().sleep(milliseconds)
    seen.running -= 1
    return done
  }
  return { seen, reconcile }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('told to end')))
  })
}

describe('A controller', () => {
  test('reconciles a key that is added, and rests when it is done', async () => {
    const { clock, controller, started } = run(async () => done)
    controller.add('a/x')
    await clock.advance(100_000)
    expect({ started, sizes: controller.sizes() }).toEqual({
      started: ['a/x at 0'],
      sizes: { ready: 0, delayed: 0, running: 0 },
    })
  })

  test('looks again after the time that a reconcile asks for, or earlier when the key is added', async () => {
    const { clock, controller, started } = run(async () => wait(1000))
    controller.add('a/x')
    await clock.advance(1500)
    controller.add('a/x')
    await clock.advance(1000)
    expect(started).toEqual(['a/x at 0', 'a/x at 1000', 'a/x at 1500', 'a/x at 2500'])
  })

  test('works on other keys while many wait for another one, however many those are', async () => {
    const { clock, controller, started } = run(
      async (key, _signal, place) => {
        if (key.startsWith('dead/')) await place.during(() => clock.sleep(10_000))
        return done
      },
      { workers: 2 },
    )
    for (let index = 0; index < 50; index += 1) controller.add(`dead/${index}`)
    controller.add('a/x')
    await clock.advance(0)
    expect(started).toContain('a/x at 0')
    await clock.advance(20_000)
    expect([started.length, controller.sizes().running]).toEqual([51, 0])
  })

  test('works on as many keys at once as it has workers, and never on one twice', async () => {
    const { seen, reconcile } = slowWork(() => clock, 100)
    const { clock, controller, started } = run(reconcile, { workers: 3 })
    for (const key of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/1']) controller.add(key)
    await clock.advance(50)
    controller.add('a/1')
    controller.add('a/1')
    await clock.advance(1000)
    expect({ most: seen.most, started }).toEqual({
      most: 3,
      started: ['a/1 at 0', 'a/2 at 0', 'a/3 at 0', 'a/4 at 100', 'a/5 at 100', 'a/1 at 100'],
    })
  })

  test('forgets a key: also what its running work would ask for', async () => {
    const { clock, controller, started } = run(async () => {
      await clock.sleep(10)
      return wait(100)
    })
    controller.add('a/x')
    await clock.advance(5)
    controller.forget('a/x')
    await clock.advance(1000)
    expect({ started, sizes: controller.sizes() }).toEqual({
      started: ['a/x at 0'],
      sizes: { ready: 0, delayed: 0, running: 0 },
    })
  })

  test('returns how often, how long and how it ended', async () => {
    const metrics = memoryMetrics()
    const outcomes = [done, wait(10_000)]
    const { clock, controller } = run(async () => outcomes.shift() ?? Promise.reject(new Error('no')), {
      metrics,
    })
    for (const key of ['a/1', 'a/2', 'a/3']) controller.add(key)
    await clock.advance(50)
    expect(metrics.all()).toEqual({
      'queue_keys{controller="test",state="delayed"}': 2,
      'queue_keys{controller="test",state="ready"}': 0,
      'queue_keys{controller="test",state="running"}': 0,
      'queue_wait_seconds{controller="test"}': 3,
      'reconcile_seconds{controller="test"}': 3,
      'reconciles_abandoned{controller="test"}': 0,
      'reconciles_total{controller="test",result="done"}': 1,
      'reconciles_total{controller="test",result="error"}': 1,
      'reconciles_total{controller="test",result="wait"}': 1,
    })
  })

  test('does not reconcile on a cache that is older than its own write (A8)', async () => {
    let isBehind = true
    const { clock, controller, started } = run(async () => done, { isBehind: () => isBehind })
    controller.add('a/x')
    await clock.advance(950)
    isBehind = false
    await clock.advance(1000)
    expect(started).toEqual(['a/x at 1000'])
  })
})

describe('A reconcile that fails', () => {
  test('is tried again, slower and slower, and quickly again after a success', async () => {
    const fails = [true, true, true, false, true, false]
    const { clock, controller, started, errors } = run(async () => {
      if (fails.shift()) throw new Error('no luck')
      return fails.length > 0 ? wait(5000) : done
    })
    controller.add('a/x')
    await clock.advance(20_000)
    expect(started).toEqual([
      'a/x at 0',
      'a/x at 100',
      'a/x at 300',
      'a/x at 700',
      'a/x at 5700',
      'a/x at 5800',
    ])
    expect(errors).toHaveLength(4)
  })

  test('is not quicker again because an event came', async () => {
    const { clock, controller, started } = run(async () => Promise.reject(new Error('no luck')))
    controller.add('a/x')
    await clock.advance(350)
    controller.add('a/x')
    await clock.advance(1000)
    expect(started).toEqual(['a/x at 0', 'a/x at 100', 'a/x at 300', 'a/x at 350', 'a/x at 1150'])
  })

  test('for good is not tried again until its key is added again', async () => {
    const { clock, controller, started, errors } = run(async () =>
      Promise.reject(new TerminalError('cannot read spec: not a Fitout')),
    )
    controller.add('a/x')
    await clock.advance(100_000)
    controller.add('a/x')
    await clock.advance(100_000)
    expect({ started, errors: errors.length }).toEqual({ started: ['a/x at 0', 'a/x at 100000'], errors: 2 })
  })

  test('stays away as long as the server asks', async () => {
    const error = new ApiError('TooManyRequests', { call: 'get', retryAfterSeconds: 7 })
    const { clock, controller, started } = run(async () => Promise.reject(error))
    controller.add('a/x')
    await clock.advance(7000)
    expect(started).toEqual(['a/x at 0', 'a/x at 7000'])
  })

  test('hurts no other key, however it fails, and nor does a log that fails (E7)', async () => {
    const { clock, controller, started } = run(
      key => {
        if (key === 'a/throws') throw new Error('at once')
        if (key === 'a/odd') return Promise.reject()
        return Promise.resolve(done)
      },
      {
        onError: () => {
          throw new Error('the log is full')
        },
      },
    )
    for (const key of ['a/throws', 'a/odd', 'a/good']) controller.add(key)
    await clock.advance(50)
    controller.add('a/good')
    await clock.advance(0)
    expect(started).toEqual(['a/throws at 0', 'a/odd at 0', 'a/good at 0', 'a/good at 50'])
  })
})

describe('A reconcile that takes too long', () => {
  test('is asked to end at its deadline, and tried again later', async () => {
    const { clock, controller, started, errors } = run(async (_, signal) => untilAborted(signal), {
      deadlineMs: 1000,
    })
    controller.add('a/x')
    await clock.advance(1100)
    expect({ started, errors }).toEqual({
      started: ['a/x at 0', 'a/x at 1100'],
      errors: ['a/x: Error: told to end'],
    })
  })

  test('and does not listen loses its worker to others, but keeps its key (E7, E8)', async () => {
    const free = Promise.withResolvers<void>()
    const metrics = memoryMetrics()
    const { clock, controller, started } = run(
      async key => {
        if (key !== 'a/deaf') return done
        await free.promise
        return done
      },
      { workers: 1, deadlineMs: 1000, metrics },
    )
    controller.add('a/deaf')
    controller.add('a/good')
    await clock.advance(3000)
    controller.add('a/deaf')
    await clock.advance(1000)
    expect(started).toEqual(['a/deaf at 0', 'a/good at 2000'])
    expect(metrics.value('reconciles_abandoned', { controller: 'test' })).toBe(1)
    free.resolve()
    await clock.advance(0)
    expect(started.at(-1)).toBe('a/deaf at 4000')
  })
})

describe('Stopping (E2, L4)', () => {
  test('starts nothing more, tells what runs to end, and waits for it', async () => {
    const ended: string[] = []
    const { clock, controller, started, errors } = run(
      async (key, signal) => {
        await untilAborted(signal).catch(() => clock.sleep(200))
        ended.push(`${key} at ${clock.elapsed()}`)
        throw new Error('told to end')
      },
      { workers: 1 },
    )
    controller.add('a/runs')
    controller.add('a/waits')
    await clock.advance(50)
    const stopped = controller.stop(5000)
    controller.add('a/late')
    await clock.advance(200)
    expect(await stopped).toEqual([])
    await clock.advance(60_000)
    expect({ started, ended, errors, sleepers: clock.sleepers() }).toEqual({
      started: ['a/runs at 0'],
      ended: ['a/runs at 250'],
      errors: [],
      sleepers: 0,
    })
  })

  test('does not wait longer than it may, and says what has not ended', async () => {
    const { clock, controller } = run(async () => new Promise(() => undefined))
    controller.add('a/deaf')
    await clock.advance(10)
    const stopped = controller.stop(1000)
    await clock.advance(1000)
    expect(await stopped).toEqual(['a/deaf'])
  })

  test('twice is stopping once', async () => {
    const { clock, controller } = run(async () => done)
    const first = controller.stop(1000)
    const second = controller.stop(1)
    await clock.advance(0)
    expect([await first, await second]).toEqual([[], []])
  })

  test('does not begin what was taken but not yet begun', async () => {
    const { clock, controller, started } = run(async () => done)
    controller.add('a/x')
    void controller.stop(1000)
    await clock.advance(0)
    expect(started).toEqual([])
  })
})

describe('Many keys (E9)', () => {
  test('of one namespace, hot and failing, do not keep another namespace waiting', async () => {
    const { clock, controller, started } = run(
      async key => {
        if (key.startsWith('small/')) return done
        await clock.sleep(10)
        throw new Error('no luck')
      },
      { workers: 2, minIntervalMs: 50 },
    )
    for (let index = 0; index < 10_000; index += 1) controller.add(`big/${index}`)
    controller.add('small/x')
    await clock.advance(15)
    controller.add('small/x')
    await clock.advance(60)
    expect(started.filter(line => line.startsWith('small/'))).toEqual(['small/x at 10', 'small/x at 60'])
  })

  test('leave nothing behind when they are done', async () => {
    const { clock, controller } = run(async () => done, { minIntervalMs: 50 })
    for (let index = 0; index < 1000; index += 1) controller.add(`a/${index}`)
    await clock.advance(100)
    expect({ sizes: controller.sizes(), sleepers: clock.sleepers() }).toEqual({
      sizes: { ready: 0, delayed: 0, running: 0 },
      sleepers: 0,
    })
  })
})

async function history(seed: number): Promise<readonly string[]> {
  const random = seededRandom(seed)
  const { clock, controller, started } = run(
    async (_, signal) => {
      await clock.sleep(random() * 200, signal)
      const luck = random()
      if (luck < 0.4) throw new Error('no luck')
      return luck < 0.7 ? wait(random() * 500) : done
    },
    { random, workers: 3, minIntervalMs: 20, deadlineMs: 150 },
  )
  for (let times = 0; times < 300; times += 1) {
    controller.add(`ns-${Math.floor(random() * 3)}/key-${Math.floor(random() * 10)}`)
    await clock.advance(random() * 50)
  }
  await controller.stop(0)
  return started
}

describe('The same seed', () => {
  test('gives the same reconciles in the same order at the same times, and another seed others', async () => {
    const first = await history(7)
    expect(first.length).toBeGreaterThan(100)
    expect(await history(7)).toEqual(first)
    expect(await history(8)).not.toEqual(first)
  })
})
