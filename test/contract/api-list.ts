import { describe, expect, test } from 'vitest'
import type { Page, Selection } from '../../src/engine/api/api.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { type Bench, by, configMaps, events, secrets } from './api-bench.ts'

/** What reading many objects does. */
export function listContract(bench: Bench): void {
  /** Some ConfigMaps under a label of their own; `labels` has those of each. */
  const some = async (
    ...labels: readonly Readonly<Record<string, string>>[]
  ): Promise<{ set: string; names: readonly string[] }> => {
    const set = bench.set()
    const names: string[] = []
    for (const own of labels)
      names.push((await bench.aConfigMap({ metadata: { labels: { set, ...own } } })).metadata.name)
    return { set, names }
  }
  const selected = (labels: string, more: Partial<Selection> = {}): Promise<readonly string[]> =>
    bench.api.list({ resource: configMaps, namespace: bench.namespace, labels, ...more }).then(namesOf)

  describe('list', () => {
    test('gives objects in the order of their names, whatever the order they were made in', async () => {
      const set = bench.set()
      for (const name of ['c', 'a', 'b-1', 'b'])
        await bench.api.create(
          configMaps,
          bench.configMap(`${set}-${name}`, { metadata: { labels: { set } } }),
          by,
        )
      expect(await selected(`set=${set}`)).toEqual([`${set}-a`, `${set}-b`, `${set}-b-1`, `${set}-c`])
    })

    test('gives each object its kind and version', async () => {
      const { set } = await some({})
      const { items } = await bench.api.list({ resource: configMaps, labels: `set=${set}` })
      expect(items).toMatchObject([{ apiVersion: 'v1', kind: 'ConfigMap' }])
    })

    test('gives the objects of one namespace, or of all', async () => {
      const { set, names } = await some({})
      const elsewhere = { metadata: { labels: { set }, namespace: 'default', name: `elsewhere-${set}` } }
      const other = await bench.api.create(configMaps, bench.configMap('', elsewhere), by)
      const all = await bench.api.list({ resource: configMaps, labels: `set=${set}` })
      await bench.api.delete({ resource: configMaps, namespace: 'default', name: other.metadata.name })
      expect(await selected(`set=${set}`)).toEqual(names)
      expect(namesOf(all).toSorted()).toEqual([...names, other.metadata.name].toSorted())
    })

    test('gives nothing for a namespace that is not there', async () => {
      const page = await bench.api.list({ resource: configMaps, namespace: 'not-there' })
      expect(page.items).toEqual([])
    })

    test('has a version that is not older than any object in it', async () => {
      const made = await bench.aWidget()
      const page = await bench.api.list({ resource: bench.widgets, namespace: bench.namespace })
      expect(Number(page.resourceVersion)).toBeGreaterThanOrEqual(Number(made.metadata.resourceVersion))
    })

    test('says that a kind is not served', async () => {
      const list = bench.api.list({ resource: { ...bench.widgets, plural: 'gadgets' } })
      expect(await bench.codeOf(list)).toBe('NotServed')
    })

    test('gives heads alone when it is asked to', async () => {
      const { set, names } = await some({}, {})
      const page = await bench.api.list({ resource: configMaps, labels: `set=${set}`, metadataOnly: true })
      expect(namesOf(page)).toEqual(names)
      for (const item of page.items)
        expect(Object.keys(item).toSorted()).toEqual(['apiVersion', 'kind', 'metadata'])
    })
  })

  describe('a label selector', () => {
    const cases = [
      { selector: 'tier=front', want: [0] },
      { selector: 'tier!=front', want: [1, 2] },
      { selector: 'tier in (front,back)', want: [0, 1] },
      { selector: 'tier notin (front)', want: [1, 2] },
      { selector: 'tier', want: [0, 1] },
      { selector: '!tier', want: [2] },
      { selector: 'tier,zone=a', want: [1] },
    ]
    test.for(cases)('"$selector" chooses as it says', async ({ selector, want }) => {
      const { set, names } = await some({ tier: 'front' }, { tier: 'back', zone: 'a' }, { zone: 'a' })
      expect(await selected(`set=${set},${selector}`)).toEqual(want.map(index => names[index]))
    })

    test('that cannot be read is refused', async () => {
      expect(await bench.codeOf(selected('a in b'))).toBe('Invalid')
    })
  })

  describe('a field selector', () => {
    test('chooses by name', async () => {
      const { set, names } = await some({}, {}, {})
      expect(await selected(`set=${set}`, { fields: `metadata.name=${names[1]}` })).toEqual([names[1]])
      expect(await selected(`set=${set}`, { fields: `metadata.name!=${names[1]}` })).toEqual([
        names[0],
        names[2],
      ])
    })

    test('chooses by namespace', async () => {
      const { set, names } = await some({})
      const list = (namespace: string): Promise<Page> =>
        bench.api.list({
          resource: configMaps,
          labels: `set=${set}`,
          fields: `metadata.namespace=${namespace}`,
        })
      expect([namesOf(await list(bench.namespace)), namesOf(await list('default'))]).toEqual([names, []])
    })

    test('chooses Secrets by type', async () => {
      const name = bench.name()
      const secret = {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name, namespace: bench.namespace },
        type: 'fitout.dev/one',
      }
      await bench.api.create(secrets, secret, by)
      const page = await bench.api.list({
        resource: secrets,
        fields: 'type=fitout.dev/one',
        namespace: bench.namespace,
      })
      expect(namesOf(page)).toEqual([name])
    })

    test('of a field that cannot be selected by is refused', async () => {
      expect(await bench.codeOf(selected('', { fields: 'data.a=b' }))).toBe('Invalid')
    })
  })

  describe('a list in pages', () => {
    test('gives as many objects as asked for, and says whether there are more', async () => {
      const { set, names } = await some({}, {}, {})
      const selection = { resource: configMaps, namespace: bench.namespace, labels: `set=${set}` }
      const first = await bench.api.list(selection, { limit: 2 })
      const second = await bench.api.list(selection, { limit: 2, ...after(first) })
      expect([namesOf(first), namesOf(second)]).toEqual([names.slice(0, 2), names.slice(2)])
      const all = await bench.api.list(selection)
      expect(all).not.toHaveProperty('continue')
    })

    test('shows on every page what was there at the first', async () => {
      const { set, names } = await some({}, {}, {})
      const selection = { resource: configMaps, namespace: bench.namespace, labels: `set=${set}` }
      const first = await bench.api.list(selection, { limit: 1 })
      await bench.aConfigMap({ metadata: { labels: { set } } })
      await bench.api.delete(bench.ref(configMaps, names[2] ?? ''))
      const rest = await bench.api.list(selection, after(first))
      expect([...namesOf(first), ...namesOf(rest)]).toEqual(names)
      expect(rest.resourceVersion).toBe(first.resourceVersion)
    })

    test('is refused when the place to go on from is none', async () => {
      const list = bench.api.list(
        { resource: configMaps, namespace: bench.namespace },
        { limit: 1, continue: 'nowhere' },
      )
      expect(await bench.codeOf(list)).toBe('Invalid')
    })

    test('is Gone when its version is compacted away', async () => {
      for (const name of [bench.name(), bench.name()])
        await bench.api.create(events, anEvent(bench, name), by)
      const selection = { resource: events, namespace: bench.namespace }
      const first = await bench.api.list(selection, { limit: 1 })
      await bench.api.create(events, anEvent(bench, bench.name()), by)
      await bench.compact()
      expect(await bench.codeOf(bench.api.list(selection, { limit: 1, ...after(first) }))).toBe('Gone')
    })
  })
}

/** An Event, as the API demands it. */
export function anEvent(bench: Bench, name: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace: bench.namespace },
    involvedObject: { kind: 'ConfigMap', namespace: bench.namespace, name: 'thing' },
    reason: 'Tried',
    message: 'It was tried',
    type: 'Normal',
  }
}

function namesOf({ items }: Page): readonly string[] {
  return items.map(({ metadata }) => metadata.name)
}

function after(page: Page): { readonly continue?: string } {
  expect(page).toHaveProperty('continue')
  return page.continue === undefined ? {} : { continue: page.continue }
}
