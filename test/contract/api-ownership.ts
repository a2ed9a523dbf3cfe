import { describe, expect, test } from 'vitest'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { type Bench, by } from './api-bench.ts'

interface Entry {
  readonly manager: string
  readonly operation: string
  readonly subresource?: string
  readonly fieldsV1: object
}

/** Who owns which field, in short: `Apply one` and the fields. */
export function ownersOf({ metadata }: KubeObject): Readonly<Record<string, object>> {
  const entries = metadata['managedFields'] as readonly Entry[]
  return Object.fromEntries(
    entries.map(({ operation, manager, subresource, fieldsV1 }) => [
      [operation, manager, subresource].filter(Boolean).join(' '),
      fieldsV1,
    ]),
  )
}

/** Who owns which field of an object, and what that is good for. */
export function ownershipContract(bench: Bench): void {
  const apply = (manager: string, name: string, spec: object): Promise<KubeObject> =>
    bench.applyWidget(manager, name, { spec })
  const force = (manager: string, name: string, spec: object): Promise<KubeObject> =>
    bench.api.apply(bench.widgets, bench.widget(name, { spec }), { fieldManager: manager, force: true })

  describe('ownership of fields', () => {
    test('is written down for each manager, down to the items of lists', async () => {
      const name = bench.name()
      const spec = {
        size: 1,
        map: { a: 'b' },
        set: ['x'],
        atoms: ['y'],
        parts: [{ name: 'p', color: 'red' }],
      }
      const applied = await bench.applyWidget('one', name, { spec, metadata: { labels: { l: 'm' } } })
      expect(ownersOf(applied)).toEqual({
        'Apply one': {
          'f:metadata': { 'f:labels': { 'f:l': {} } },
          'f:spec': {
            'f:size': {},
            'f:map': { 'f:a': {} },
            'f:set': { 'v:"x"': {} },
            'f:atoms': {},
            'f:parts': { 'k:{"name":"p"}': { '.': {}, 'f:name': {}, 'f:color': {} } },
          },
        },
      })
    })

    test('of what is free in form goes by its look', async () => {
      const applied = await apply('one', bench.name(), { free: { a: { b: 1 }, list: [1] } })
      expect(ownersOf(applied)).toEqual({
        'Apply one': { 'f:spec': { 'f:free': { 'f:a': { '.': {}, 'f:b': {} }, 'f:list': {} } } },
      })
    })

    test('is shared by managers that apply the same value', async () => {
      const name = bench.name()
      await apply('one', name, { size: 1 })
      const applied = await apply('two', name, { size: 1 })
      expect(ownersOf(applied)).toEqual({
        'Apply one': { 'f:spec': { 'f:size': {} } },
        'Apply two': { 'f:spec': { 'f:size': {} } },
      })
    })

    test('that is shared keeps a value that one of the managers no longer names', async () => {
      const name = bench.name()
      await apply('one', name, { size: 1 })
      await apply('two', name, { size: 1, color: 'red' })
      expect((await apply('one', name, {}))['spec']).toEqual({ size: 1, color: 'red' })
      expect((await apply('two', name, { color: 'red' }))['spec']).toEqual({ color: 'red' })
    })

    test('makes another value a conflict, and nothing is written', async () => {
      const name = bench.name()
      const first = await apply('one', name, { size: 1 })
      expect(await bench.codeOf(apply('two', name, { size: 2, color: 'red' }))).toBe('Conflict')
      expect(await bench.get(bench.widgets, name)).toEqual(first)
    })

    test('goes over to who applies another value by force', async () => {
      const name = bench.name()
      await apply('one', name, { size: 1, color: 'red' })
      const applied = await force('two', name, { size: 2 })
      expect(applied['spec']).toEqual({ size: 2, color: 'red' })
      expect(ownersOf(applied)).toEqual({
        'Apply one': { 'f:spec': { 'f:color': {} } },
        'Apply two': { 'f:spec': { 'f:size': {} } },
      })
    })

    test('of a list without keys is of the whole', async () => {
      const name = bench.name()
      await apply('one', name, { atoms: ['a'] })
      expect(await bench.codeOf(apply('two', name, { atoms: ['a', 'b'] }))).toBe('Conflict')
    })

    test('of items with keys is of each alone', async () => {
      const name = bench.name()
      await apply('one', name, { parts: [{ name: 'a', color: 'red' }] })
      expect(
        await bench.codeOf(apply('two', name, { parts: [{ name: 'b', color: 'blue' }] })),
      ).toBeUndefined()
      expect(await bench.codeOf(apply('two', name, { parts: [{ name: 'a', color: 'blue' }] }))).toBe(
        'Conflict',
      )
    })

    test('goes over to who updates a value, without a question', async () => {
      const name = bench.name()
      const applied = await apply('one', name, { size: 1, color: 'red' })
      const updated = await bench.api.update(
        bench.widgets,
        { ...applied, spec: { size: 2, color: 'red' } },
        by,
      )
      expect(ownersOf(updated)).toEqual({
        'Apply one': { 'f:spec': { 'f:color': {} } },
        'Update contract': { 'f:spec': { 'f:size': {} } },
      })
      expect(await bench.codeOf(apply('one', name, { size: 1, color: 'red' }))).toBe('Conflict')
    })

    test('ends when the field is removed by an update', async () => {
      const applied = await apply('one', bench.name(), { size: 1, color: 'red' })
      const updated = await bench.api.update(bench.widgets, { ...applied, spec: { size: 1 } }, by)
      expect(ownersOf(updated)).toEqual({ 'Apply one': { 'f:spec': { 'f:size': {} } } })
    })

    test('of one manager is told apart by how it wrote', async () => {
      const made = await bench.api.create(bench.widgets, bench.widget(bench.name(), { spec: { size: 1 } }), {
        fieldManager: 'one',
      })
      const { name } = made.metadata
      expect(await bench.codeOf(apply('one', name, { size: 2 }))).toBe('Conflict')
      const applied = await apply('one', name, { size: 1 })
      expect(ownersOf(applied)).toEqual({
        'Apply one': { 'f:spec': { 'f:size': {} } },
        'Update one': { 'f:spec': { '.': {}, 'f:size': {} } },
      })
    })

    test('of a value that an update wrote, too, keeps it when it is no longer applied', async () => {
      const made = await bench.aWidget({ spec: { size: 1 } })
      await apply('one', made.metadata.name, { size: 1 })
      expect((await apply('one', made.metadata.name, {}))['spec']).toEqual({ size: 1 })
    })

    test('by new owners of the same value gives a new version', async () => {
      const name = bench.name()
      const first = await apply('one', name, { size: 1 })
      const second = await apply('two', name, { size: 1 })
      expect(Number(second.metadata.resourceVersion)).toBeGreaterThan(Number(first.metadata.resourceVersion))
      expect(second.metadata.generation).toBe(1)
    })

    test('of an object that nobody is known to manage begins with the first apply', async () => {
      const name = bench.name()
      await bench.applyWidget('one', name, {})
      const made = await bench.get(bench.widgets, name)
      const updated = await bench.api.update(bench.widgets, { ...made, spec: { size: 1 } }, by)
      expect(updated.metadata).not.toHaveProperty('managedFields')
      expect(ownersOf(await apply('one', name, { color: 'red' }))).toEqual({
        'Apply one': { 'f:spec': { 'f:color': {} } },
        'Update before-first-apply': { 'f:spec': { '.': {}, 'f:size': {} } },
      })
    })

    test('of a label lets one manager hold it against another', async () => {
      const name = bench.name()
      const label = (manager: string, value: string): Promise<KubeObject> =>
        bench.applyWidget(manager, name, { metadata: { labels: { gate: value } } })
      await label('one', 'open')
      expect(await bench.codeOf(label('two', 'shut'))).toBe('Conflict')
      expect((await label('one', 'wide')).metadata.labels).toEqual({ gate: 'wide' })
    })

    test('of a label does not keep the last one from going, whoever made the first', async () => {
      const made = await bench.aWidget({ metadata: { labels: { team: 'blue' } } })
      const { name } = made.metadata
      await bench.applyWidget('one', name, { metadata: { labels: { gate: 'open' } } })
      const { metadata, ...rest } = await bench.get(bench.widgets, name)
      await bench.api.update(
        bench.widgets,
        { ...rest, metadata: { ...metadata, labels: { gate: 'open' } } },
        by,
      )
      const left = await bench.applyWidget('one', name, { metadata: { labels: {} } })
      expect(left.metadata.labels).toBeUndefined()
    })
  })
}
