import { beforeEach, describe, expect, test } from 'vitest'
import type { Api, Resource } from '../../src/engine/api/api.ts'
import { hasCode } from '../../src/engine/api/api-error.ts'
import { seededRandom } from '../../src/simulator/clock/seeded-random.ts'
import { VirtualClock } from '../../src/simulator/clock/virtual-clock.ts'
import { ApiCaller } from '../../src/simulator/faults/actor.ts'
import { noFaults } from '../../src/simulator/faults/fault-plan.ts'
import { faultyApi } from '../../src/simulator/faults/faulty-api.ts'
import { History } from '../../src/simulator/faults/history.ts'
import { deleteByModel, putByModel } from '../../src/simulator/models/model-write.ts'
import { Store } from '../../src/simulator/store/store.ts'
import { fromSimulator } from './from-simulator.ts'
import type { Line } from './history/line.ts'
import { recordStore } from './record-store.ts'
import { without } from './sample-history.ts'

const configMaps: Resource = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
}
const by = { fieldManager: 'fitout' }
const sent = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' } }
const ref = { resource: configMaps, namespace: 'default', name: 'a' }

let clock: VirtualClock
let history: History
let store: Store
let api: Api

beforeEach(() => {
  clock = new VirtualClock()
  history = new History(clock.elapsed)
  store = new Store({ clock, random: seededRandom(1) })
  recordStore(store, { server: 'management', history })
  api = store.api('system:serviceaccount:fitout-system:fitout')
})

/** What was recorded, without what every line here has. */
function recorded(): readonly Partial<Line>[] {
  const common = ['seq', 't', 'actor', 'server', 'group', 'resource'] as const
  return fromSimulator(history.lines).map(line => without(line, ...common))
}

describe('A recorded server', () => {
  test('tells where every call belongs', async () => {
    await api.get(ref).catch(() => undefined)
    expect(fromSimulator(history.lines)).toEqual([
      {
        seq: 1,
        t: 0,
        actor: 'fitout',
        server: 'management',
        op: 'get',
        group: '',
        resource: 'configmaps',
        namespace: 'default',
        name: 'a',
        code: 404,
      },
    ])
  })

  test('tells what was sent, and what came of it', async () => {
    const object = await api.apply(configMaps, sent, by)
    const again = await api.apply(configMaps, { ...sent, data: { a: 'b' } }, { ...by, force: true })
    const place = { namespace: 'default', name: 'a', fieldManager: 'fitout' }
    expect(recorded()).toEqual([
      { op: 'apply', ...place, force: false, code: 201, body: sent, object },
      { op: 'apply', ...place, force: true, code: 200, body: { ...sent, data: { a: 'b' } }, object: again },
    ])
  })

  test('tells what writes insist on', async () => {
    const { metadata } = await api.create(configMaps, sent, by)
    const { uid = '', resourceVersion = '' } = metadata
    await api.update(configMaps, { ...sent, metadata }, by)
    await api.delete(ref, { uid })
    await api.delete(ref, { uid }).catch(() => undefined)
    expect(recorded().map(({ op, uid: named, rv, code }) => ({ op, uid: named, rv, code }))).toEqual([
      { op: 'create', uid: undefined, rv: undefined, code: 201 },
      { op: 'update', uid, rv: resourceVersion, code: 200 },
      { op: 'delete', uid, rv: undefined, code: 200 },
      { op: 'delete', uid, rv: undefined, code: 404 },
    ])
  })

  test('tells what was listed and followed', async () => {
    await api.list({ resource: configMaps })
    await api.list({ resource: configMaps, namespace: 'default' })
    api.watch({ resource: configMaps }, '7')
    expect(recorded()).toEqual([
      { op: 'list', code: 200 },
      { op: 'list', namespace: 'default', code: 200 },
      { op: 'watch', rv: '7', code: 200 },
    ])
  })

  test('knows a write whose answer was lost', async () => {
    const told = new History(clock.elapsed)
    const plan = { ...noFaults, onCall: () => ({ kind: 'fail', at: 'after', code: 'Unreachable' }) as const }
    const faulty = faultyApi({ api, clock, actor: new ApiCaller('fitout'), history: told, plan })
    const call = faulty.apply(configMaps, sent, by).catch((error: unknown) => hasCode(error, 'Unreachable'))
    await clock.advance(1000)
    expect(await call).toBe(true)
    expect(recorded().map(({ op, code }) => ({ op, code }))).toEqual([{ op: 'apply', code: 201 }])
    // What the process was told is less: no answer, and nothing of what it sent.
    expect(fromSimulator(told.lines)).toEqual([
      {
        seq: 1,
        t: expect.any(Number),
        actor: 'fitout',
        server: 'management',
        op: 'apply',
        group: '',
        resource: 'configmaps',
        namespace: 'default',
        name: 'a',
        fieldManager: 'fitout',
        code: 0,
      },
    ])
  })

  test('tells what changed without a call', () => {
    const before = history.lines.length
    const object = putByModel(store, sent)
    const [kind] = [store.kinds.named('v1', 'ConfigMap')]
    if (kind) deleteByModel(store, kind, object)
    const place = { namespace: 'default', name: 'a' }
    expect(recorded().slice(before)).toEqual([
      { op: 'create', ...place, code: 200, object },
      { op: 'delete', ...place, code: 200 },
    ])
    expect(history.lines.map(({ actor }) => actor)).toEqual(['others', 'others'])
  })

  test('goes by the user where that is nobody it knows', async () => {
    await store.api('ann').list({ resource: configMaps })
    expect(history.lines.map(({ actor }) => actor)).toEqual(['ann'])
  })

  test('has decisions beside calls', () => {
    history.add({ actor: 'fitout', op: 'decide', key: 'Cluster default/blue', uid: 'u', ready: ['cni'] })
    history.add({ actor: 'fitout', op: 'crash' })
    const group = 'cluster.x-k8s.io'
    expect(fromSimulator(history.lines)).toMatchObject([
      { op: 'decide', group, resource: 'clusters', name: 'blue', uid: 'u', body: { ready: ['cni'] } },
    ])
  })
})
