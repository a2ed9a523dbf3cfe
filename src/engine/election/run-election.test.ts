import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import type { Api, Call } from '../api/api.ts'
import type { KubeObject } from '../api/kube-object.ts'
import type { Random } from '../clock.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { aCluster, clusters } from '#test/engine/sample-objects.ts'
import { stand } from '#test/engine/sample-candidate.ts'
import { SampleServer } from '#test/engine/sample-server.ts'
import { seededRandom } from '#test/engine/seeded-random.ts'
import { fenced } from './fenced.ts'
import { LeadershipLostError } from './leadership.ts'
import { runElection } from './run-election.ts'

/** Calls that take up to nine seconds on each way, and whose answers get lost at times. */
function slow(api: Api, clock: ReturnType<typeof manualClock>, random: Random): Api {
  async function late<T>(call: Call | undefined, send: () => Promise<T>): Promise<T> {
    const over = clock
      .sleep(call?.timeoutMs ?? 0)
      .then(() => Promise.reject(new ApiError('Timeout', { call: 'wait' })))
    const isBad = random() < 0.4
    const answered = clock
      .sleep(random() * (isBad ? 9000 : 500))
      .then(send)
      .finally(async () => await clock.sleep(random() * (isBad ? 9000 : 500)))
    return await Promise.race([answered, over])
  }
  return {
    ...api,
    get: (ref, call) => late(call, () => api.get(ref, call)),
    create: (resource, object, call) => late(call, () => api.create(resource, object, call)),
    update: (resource, object, call) => late(call, () => api.update(resource, object, call)),
  }
}

async function leaseOf(server: SampleServer): Promise<KubeObject> {
  return await server.api.get({ resource: clusters.resource, namespace: 'fitout-system', name: 'fitout' })
}

describe('An election', () => {
  test('is won at once where there is no lease, and the lease tells who and since when', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const one = stand(server.api, clock, 'one')
    expect(one.mayWrite()).toBe(false)
    await clock.advance(4000)
    expect({ may: one.mayWrite(), leader: one.leader(), terms: one.terms }).toEqual({
      may: true,
      leader: 'one',
      terms: ['begins at 0'],
    })
    expect((await leaseOf(server))['spec']).toEqual({
      holderIdentity: 'one',
      leaseDurationSeconds: 15,
      acquireTime: '2026-01-01T00:00:00.000000Z',
      renewTime: '2026-01-01T00:00:04.000000Z',
      leaseTransitions: 0,
    })
  })

  test('has one winner, who keeps on winning while it renews', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const one = stand(server.api, clock, 'one')
    const two = stand(server.api, clock, 'two')
    await clock.advance(120_000)
    expect([one.mayWrite(), two.mayWrite(), two.leader(), two.terms]).toEqual([true, false, 'one', []])
  })

  test('continues although renewing fails for a while, and not longer than ten seconds', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const one = stand(server.api, clock, 'one')
    await clock.advance(1000)
    server.fail('update', ['ServerError', 'Timeout', 'Unreachable'])
    server.fail('get', [])
    await clock.advance(7000)
    expect(one.terms).toEqual(['begins at 0'])
    server.fail('update', Array<'Unreachable'>(100).fill('Unreachable'))
    server.fail('get', Array<'Unreachable'>(100).fill('Unreachable'))
    await clock.advance(9999)
    expect(one.mayWrite()).toBe(true)
    await clock.advance(1)
    expect({ may: one.mayWrite(), terms: one.terms }).toEqual({
      may: false,
      terms: ['begins at 0', 'ends at 18000'],
    })
  })

  test('is over for the holder before another one can win (A17)', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    let isCut = false
    const cut: Api = {
      ...server.api,
      get: async (...given) =>
        isCut ? Promise.reject(new Error('cut off')) : await server.api.get(...given),
      update: async (...given) =>
        isCut ? Promise.reject(new Error('cut off')) : await server.api.update(...given),
    }
    const one = stand(cut, clock, 'one')
    await clock.advance(100)
    const two = stand(server.api, clock, 'two')
    await clock.advance(3900)
    isCut = true
    for (let tenths = 0; tenths < 400; tenths += 1) {
      await clock.advance(100)
      expect(one.mayWrite() && two.mayWrite()).toBe(false)
    }
    expect([one.terms, two.mayWrite(), two.leader()]).toEqual([['begins at 0', 'ends at 14000'], true, 'two'])
  })

  test('lasts from the sending of a renewal, not from its answer', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const api: Api = {
      ...server.api,
      update: async (...given) => {
        const written = await server.api.update(...given)
        await clock.sleep(7000)
        return written
      },
    }
    const one = stand(api, clock, 'one')
    await clock.advance(9000)
    server.fail('update', Array<'Unreachable'>(100).fill('Unreachable'))
    await clock.advance(2999)
    expect(one.mayWrite()).toBe(true)
    await clock.advance(1)
    expect(one.mayWrite()).toBe(false)
  })

  test('has never two winners, however slow the calls are and whatever fails (A17)', async () => {
    const leaders = new Set<string>()
    for (let seed = 1; seed <= 20; seed += 1) {
      const server = new SampleServer()
      const clock = manualClock()
      const random = seededRandom(seed)
      const candidates = ['one', 'two', 'three'].map(name =>
        stand(slow(server.api, clock, random), clock, name),
      )
      for (let steps = 0; steps < 1000; steps += 1) {
        await clock.advance(250)
        const writers = candidates.filter(candidate => candidate.mayWrite())
        for (const candidate of writers) leaders.add(candidate.leader())
        expect({ seed, writers: Math.max(1, writers.length) }).toEqual({ seed, writers: 1 })
      }
    }
    expect(leaders).toEqual(new Set(['one', 'two', 'three']))
  })

  test('is lost by a process that was frozen, before its next write (A17)', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const one = stand(server.api, clock, 'one')
    await clock.advance(4000)
    const guarded = fenced(server.api, one)
    clock.freeze(40_000)
    await expect(
      guarded.create(clusters.resource, aCluster('blue'), { fieldManager: 'fitout' }),
    ).rejects.toThrow(LeadershipLostError)
    expect(server.count('create blue')).toBe(0)
  })

  test('is lost by a process that wakes up after another has won (A17)', async () => {
    const server = new SampleServer()
    const frozen = manualClock()
    const clock = manualClock()
    const one = stand(server.api, frozen, 'one')
    await frozen.advance(4000)
    const two = stand(server.api, clock, 'two')
    await clock.advance(40_000)
    expect(two.mayWrite()).toBe(true)
    frozen.freeze(40_000)
    expect(one.mayWrite()).toBe(false)
    await frozen.advance(0)
    expect([one.terms, one.leader(), one.mayWrite()]).toEqual([
      ['begins at 0', 'ends at 44000'],
      'two',
      false,
    ])
  })

  test('does not care for the wall clock (A18)', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const one = stand(server.api, clock, 'one')
    const two = stand(server.api, clock, 'two')
    await clock.advance(10_000)
    clock.jump(3_600_000)
    await clock.advance(10_000)
    clock.jump(-7_200_000)
    await clock.advance(10_000)
    expect([one.terms, two.terms, one.mayWrite()]).toEqual([['begins at 0'], [], true])
  })

  const times = ['1970-01-01T00:00:00.000000Z', '2100-01-01T00:00:00.000000Z']
  for (const renewTime of times) {
    test(`waits fifteen seconds of its own for a holder that says it renewed in ${renewTime} (A18)`, async () => {
      const server = new SampleServer()
      server.put({
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { namespace: 'fitout-system', name: 'fitout' },
        spec: { holderIdentity: 'dead', renewTime, leaseDurationSeconds: 3600, leaseTransitions: 4 },
      })
      const clock = manualClock()
      const one = stand(server.api, clock, 'one')
      await clock.advance(14_999)
      expect(one.terms).toEqual([])
      await clock.advance(2500)
      expect(one.mayWrite()).toBe(true)
      expect((await leaseOf(server))['spec']).toMatchObject({ holderIdentity: 'one', leaseTransitions: 5 })
    })
  }

  test('is not lost because someone touched the lease (A18)', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const one = stand(server.api, clock, 'one')
    await clock.advance(1000)
    const lease = await leaseOf(server)
    server.put({ ...lease, metadata: { ...lease.metadata, labels: { touched: 'true' } } })
    await clock.advance(60_000)
    expect([one.terms, (await leaseOf(server)).metadata.labels]).toEqual([
      ['begins at 0'],
      { touched: 'true' },
    ])
  })

  test('is lost when someone gives the lease to another (A18)', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const one = stand(server.api, clock, 'one')
    await clock.advance(1000)
    server.put({ ...(await leaseOf(server)), spec: { holderIdentity: 'by hand' } })
    await clock.advance(1000)
    expect([one.terms, one.mayWrite()]).toEqual([['begins at 0', 'ends at 2000'], false])
    await clock.advance(20_000)
    expect(one.mayWrite()).toBe(true)
  })

  test('is not lost when the lease is deleted: the holder makes it again, and others wait (A18)', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const two = stand(server.api, clock, 'two')
    await clock.advance(500)
    const one = stand(server.api, clock, 'one')
    for (let times = 0; times < 20; times += 1) {
      await clock.advance(1300)
      server.remove('fitout-system/fitout')
      await clock.advance(2000)
    }
    expect([two.terms, one.terms, two.mayWrite()]).toEqual([['begins at 0'], [], true])
  })

  test('gives the lease back on stopping, so that the next one leads within its next look (E2)', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const one = stand(server.api, clock, 'one')
    await clock.advance(100)
    const two = stand(server.api, clock, 'two')
    await clock.advance(4900)
    const stopped = one.stop()
    expect(one.mayWrite()).toBe(false)
    await clock.advance(0)
    await stopped
    expect([one.terms, (await leaseOf(server))['spec']]).toEqual([
      ['begins at 0', 'ends at 5000'],
      expect.objectContaining({ holderIdentity: '' }),
    ])
    await clock.advance(2200)
    expect(two.mayWrite()).toBe(true)
  })

  test('gives the lease back also when its last renewal was written without an answer', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const one = stand(server.api, clock, 'one')
    await clock.advance(1000)
    server.put(await leaseOf(server))
    await one.stop()
    expect((await leaseOf(server))['spec']).toMatchObject({ holderIdentity: '' })
  })

  test('continues when those who are told of it throw, and says why it could not be won', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    const told: string[] = []
    server.fail('create', ['Forbidden'])
    const election = runElection(server.api, {
      namespace: 'fitout-system',
      name: 'fitout',
      identity: 'one',
      fieldManager: 'fitout',
      clock,
      random: () => 0.5,
      onLeading: () => {
        throw new Error('poison')
      },
      onError: error => {
        told.push(String(error))
        throw error
      },
    })
    await clock.advance(30_000)
    expect([told, election.mayWrite()]).toEqual([['ApiError: cannot create: Forbidden'], true])
  })

  test('leaves alone what is another’s on stopping', async () => {
    const server = new SampleServer()
    const clock = manualClock()
    stand(server.api, clock, 'one')
    await clock.advance(100)
    const two = stand(server.api, clock, 'two')
    await clock.advance(100)
    await two.stop()
    expect((await leaseOf(server))['spec']).toMatchObject({ holderIdentity: 'one' })
  })
})

describe('A fenced API', () => {
  const writes = {
    create: (api: Api) => api.create(clusters.resource, aCluster('x'), { fieldManager: 'f' }),
    apply: (api: Api) => api.apply(clusters.resource, aCluster('x'), { fieldManager: 'f' }),
    update: (api: Api) => api.update(clusters.resource, aCluster('x'), { fieldManager: 'f' }),
    delete: (api: Api) => api.delete({ resource: clusters.resource, namespace: 'prod', name: 'x' }),
  }
  for (const [verb, write] of Object.entries(writes)) {
    test(`does not ${verb} without leadership`, async () => {
      const server = new SampleServer()
      const error = await write(fenced(server.api, { mayWrite: () => false })).catch(
        (cause: unknown) => cause,
      )
      expect([error, server.calls]).toEqual([new LeadershipLostError(`${verb} Cluster x`), []])
      expect(error).toMatchObject({ code: 'LEADERSHIP_LOST' })
    })
  }

  test('reads without leadership, and writes with it', async () => {
    const server = new SampleServer()
    await fenced(server.api, { mayWrite: () => false }).list(clusters)
    await writes.create(fenced(server.api, { mayWrite: () => true }))
    expect(server.calls).toEqual(['list', 'create x'])
  })
})
