import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoFleet } from '../simulator/demo/demo-fleet.ts'
import { ServedConsole } from '#test/server/served-console.ts'
import type { FleetRow } from '../domain/fleet/fleet-row.ts'
import { consoleRoutes } from './routes/console-routes.ts'
import type { ConsoleWorld } from './routes/console-world.ts'

const held = 'prod/payments-eu'

async function served(clusters = 5): Promise<ServedConsole> {
  return new ServedConsole(demoFleet({ clusters, seed: 1 })).start()
}

function rowOf(rows: readonly FleetRow[], id: string): FleetRow | undefined {
  return rows.find(row => row.id === id)
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table is made without looking at it
const table = consoleRoutes({} as ConsoleWorld, {
  identity: { routes: [] },
  demo: { troubles: [], speed: 1 },
})

describe('A server on a fleet with three clusters in trouble', () => {
  let console: ServedConsole
  beforeAll(async () => {
    console = await served()
    await console.demo.fleet.clock.advance(480_000)
    await console.until(async () => (await console.get('fleet')).body.toReady.count === 2)
  })
  afterAll(async () => console.stop())

  test('shows every cluster with its state and its cause', async () => {
    const { body } = await console.get('fleet')
    const states = body.rows.map(({ id, state, cause }: FleetRow) => [id, state, cause?.reason])
    expect(states).toEqual([
      ['edge/store-berlin', 'Stuck', 'ImagePullFailed'],
      ['prod/legacy-1', 'Held', 'VersionUnsupported'],
      [held, 'Held', 'HandOverKeyMissing'],
      ['prod/payments-us', 'Ready', undefined],
      ['prod/search-eu', 'Ready', undefined],
    ])
    expect([body.unselected, body.isPartial, body.silentSince]).toEqual([0, false, undefined])
  })

  test('tells of a cluster what is known of it, and of its steps how long they took', async () => {
    const { body } = await console.get(`clusters/${held}`)
    expect(body.standing).toContain(`${held} is Held at step 4 of 5, karpenter`)
    expect(body.facts).toMatchObject({ clusterClass: 'eks', kubernetesVersion: 'v1.35.4', isPaused: false })
    expect(body.timeline.map(({ step, state }: { step: string; state: string }) => [step, state])).toEqual([
      ['api', 'Ready'],
      ['cni', 'Ready'],
      ['flux', 'Ready'],
      ['karpenter', 'Held'],
      ['nodes', 'Waiting'],
    ])
    expect(body.timeline[4].waitsFor).toEqual(['karpenter'])
    expect(body.fleetTook.count).toBe(2)
  })

  test('explains why, read from the clusters, with evidence and what to do', async () => {
    const { body } = await console.get(`clusters/${held}/why`)
    expect(body.why).toMatchObject({ reason: 'HandOverKeyMissing', step: 'karpenter', actor: 'Git' })
    expect(body.why.evidence.length).toBeGreaterThan(0)
    expect(body.why.next.length).toBeGreaterThan(0)
    const ready = await console.get('clusters/prod/search-eu/why')
    expect(Object.keys(ready.body)).toEqual(['asOf', 'standing'])
  })

  test('shows where the delivery of a step stops, and which key it lacks', async () => {
    const { body } = await console.get(`clusters/${held}/steps/karpenter`)
    expect(body.delivery.map(({ stage, state }: { stage: string; state: string }) => [stage, state])).toEqual(
      [
        ['pack', 'done'],
        ['handOver', 'stopped'],
        ['gate', 'pending'],
        ['resourceSet', 'pending'],
        ['binding', 'pending'],
        ['workload', 'pending'],
      ],
    )
    const verdicts = body.handOver.map(({ key, verdict }: { key: string; verdict: string }) => [key, verdict])
    expect(verdicts).toContainEqual(['karpenter_iam_role_arn', 'missing'])
    expect(verdicts).toContainEqual(['cluster_name', 'present'])
    expect([body.position, body.of, body.holdsUp]).toEqual([4, 5, ['nodes']])
    expect(body.proofs.length).toBeGreaterThan(0)
  })

  test('shows a step that is ready as delivered from end to end', async () => {
    const { body } = await console.get('clusters/prod/search-eu/steps/flux')
    const states = body.delivery.map(({ state }: { state: string }) => state)
    expect(new Set(states)).toEqual(new Set(['done']))
    expect(body.unread).toEqual([])
  })

  test('lists the objects of the proofs, worst first, and filters them', async () => {
    const { body } = await console.get('clusters/edge/store-berlin/objects')
    expect(body.objects[0].health).not.toBe('Current')
    const current = await console.get('clusters/edge/store-berlin/objects?health=Current')
    expect(current.body.objects.every(({ health }: { health: string }) => health === 'Current')).toBe(true)
    expect(current.body.counts).toEqual(body.counts)
    expect((await console.get('clusters/edge/store-berlin/objects?cursor=x')).status).toBe(400)
  })

  test('shows Fitouts with the times of their steps, and whether those of one name differ', async () => {
    const list = await console.get('fitouts')
    expect(list.body.fitouts.map(({ namespace }: { namespace: string }) => namespace)).toEqual([
      'dev',
      'edge',
      'prod',
    ])
    const { body } = await console.get('fitouts/prod/eks')
    expect(body.summary).toMatchObject({ clusters: 4, problems: 0 })
    expect(body.steps[3]).toMatchObject({ name: 'karpenter', needsAttention: 1, proof: 'preset karpenter' })
    expect(body.sameName).toEqual([
      { namespace: 'dev', steps: [] },
      { namespace: 'edge', steps: [] },
    ])
    expect(body.yaml).toContain('kind: Fitout')
    expect((await console.get('fitouts/prod/none')).status).toBe(404)
  })

  test('judges the versions of all clusters', async () => {
    const { body } = await console.get('compat?k8s=1.35')
    expect(body.target).toBe('1.35')
    expect(body.totals.held + body.totals.unknown + body.totals.fits + body.totals.there).toBe(5)
    expect(body.rows.map(({ component }: { component: string }) => component)).toContain('flux')
    expect((await console.get('compat?k8s=latest')).status).toBe(400)
  })

  test('says who one is, with a token that only this server knows', async () => {
    const { body } = await console.get('me')
    expect(body).toMatchObject({ mode: 'demo', version: '0.0.0' })
    expect(body.token).toMatch(/^[\w-]{43}$/)
  })

  test('names what was probably meant for a cluster that does not exist', async () => {
    const { status, body } = await console.get('clusters/prod/payment-eu')
    expect([status, body]).toEqual([
      404,
      {
        code: 'NotFound',
        message: 'Cluster prod/payment-eu is not found, or you do not have access to it',
        near: [held],
      },
    ])
  })

  test('sends again only what has changed', async () => {
    for (const path of ['fleet', 'fitouts', `clusters/${held}/objects`]) {
      const { tag } = await console.get(path)
      const again = await console.get(path, { 'If-None-Match': tag })
      expect([path, again.status, again.text]).toEqual([path, 304, ''])
    }
  })

  test('says of hostile addresses nothing but that they are wrong', async () => {
    const hostile = [
      'clusters/..%2f..%2fetc/passwd',
      'clusters/prod/%00',
      'clusters/prod/a%0d%0ab',
      `clusters/prod/${'a'.repeat(3_000)}`,
      'clusters/prod/__proto__',
      'clusters/constructor/prototype',
      'clusters/prod/payments-eu/steps/__proto__',
      'stream?topics=cluster:../x',
      'stream?topics=',
      'stream?topics=fleet&after=-1',
      'stream?topics=fleet&after=1e9',
    ]
    for (const path of hostile)
      expect([path, [400, 404].includes((await console.get(path)).status)]).toEqual([path, true])
    expect(console.failures).toEqual([])
  })

  test('never sends what stands in a Secret, and writes nothing', async () => {
    const canaries = [
      'arn:aws:iam::123456789012',
      'client-key-data',
      'BEGIN RSA',
      'BEGIN EC',
      'karpenter-payments-eu',
    ]
    const ids = [held, 'edge/store-berlin', 'prod/search-eu']
    const paths = [
      'fleet',
      'me',
      'demo',
      'fitouts',
      'fitouts/prod/eks',
      'compat',
      ...ids.flatMap(id => [`clusters/${id}`, `clusters/${id}/why`, `clusters/${id}/objects`]),
      ...ids.flatMap(id =>
        ['api', 'cni', 'flux', 'karpenter', 'nodes'].map(step => `clusters/${id}/steps/${step}`),
      ),
    ]
    for (const path of paths) {
      const { status, text } = await console.get(path)
      expect([path, status]).toEqual([path, 200])
      for (const canary of canaries) expect([path, text.includes(canary)]).toEqual([path, false])
    }
    expect(console.writes).toEqual([])
  })
})

describe('A stream', () => {
  test('brings what changes, and a cluster as a whole where it is followed', async () => {
    const console = await served(3)
    const stream = await console.listen(`topics=${encodeURIComponent(`fleet,cluster:${held}`)}`)
    await console.until(() => stream.of('patch').some(({ data }) => data.topic === `cluster:${held}`))
    expect(stream.events[0]?.event).toBe('ping')
    await console.until(() =>
      stream
        .of('patch')
        .some(({ data }) => rowOf(data.rows ?? [], held)?.cause?.reason === 'HandOverKeyMissing'),
    )
    const { body } = await console.get('fleet')
    const merged = new Map<string, FleetRow>()
    for (const { data } of stream.of('patch')) for (const row of data.rows ?? []) merged.set(row.id, row)
    expect(merged.get(held)).toEqual(rowOf(body.rows, held))
    await console.stop()
    await console.until(() => stream.isOver)
  })

  test('goes on after a number with what was missed, and with nothing else', async () => {
    const console = await served(3)
    await console.demo.fleet.clock.advance(120_000)
    await console.until(async () => rowOf((await console.get('fleet')).body.rows, held)?.state === 'Held')
    const { body: before } = await console.get('fleet')
    const [, , oldVersion] = console.demo.troubles
    oldVersion?.fix()
    const changed = async () => {
      const { body } = await console.get('fleet')
      return body.seq > before.seq && rowOf(body.rows, 'prod/legacy-1')?.state === 'FittingOut'
    }
    await console.until(changed)
    const stream = await console.listen('topics=fleet', { 'Last-Event-ID': String(before.seq) })
    await console.until(() => stream.of('patch').length > 0)
    const [patch] = stream.of('patch')
    expect(patch?.data.rows.map(({ id }: FleetRow) => id)).toContain('prod/legacy-1')
    expect(patch?.data.fitouts).toBe(undefined)
    await console.stop()
  })

  test('has everything fetched again after the server was started again', async () => {
    const first = await served(3)
    const { body } = await first.get('fleet')
    const { demo } = first
    await first.stop()
    await demo.fleet.clock.advance(60_000)
    const second = await new ServedConsole(demo).start()
    const stream = await second.listen(`topics=fleet&after=${body.seq}`)
    await second.until(() => stream.of('resync').length > 0)
    expect(stream.of('resync')[0]?.data.reason).toBe('restarted')
    await second.stop()
  })

  test('says since when nothing is heard of the management cluster, and goes on once it is', async () => {
    const console = await served(3)
    const stream = await console.listen('topics=fleet')
    console.network.set({ kind: 'down' })
    await console.until(() => stream.of('ping').at(-1)?.data.silentSince !== undefined)
    const { status, body } = await console.get('fleet')
    expect([status, body.silentSince, body.rows.length]).toEqual([200, expect.any(String), 3])
    expect(body.asOf).toBe(body.silentSince)
    console.network.set({ kind: 'up' })
    await console.until(() => stream.of('ping').at(-1)?.data.silentSince === undefined)
    await console.stop()
  })

  test('is refused to who has too many of them', async () => {
    const console = await served(3)
    const streams = []
    for (let count = 0; count < 20; count++) streams.push(await console.listen('topics=fleet'))
    expect((await console.listen('topics=fleet')).status).toBe(429)
    streams[0]?.close()
    await console.until(async () => {
      const one = await console.listen('topics=fleet')
      return one.status === 200
    })
    await console.stop()
  })
})

describe('The demo', () => {
  test('fixes the trouble of a cluster, and the cluster becomes ready', async () => {
    const console = await served(3)
    await console.until(async () => rowOf((await console.get('fleet')).body.rows, held)?.state === 'Held')
    const { status, body } = await console.post('demo/fix', { cluster: held })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        troubles: expect.arrayContaining([expect.objectContaining({ cluster: held, isFixed: true })]),
      }),
    ])
    await console.until(async () => rowOf((await console.get('fleet')).body.rows, held)?.state === 'Ready')
    expect((await console.post('demo/fix', { cluster: 'prod/other' })).status).toBe(400)
    expect((await console.post('demo/fix', { cluster: held }, { 'X-Fitout-Token': 'x' })).status).toBe(403)
    await console.stop()
  })
})

describe('The table of routes', () => {
  test('has no route that writes to a cluster, and each that names a namespace asks for the right to see it', () => {
    for (const { method, path, effect, right } of table) {
      expect([
        path,
        method === 'GET' ? effect === 'nothing' : effect !== 'nothing' || path.endsWith(':check'),
      ]).toEqual([path, true])
      expect([path, right]).toEqual([path, path.includes('{namespace}') ? 'namespace' : 'session'])
      expect([path, path.startsWith('/api/v1/')]).toEqual([path, true])
    }
    const git = table.filter(({ effect }) => effect === 'git').map(({ path }) => path)
    expect(git.length).toBeLessThanOrEqual(1)
  })
})
