import { describe, expect, test } from 'vitest'
import type { Api, Resource, WatchEvent } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { seededRandom } from '../clock/seeded-random.ts'
import { VirtualClock } from '../clock/virtual-clock.ts'
import { Store } from '../store/store.ts'
import { ApiCaller } from './actor.ts'
import { type CallFault, type DeliveryFault, type FaultPlan, allOf, failing, noFaults } from './fault-plan.ts'
import { type Seam, faultyApi } from './faulty-api.ts'
import { History } from './history.ts'
import { NetworkLink } from './link.ts'
import { faultNames, seededPlan, swarmRates } from './seeded-plan.ts'

const by = { fieldManager: 'test' }
const configMaps: Resource = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
}

function aConfigMap(name: string, data: object = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data }
}

const refOf = (name: string) => ({ resource: configMaps, namespace: 'default', name })

interface World {
  readonly clock: VirtualClock
  readonly store: Store
  readonly actor: ApiCaller
  readonly history: History
  readonly api: Api
  /** The truth, without faults. */
  readonly truth: Api
}

function aWorld(given: Partial<Seam> = {}): World {
  const clock = new VirtualClock()
  const store = new Store({ clock, random: seededRandom(1) })
  const actor = new ApiCaller('fitout')
  const history = new History(clock.elapsed)
  const truth = store.api()
  return {
    clock,
    store,
    actor,
    history,
    truth,
    api: faultyApi({ api: truth, clock, actor, history, ...given }),
  }
}

function cutOff(at: 'before' | 'after'): CallFault {
  return { kind: 'fail', at, code: 'Unreachable' }
}

/** Fails the calls in turn: the first with the first fault, and so on. */
function inTurn(...faults: readonly (CallFault | undefined)[]): FaultPlan {
  return { ...noFaults, onCall: ({ number }) => faults[number - 1] }
}

/** How a call ends by a time: with a code, with ok, or not at all. */
async function ending({ clock }: World, call: Promise<unknown>, within: number): Promise<unknown> {
  let end: unknown = 'nothing'
  void call.then(
    () => (end = 'ok'),
    (error: unknown) => (end = error instanceof Error && 'code' in error ? error.code : error),
  )
  await clock.advance(within)
  return end
}

describe('a call', () => {
  test('without faults is the call itself, and one line of history', async () => {
    const world = aWorld()
    const made = await world.api.create(configMaps, aConfigMap('a'), by)
    expect(await world.truth.get(refOf('a'))).toBe(made)
    const { uid, resourceVersion: rv } = made.metadata
    expect(world.history.lines).toEqual([
      {
        t: 0,
        seq: 1,
        actor: 'fitout',
        op: 'create',
        key: 'ConfigMap default/a',
        write: 1,
        manager: 'test',
        status: 'ok',
        uid,
        rv,
      },
    ])
  })

  test('that fails before the server acts changes nothing; one that fails after it has', async () => {
    const world = aWorld({ plan: inTurn(cutOff('before'), cutOff('after')) })
    expect(await ending(world, world.api.create(configMaps, aConfigMap('a'), by), 0)).toBe('Unreachable')
    expect(await ending(world, world.api.create(configMaps, aConfigMap('b'), by), 0)).toBe('Unreachable')
    expect(
      (await world.truth.list({ resource: configMaps })).items.map(({ metadata }) => metadata.name),
    ).toEqual(['b'])
  })

  test('that is never answered ends at its deadline', async () => {
    const hang: CallFault = { kind: 'hang', at: 'after' }
    const world = aWorld({ plan: inTurn(hang, hang) })
    expect(await ending(world, world.api.get(refOf('a'), { timeoutMs: 5000 }), 4999)).toBe('NotFound')
    expect(
      await ending(world, world.api.create(configMaps, aConfigMap('a'), { ...by, timeoutMs: 5000 }), 4999),
    ).toBe('nothing')
    await world.clock.advance(1)
    expect(world.history.lines.at(-1)).toMatchObject({ op: 'create', status: 'Timeout' })
    expect((await world.truth.get(refOf('a'))).metadata.name).toBe('a')
  })

  test('that is delayed is answered late', async () => {
    const world = aWorld({ plan: inTurn({ kind: 'delay', at: 'before', milliseconds: 700 }) })
    const call = world.api.create(configMaps, aConfigMap('a'), by)
    expect(await ending(world, call, 699)).toBe('nothing')
    await world.clock.advance(1)
    expect((await call).metadata.name).toBe('a')
  })

  test('ends with Cancelled when its signal aborts', async () => {
    const stop = new AbortController()
    const world = aWorld({ plan: inTurn({ kind: 'hang', at: 'before' }) })
    const call = world.api.get(refOf('a'), { signal: stop.signal })
    stop.abort()
    expect(await ending(world, call, 0)).toBe('Cancelled')
  })

  test('carries the wish of a server to be left alone', async () => {
    const world = aWorld({
      plan: inTurn({
        kind: 'fail',
        at: 'before',
        code: 'TooManyRequests',
        status: 429,
        retryAfterSeconds: 3,
      }),
    })
    await expect(world.api.isReady()).rejects.toMatchObject({
      code: 'TooManyRequests',
      status: 429,
      retryAfterSeconds: 3,
    })
  })
})

describe('an actor', () => {
  test.for([
    { at: 'before', want: 1 },
    { at: 'after', want: 2 },
  ] as const)(
    'that dies $at its second write gets no answer and makes no more calls',
    async ({ at, want }) => {
      const crashing: FaultPlan = {
        ...noFaults,
        onCall: call => (call.write === 2 ? { kind: 'crash', at } : undefined),
      }
      const world = aWorld({ plan: crashing })
      const reads: string[] = []
      const work = async (): Promise<void> => {
        for (const name of ['a', 'b', 'c']) {
          await world.api.create(configMaps, aConfigMap(name), by)
          reads.push(name)
        }
      }
      expect(await ending(world, work(), 100_000)).toBe('nothing')
      expect([reads, world.actor.isDead]).toEqual([['a'], true])
      expect((await world.truth.list({ resource: configMaps })).items).toHaveLength(want)
    },
  )

  test('that is frozen gets its answer when it is thawed, and wakes from its sleep soon after', async () => {
    const world = aWorld()
    const clock = world.actor.clock(world.clock)
    world.actor.freeze()
    const [call, sleep] = [world.api.isReady(), clock.sleep(10)]
    expect([await ending(world, call, 40_000), await ending(world, sleep, 0)]).toEqual(['nothing', 'nothing'])
    world.actor.thaw()
    expect([await call, clock.elapsed()]).toEqual([true, 40_000])
    await world.clock.advance(20)
    await sleep
  })

  test('has its writes numbered, and someone may look before and after each', async () => {
    const seen: string[] = []
    const world = aWorld({
      beforeWrite: write => seen.push(`before ${write}`),
      afterWrite: write => seen.push(`after ${write}`),
    })
    await world.api.create(configMaps, aConfigMap('a'), by)
    await world.api.get(refOf('a'))
    await world.api.delete(refOf('a'))
    expect(seen).toEqual(['before 1', 'after 1', 'before 2', 'after 2'])
  })
})

describe('a link', () => {
  test('that is down refuses calls and breaks watches', async () => {
    const link = new NetworkLink()
    const world = aWorld({ link })
    const watch = world.api.watch({ resource: configMaps }, String(world.store.revision))
    const watching = watch[Symbol.asyncIterator]().next()
    await world.clock.advance(0)
    link.set({ kind: 'down' })
    expect(await ending(world, watching, 0)).toBe('Unreachable')
    expect(await ending(world, world.api.isReady(), 0)).toBe('Unreachable')
    expect(world.store.watches()).toEqual([])
    link.set({ kind: 'up', latencyMs: 20 })
    expect(await ending(world, world.api.isReady(), 39)).toBe('nothing')
  })

  test('that is silent lets calls run into their deadline', async () => {
    const link = new NetworkLink()
    link.set({ kind: 'silent' })
    const world = aWorld({ link })
    expect(await ending(world, world.api.isReady({ timeoutMs: 1000 }), 1000)).toBe('Timeout')
  })
})

describe('a watch', () => {
  const cases: readonly { name: string; faults: readonly (DeliveryFault | undefined)[]; want: string }[] = [
    { name: 'tells everything in order when nothing is wrong', faults: [], want: 'a b c nothing' },
    { name: 'can lose an event', faults: [undefined, { kind: 'drop' }], want: 'a c nothing' },
    { name: 'can tell an event twice', faults: [{ kind: 'duplicate' }], want: 'a a b c nothing' },
    { name: 'can tell an event after the next one', faults: [{ kind: 'swap' }], want: 'b a c nothing' },
    {
      name: 'can tell an event late',
      faults: [{ kind: 'delay', milliseconds: 49_000 }],
      want: 'a b c nothing',
    },
    { name: 'can end', faults: [undefined, { kind: 'cut' }], want: 'a ok' },
    { name: 'can break', faults: [undefined, { kind: 'break', code: 'Gone' }], want: 'a Gone' },
    { name: 'can fall silent', faults: [undefined, { kind: 'stall' }], want: 'a nothing' },
  ]
  test.for(cases)('$name', async ({ faults, want }) => {
    expect((await told(...faults)).join(' ')).toBe(want)
  })
})

describe('a plan', () => {
  test('of several asks all of them, and the first that answers counts', () => {
    const asked: string[] = []
    const plan = (name: string, code?: 'Gone' | 'Conflict'): FaultPlan => ({
      ...noFaults,
      onCall: () => {
        asked.push(name)
        return code && { kind: 'fail', at: 'before', code }
      },
    })
    const call = { actor: 'a', op: 'get', key: 'k', kind: 'K', write: undefined, number: 1 } as const
    expect(allOf(plan('one'), plan('two', 'Gone'), plan('three', 'Conflict')).onCall(call)).toMatchObject({
      code: 'Gone',
    })
    expect(asked).toEqual(['one', 'two', 'three'])
  })

  test('that fails one kind leaves the others', async () => {
    const world = aWorld({ plan: failing(({ kind }) => kind === 'ConfigMap', 'Forbidden') })
    expect(await ending(world, world.api.get(refOf('a')), 0)).toBe('Forbidden')
    expect(await world.api.isReady()).toBe(true)
  })

  test('of a seed picks some kinds of faults, others for other seeds', () => {
    const picked = [1, 2, 3].map(seed => Object.keys(swarmRates(seededRandom(seed), 0.1)).join(' '))
    expect(new Set(picked).size).toBe(3)
    for (const kinds of picked) expect(kinds.split(' ').length).toBeLessThan(faultNames.length)
  })
})

describe('a run', () => {
  test('of the same seed has the same history, byte for byte, and of another seed another', async () => {
    for (const seed of [1, 2, 3]) expect(await run(seed)).toBe(await run(seed))
    expect(await run(1)).not.toBe(await run(2))
  })

  test('under faults has many of them in its history', async () => {
    const lines = (await run(4)).split('\n').length
    expect(lines).toBeGreaterThan(100)
  })
})

/** What a watch tells of three new objects, and how it ends, when this happens to its events in turn. */
async function told(...faults: readonly (DeliveryFault | undefined)[]): Promise<readonly string[]> {
  let count = 0
  const plan: FaultPlan = { ...noFaults, onDeliver: () => faults[count++] }
  const world = aWorld({ plan })
  const seen: string[] = []
  const read = async (): Promise<void> => {
    const events: AsyncIterable<WatchEvent> = world.api.watch(
      { resource: configMaps },
      String(world.store.revision),
    )
    for await (const event of events)
      seen.push(event.type === 'BOOKMARK' ? event.type : event.object.metadata.name)
  }
  const end = ending(world, read(), 50_000)
  for (const name of ['a', 'b', 'c']) await world.truth.create(configMaps, aConfigMap(name), by)
  return [...(await end.then(async result => [...seen, String(result)]))]
}

/** Two actors that fight over a few objects under faults, and one that watches. */
async function run(seed: number): Promise<string> {
  const random = seededRandom(seed)
  const clock = new VirtualClock()
  const store = new Store({ clock, random: seededRandom(seed + 1) })
  const history = new History(clock.elapsed)
  const work = async (name: string): Promise<void> => {
    const plan = seededPlan(random, { ...swarmRates(random, 0.3), crash: 0.01 })
    const api = faultyApi({ api: store.api(name), clock, actor: new ApiCaller(name), history, plan })
    const watch = async (): Promise<void> => {
      for await (const { type } of api.watch({ resource: configMaps }, String(store.revision)))
        if (type !== 'BOOKMARK') await clock.sleep(random() * 100)
    }
    void watch().catch(() => undefined)
    for (let turn = 0; turn < 40; turn += 1) {
      const call = { fieldManager: name, force: random() < 0.5 }
      const object = aConfigMap(`object-${Math.floor(random() * 3)}`, { [name]: String(turn % 3) })
      await (
        random() < 0.2 ? api.delete(refOf(object.metadata.name)) : api.apply(configMaps, object, call)
      ).catch(() => undefined)
      await clock.sleep(random() * 1000)
    }
  }
  const all = Promise.all(['one', 'two', 'three'].map(work))
  await clock.advance(600_000)
  void all
  return history.toText()
}
