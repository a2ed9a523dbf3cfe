import { describe, expect, test } from 'vitest'
import type { Api, Resource, WatchEvent } from '../../engine/api/api.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { seededRandom } from '../clock/seeded-random.ts'
import { VirtualClock } from '../clock/virtual-clock.ts'
import { kindOf } from '../kinds/kind.ts'
import { Store } from './store.ts'

const by = { fieldManager: 'test' }
const configMaps: Resource = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
}
const secrets: Resource = { ...configMaps, kind: 'Secret', plural: 'secrets' }

function aStore(): { readonly store: Store; readonly api: Api; readonly clock: VirtualClock } {
  const clock = new VirtualClock()
  const store = new Store({ clock, random: seededRandom(1) })
  return { store, api: store.api(), clock }
}

function aConfigMap(name: string, given: object = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, ...given }
}

const refOf = (name: string) => ({ resource: configMaps, namespace: 'default', name })

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
}

describe('a store', () => {
  test('starts with the namespaces and the Service of every cluster, or with nothing', async () => {
    const { store } = aStore()
    const names = store
      .snapshotAt(store.revision, { group: '', plural: 'namespaces' })
      .map(({ metadata }) => metadata.name)
    expect(names).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system'])
    const empty = new Store({ clock: new VirtualClock(), random: seededRandom(1), isBooted: false })
    expect(empty.snapshotAt(empty.revision, { group: '', plural: 'namespaces' })).toEqual([])
  })

  test('gives the same identifiers for the same seed', async () => {
    const uids = await Promise.all(
      [aStore(), aStore()].map(({ api }) => api.create(configMaps, aConfigMap('a'), by)),
    )
    expect(uids[0]?.metadata).toEqual(uids[1]?.metadata)
  })

  test('shares what it holds, and lets nobody change it', async () => {
    const { api } = aStore()
    const given = { a: '1' }
    const made = await api.create(configMaps, aConfigMap('a', { data: given }), by)
    given.a = '2'
    expect(await api.get(refOf('a'))).toBe(made)
    expect([made['data'], Object.isFrozen(made), Object.isFrozen(made['data'])]).toEqual([
      { a: '1' },
      true,
      true,
    ])
  })

  test('keeps a field called __proto__ a field', async () => {
    const { api } = aStore()
    const data: unknown = JSON.parse('{"__proto__": "x", "constructor": "y"}')
    const made = await api.create(configMaps, aConfigMap('a', { data }), by)
    expect(JSON.stringify(made['data'])).toBe('{"__proto__":"x","constructor":"y"}')
  })

  test('stores the texts of a Secret as bytes', async () => {
    const { api } = aStore()
    const secret = { ...aConfigMap('a', { stringData: { key: 'valué' } }), kind: 'Secret' }
    const made = await api.create(secrets, secret, by)
    expect(made).toMatchObject({ type: 'Opaque', data: { key: 'dmFsdcOp' } })
    expect(made).not.toHaveProperty('stringData')
  })

  test.for([
    {
      name: 'its data when it is immutable',
      before: { immutable: true, data: { a: '1' } },
      after: { immutable: true, data: { a: '2' } },
    },
    { name: 'that it is immutable', before: { immutable: true }, after: { immutable: false } },
    { name: 'its type', before: { type: 'a/b' }, after: { type: 'c/d' } },
  ])('does not let a Secret change $name', async ({ before, after }) => {
    const { api } = aStore()
    await api.create(secrets, { ...aConfigMap('a', before), kind: 'Secret' }, by)
    expect(await codeOf(api.update(secrets, { ...aConfigMap('a', after), kind: 'Secret' }, by))).toBe(
      'Invalid',
    )
  })

  test('makes a name of a prefix, another one each time', async () => {
    const { api } = aStore()
    const prefixed = aConfigMap('', { metadata: { name: '', namespace: 'default', generateName: 'prefix-' } })
    const made = [await api.create(configMaps, prefixed, by), await api.create(configMaps, prefixed, by)]
    const names = made.map(({ metadata }) => metadata.name)
    for (const name of names) expect(name).toMatch(/^prefix-[a-z0-9]{5}$/)
    expect(new Set(names).size).toBe(2)
  })

  test('serves a kind that was registered without a definition', async () => {
    const { store, api } = aStore()
    store.kinds.serve(kindOf({ group: 'example.com', kind: 'Policy', versions: ['v1', 'v1beta1'] }))
    expect(await api.discover('example.com/v1beta1')).toMatchObject([{ kind: 'Policy', plural: 'policies' }])
  })

  test('asks its policies before it writes, and stores what they make of an object', async () => {
    const { store, api } = aStore()
    const asked: string[] = []
    store.admit = ({ verb, object, user }) => {
      asked.push(`${verb} ${object.metadata.name} ${user}`)
      if (object.metadata.name === 'bad') return { allowed: false, message: 'not this one' }
      return { allowed: true, object: { ...object, data: { stamped: 'yes' } } }
    }
    expect(await codeOf(api.create(configMaps, aConfigMap('bad'), by))).toBe('Denied')
    expect(await codeOf(api.get(refOf('bad')))).toBe('NotFound')
    const made = await store.api('eve').create(configMaps, aConfigMap('good'), by)
    expect([made['data'], asked]).toEqual([{ stamped: 'yes' }, ['create bad admin', 'create good eve']])
  })
})

describe('a watch of a store', () => {
  test('that reads too slowly is Gone in the middle of its stream', async () => {
    const { store, api } = aStore()
    const iterator = api.watch({ resource: configMaps }, String(store.revision))[Symbol.asyncIterator]()
    for (const name of ['a', 'b', 'c']) await api.create(configMaps, aConfigMap(name), by)
    expect(await next(iterator)).toBe('ADDED a')
    store.compact()
    await expect(iterator.next()).rejects.toSatisfy(error => hasCode(error, 'Gone'))
  })

  test('that has heard everything continues over a compaction', async () => {
    const { store, api } = aStore()
    const iterator = api.watch({ resource: configMaps }, String(store.revision))[Symbol.asyncIterator]()
    const waiting = next(iterator)
    await store.clock.advance(0)
    await api.create(secrets, { ...aConfigMap('other'), kind: 'Secret' }, by)
    store.compact()
    await api.create(configMaps, aConfigMap('a'), by)
    expect(await waiting).toBe('ADDED a')
  })

  test('gets a bookmark every minute', async () => {
    const { store, api, clock } = aStore()
    const iterator = api.watch({ resource: configMaps }, String(store.revision))[Symbol.asyncIterator]()
    const waiting = iterator.next()
    await api.create(secrets, { ...aConfigMap('other'), kind: 'Secret' }, by)
    await clock.advance(59_000)
    let isTold = false
    void waiting.then(() => (isTold = true))
    await clock.advance(0)
    expect(isTold).toBe(false)
    await clock.advance(1000)
    expect(await waiting).toEqual({
      done: false,
      value: { type: 'BOOKMARK', resourceVersion: String(store.revision) },
    })
  })

  test('ends when the server ends it, and leaves nothing open', async () => {
    const { store, api } = aStore()
    const iterator = api.watch({ resource: configMaps }, String(store.revision))[Symbol.asyncIterator]()
    const waiting = next(iterator)
    await store.clock.advance(0)
    expect(store.watches()).toHaveLength(1)
    store.endWatches()
    expect([await waiting, await next(iterator), store.watches()]).toEqual(['done', 'done', []])
  })

  test('from a version of the future waits for it', async () => {
    const { store, api } = aStore()
    const iterator = api.watch({ resource: configMaps }, String(store.revision + 1))[Symbol.asyncIterator]()
    const waiting = next(iterator)
    await api.create(configMaps, aConfigMap('a'), by)
    await api.create(configMaps, aConfigMap('b'), by)
    expect(await waiting).toBe('ADDED b')
  })
})

describe('a stale view', () => {
  test('shows what was, in reads, lists and watches, and catches up when it may', async () => {
    const { store, api } = aStore()
    await api.create(configMaps, aConfigMap('old', { data: { a: '1' } }), by)
    const view = store.view()
    view.freeze()
    const { resourceVersion } = await view.api.list({ resource: configMaps })
    const iterator = view.api.watch({ resource: configMaps }, resourceVersion)[Symbol.asyncIterator]()
    const waiting = iterator.next()
    await api.update(configMaps, aConfigMap('old', { data: { a: '2' } }), by)
    await api.create(configMaps, aConfigMap('new'), by)
    expect((await view.api.get(refOf('old')))['data']).toEqual({ a: '1' })
    expect(await codeOf(view.api.get(refOf('new')))).toBe('NotFound')
    expect((await view.api.list({ resource: configMaps })).items).toHaveLength(1)
    view.moveTo(store.revision - 1)
    expect(await waiting).toMatchObject({ value: { type: 'MODIFIED', object: { data: { a: '2' } } } })
    view.follow()
    expect(await iterator.next()).toMatchObject({
      value: { type: 'ADDED', object: { metadata: { name: 'new' } } },
    })
  })

  test('stays some versions behind when it is told to', async () => {
    const { store, api } = aStore()
    const view = store.view()
    view.follow(2)
    for (const name of ['a', 'b', 'c']) await api.create(configMaps, aConfigMap(name), by)
    expect(
      (await view.api.list({ resource: configMaps })).items.map(({ metadata }) => metadata.name),
    ).toEqual(['a'])
  })

  test('lets a write that was decided on old facts end in a conflict', async () => {
    const { store, api } = aStore()
    await api.create(configMaps, aConfigMap('a', { data: { a: '1' } }), by)
    const view = store.view()
    view.freeze()
    await api.update(configMaps, aConfigMap('a', { data: { a: '2' } }), by)
    const stale = await view.api.get(refOf('a'))
    expect(await codeOf(view.api.update(configMaps, { ...stale, data: { a: '3' } }, by))).toBe('Conflict')
  })
})

describe('a restored store', () => {
  test('is as it was, gives out the same versions again, and ends its watches', async () => {
    const { store, api } = aStore()
    const made = await api.create(configMaps, aConfigMap('a', { data: { a: '1' } }), by)
    const { revision } = store
    const iterator = api.watch({ resource: configMaps }, String(revision))[Symbol.asyncIterator]()
    const waiting = iterator.next()
    await store.clock.advance(0)
    await api.delete(refOf('a'))
    await api.create(configMaps, aConfigMap('b'), by)
    store.restore(revision)
    await waiting
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
    expect([store.revision, await api.get(refOf('a'))]).toEqual([revision, made])
    expect(await codeOf(api.get(refOf('b')))).toBe('NotFound')
    const again = await api.create(configMaps, aConfigMap('c'), by)
    expect(again.metadata.resourceVersion).toBe(String(revision + 1))
  })

  test('collects what has lost its owner by it', async () => {
    const { store, api, clock } = aStore()
    const { revision } = store
    const owner = await api.create(configMaps, aConfigMap('owner'), by)
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid ?? '' }
    await api.create(
      configMaps,
      aConfigMap('child', {
        metadata: { name: 'child', namespace: 'default', ownerReferences: [reference] },
      }),
      by,
    )
    const later = store.revision
    await api.delete(refOf('owner'))
    await clock.advance(1000)
    expect(await codeOf(api.get(refOf('child')))).toBe('NotFound')
    store.restore(later)
    await clock.advance(1000)
    expect((await api.get(refOf('child'))).metadata.name).toBe('child')
    store.restore(revision)
    expect(await codeOf(api.get(refOf('child')))).toBe('NotFound')
  })

  test('cannot be one that was forgotten', async () => {
    const { store } = aStore()
    store.compact()
    expect(() => store.restore(store.revision - 1)).toThrow(RangeError)
  })
})

describe('a store that begins with the image of another', () => {
  test('has its objects, kinds and versions, and nobody finds what came before', async () => {
    const { store, api, clock } = aStore()
    store.kinds.serve(kindOf({ group: 'example.com', kind: 'Widget' }))
    const made = await api.create(configMaps, aConfigMap('a', { data: { a: '1' } }), by)
    const other = new Store({ clock, random: seededRandom(2), image: store.image() })
    expect([other.revision, await other.api().get(refOf('a'))]).toEqual([store.revision, made])
    expect(other.kinds.named('example.com/v1', 'Widget')).toBeDefined()
    const past = other.api().watch({ resource: configMaps }, String(store.revision - 1))
    expect(await codeOf(past[Symbol.asyncIterator]().next())).toBe('Gone')
  })

  test('goes its own way', async () => {
    const { store, api, clock } = aStore()
    const owner = await api.create(configMaps, aConfigMap('owner'), by)
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid ?? '' }
    const metadata = { name: 'child', namespace: 'default', ownerReferences: [reference] }
    await api.create(configMaps, aConfigMap('child', { metadata }), by)
    const other = new Store({ clock, random: seededRandom(2), image: store.image() })
    await other.api().delete(refOf('owner'))
    await clock.advance(1000)
    expect(await codeOf(other.api().get(refOf('child')))).toBe('NotFound')
    expect((await api.get(refOf('child'))).metadata.name).toBe('child')
  })
})

async function next(iterator: AsyncIterator<WatchEvent>): Promise<string> {
  const { done, value } = await iterator.next()
  if (done) return 'done'
  return value.type === 'BOOKMARK' ? value.type : `${value.type} ${value.object.metadata.name}`
}
