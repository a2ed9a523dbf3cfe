import { describe, expect, test } from 'vitest'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { type Bench, configMaps } from './api-bench.ts'

/** What server-side apply makes of an object. */
export function applyContract(bench: Bench): void {
  const apply = (manager: string, name: string, spec: object): Promise<KubeObject> =>
    bench.applyWidget(manager, name, { spec })
  const force = (manager: string, name: string, spec: object): Promise<KubeObject> =>
    bench.api.apply(bench.widgets, bench.widget(name, { spec }), { fieldManager: manager, force: true })

  describe('apply', () => {
    test('makes an object that is not there', async () => {
      const made = await apply('one', bench.name(), { size: 1 })
      expect(made).toMatchObject({ spec: { size: 1 }, metadata: { generation: 1 } })
    })

    test('refuses a namespace that is not there', async () => {
      const call = bench.applyWidget('one', bench.name(), { metadata: { namespace: 'not-there' } })
      expect(await bench.codeOf(call)).toBe('NotFound')
    })

    test('adds to what others have written', async () => {
      const { metadata } = await bench.aWidget({ spec: { size: 1 }, metadata: { labels: { a: 'b' } } })
      const applied = await bench.applyWidget('one', metadata.name, {
        spec: { color: 'red' },
        metadata: { labels: { c: 'd' } },
      })
      expect(applied).toMatchObject({
        spec: { size: 1, color: 'red' },
        metadata: { labels: { a: 'b', c: 'd' }, generation: 2 },
      })
    })

    test('as a dry run answers with what would be stored, and stores nothing', async () => {
      const { metadata } = await bench.aWidget({ spec: { size: 1 } })
      const call = { fieldManager: 'one', force: true, dryRun: true }
      const said = await bench.api.apply(
        bench.widgets,
        bench.widget(metadata.name, { spec: { size: 2 } }),
        call,
      )
      const missing = bench.name()
      await bench.api.apply(bench.widgets, bench.widget(missing, { spec: { size: 2 } }), call)
      const { namespace } = bench
      const stored = await bench.api.get({ resource: bench.widgets, namespace, name: metadata.name })
      const code = await bench.codeOf(bench.api.get({ resource: bench.widgets, namespace, name: missing }))
      expect([said['spec'], stored['spec'], code]).toEqual([{ size: 2 }, { size: 1 }, 'NotFound'])
    })

    test('twice is as once', async () => {
      const name = bench.name()
      const first = await apply('one', name, { size: 1, parts: [{ name: 'a', color: 'red' }] })
      expect(await apply('one', name, { size: 1, parts: [{ name: 'a', color: 'red' }] })).toEqual(first)
    })

    test('counts the generation only when what is wanted changes', async () => {
      const name = bench.name()
      const made = await apply('one', name, { size: 1 })
      const labelled = await bench.applyWidget('one', name, {
        spec: { size: 1 },
        metadata: { labels: { a: 'b' } },
      })
      const grown = await bench.applyWidget('one', name, {
        spec: { size: 2 },
        metadata: { labels: { a: 'b' } },
      })
      expect([made, labelled, grown].map(({ metadata }) => metadata.generation)).toEqual([1, 1, 2])
    })

    test('takes away what its manager no longer names', async () => {
      const name = bench.name()
      await bench.applyWidget('one', name, {
        spec: { size: 1, color: 'red' },
        metadata: { labels: { a: 'b', c: 'd' } },
      })
      const applied = await bench.applyWidget('one', name, {
        spec: { size: 1 },
        metadata: { labels: { a: 'b' } },
      })
      expect(applied['spec']).toEqual({ size: 1 })
      expect(applied.metadata.labels).toEqual({ a: 'b' })
    })

    test('takes away a map with its last entry', async () => {
      const name = bench.name()
      await bench.applyWidget('one', name, {
        metadata: { labels: { a: 'b' } },
        spec: { map: { a: 'b' }, size: 1 },
      })
      const applied = await apply('one', name, { size: 1 })
      expect(applied.metadata).not.toHaveProperty('labels')
      expect(applied['spec']).toEqual({ size: 1 })
    })

    test('leaves alone what others have written, also when its manager names nothing of it', async () => {
      const { metadata } = await bench.aWidget({ spec: { size: 1 }, metadata: { labels: { theirs: 'yes' } } })
      await bench.applyWidget('one', metadata.name, { metadata: { labels: { ours: 'yes' } } })
      const applied = await bench.applyWidget('one', metadata.name, {})
      expect(applied).toMatchObject({ spec: { size: 1 }, metadata: { labels: { theirs: 'yes' } } })
      expect(applied.metadata.labels).not.toHaveProperty('ours')
    })

    test('merges the entries of a map', async () => {
      const name = bench.name()
      await apply('one', name, { map: { a: '1' } })
      expect((await apply('two', name, { map: { b: '2' } }))['spec']).toEqual({ map: { a: '1', b: '2' } })
    })

    test('merges the items of a list that has keys, field by field', async () => {
      const name = bench.name()
      await apply('one', name, { parts: [{ name: 'a', color: 'red' }, { name: 'b' }] })
      const applied = await apply('two', name, { parts: [{ name: 'c' }, { name: 'a', weight: 5 }] })
      const names = partsOf(applied).map(part => part.name)
      expect(names.toSorted()).toEqual(['a', 'b', 'c'])
      expect(partsOf(applied)).toContainEqual({ name: 'a', color: 'red', weight: 5 })
    })

    const orders = [
      { name: 'adds new items at the end', live: 'ab', applied: 'c', want: 'abc' },
      { name: 'takes the order of what is applied', live: 'ab', applied: 'ba', want: 'ba' },
      {
        name: 'keeps its own items where they were before shared ones',
        live: 'xab',
        applied: 'cab',
        want: 'xcab',
      },
      {
        name: 'puts new items before the shared one that they stand before',
        live: 'ab',
        applied: 'cb',
        want: 'acb',
      },
      { name: 'keeps its own items behind shared ones that moved', live: 'axb', applied: 'ba', want: 'xba' },
      { name: 'keeps the rest at the end', live: 'abx', applied: 'bc', want: 'abxc' },
    ]
    test.for(orders)('$name of a list that has keys', async ({ live, applied, want }) => {
      const name = bench.name()
      await apply('one', name, { parts: partsNamed(live) })
      const merged = await apply('two', name, { parts: partsNamed(applied) })
      expect(
        partsOf(merged)
          .map(part => part.name)
          .join(''),
      ).toBe(want)
    })

    test('takes an item away when its manager no longer names it', async () => {
      const name = bench.name()
      await apply('one', name, { parts: [{ name: 'a' }, { name: 'b' }] })
      expect((await apply('one', name, { parts: [{ name: 'b' }] }))['spec']).toEqual({
        parts: [{ name: 'b' }],
      })
    })

    test('merges the items of a set', async () => {
      const name = bench.name()
      await apply('one', name, { set: ['a', 'b'] })
      expect((await apply('two', name, { set: ['b', 'c'] }))['spec']).toEqual({ set: ['a', 'b', 'c'] })
      expect((await apply('one', name, { size: 1 }))['spec']).toEqual({ size: 1, set: ['b', 'c'] })
    })

    test('replaces any other list as a whole', async () => {
      const name = bench.name()
      await apply('one', name, { atoms: ['a', 'b'] })
      expect((await force('two', name, { atoms: ['c'] }))['spec']).toEqual({ atoms: ['c'] })
    })

    test('merges finalizers, and owners by their uid', async () => {
      const [owner, name] = [await bench.aConfigMap(), bench.name()]
      const reference = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: owner.metadata.name,
        uid: owner.metadata.uid ?? '',
      }
      await bench.applyWidget('one', name, {
        metadata: { finalizers: ['fitout.dev/one'], ownerReferences: [reference] },
      })
      const second = await bench.aConfigMap()
      const other = { ...reference, name: second.metadata.name, uid: second.metadata.uid ?? '' }
      const applied = await bench.applyWidget('two', name, {
        metadata: { finalizers: ['fitout.dev/two'], ownerReferences: [other] },
      })
      expect(applied.metadata.finalizers).toEqual(['fitout.dev/one', 'fitout.dev/two'])
      expect(applied.metadata.ownerReferences).toEqual([reference, other])
      await bench.applyWidget('one', name, {})
      expect((await bench.applyWidget('two', name, {})).metadata).not.toHaveProperty('finalizers')
    })

    test('merges what is free in form as it looks', async () => {
      const name = bench.name()
      await apply('one', name, { free: { a: { b: 1 }, list: [1, 2] } })
      expect((await apply('two', name, { free: { a: { c: 2 } } }))['spec']).toEqual({
        free: { a: { b: 1, c: 2 }, list: [1, 2] },
      })
    })

    test('of texts to a ConfigMap owns them one by one', async () => {
      const name = bench.name()
      const applyData = (manager: string, data: object): Promise<KubeObject> =>
        bench.api.apply(configMaps, bench.configMap(name, { data }), { fieldManager: manager })
      await applyData('one', { a: '1' })
      await applyData('two', { b: '2' })
      expect((await applyData('one', { c: '3' }))['data']).toEqual({ b: '2', c: '3' })
    })
  })

  describe('apply onto a version', () => {
    test('is done when uid and version are those of the object', async () => {
      const { metadata } = await bench.aWidget()
      const { name, uid, resourceVersion } = metadata
      const given = {
        name,
        namespace: bench.namespace,
        ...(uid && resourceVersion ? { uid, resourceVersion } : {}),
      }
      const applied = await bench.applyWidget('one', name, { metadata: given, spec: { size: 1 } })
      expect(applied['spec']).toEqual({ size: 1 })
    })

    test('is a conflict when the object has changed since', async () => {
      const { metadata } = await bench.aWidget()
      await bench.applyWidget('two', metadata.name, { spec: { color: 'red' } })
      const { resourceVersion = '' } = metadata
      const call = bench.applyWidget('one', metadata.name, {
        metadata: { resourceVersion },
        spec: { size: 1 },
      })
      expect(await bench.codeOf(call)).toBe('Conflict')
    })

    test('is a conflict when another object has the name', async () => {
      const { metadata } = await bench.aWidget()
      const call = bench.applyWidget('one', metadata.name, { metadata: { uid: 'other' }, spec: { size: 1 } })
      expect(await bench.codeOf(call)).toBe('Conflict')
    })

    test('is a conflict when there is no object of that uid', async () => {
      const call = bench.applyWidget('one', bench.name(), { metadata: { uid: 'other' }, spec: { size: 1 } })
      expect(await bench.codeOf(call)).toBe('Conflict')
    })

    test('makes an object all the same when it names a version alone', async () => {
      const applied = await bench.applyWidget('one', bench.name(), {
        metadata: { resourceVersion: '1' },
        spec: { size: 1 },
      })
      expect(applied['spec']).toEqual({ size: 1 })
    })

    test('is refused when it says who manages what', async () => {
      const call = bench.applyWidget('one', bench.name(), { metadata: { managedFields: [] } })
      expect(await bench.codeOf(call)).toBe('Invalid')
    })
  })
}

/** A part for each letter. */
function partsNamed(letters: string): readonly object[] {
  return letters.split('').map(name => ({ name }))
}

function partsOf({ spec }: KubeObject): readonly { readonly name: string }[] {
  return (spec as { readonly parts: readonly { readonly name: string }[] }).parts
}
