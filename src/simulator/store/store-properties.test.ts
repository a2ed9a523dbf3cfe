import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Api, Page, Resource, Selection, WatchEvent } from '../../engine/api/api.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { seededRandom } from '../clock/seeded-random.ts'
import { VirtualClock } from '../clock/virtual-clock.ts'
import { Store } from './store.ts'

const configMaps: Resource = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
}

interface Step {
  readonly verb: 'create' | 'apply' | 'update' | 'delete'
  readonly name: string
  readonly label: string
  readonly value: number
  readonly finalizers: readonly string[]
}

const steps = fc.array(
  fc.record<Step>({
    verb: fc.constantFrom('create', 'apply', 'update', 'delete'),
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    label: fc.constantFrom('in', 'out'),
    value: fc.integer({ min: 0, max: 2 }),
    finalizers: fc.constantFrom([], [], ['fitout.dev/test']),
  }),
  { maxLength: 40 },
)

const selections: readonly Selection[] = [
  { resource: configMaps },
  { resource: configMaps, namespace: 'default', labels: 'side=in' },
  { resource: configMaps, fields: 'metadata.name=b' },
]

function aStore(): { readonly store: Store; readonly api: Api } {
  const store = new Store({ clock: new VirtualClock(), random: seededRandom(5) })
  return { store, api: store.api() }
}

async function take(api: Api, { verb, name, label, value, finalizers }: Step): Promise<void> {
  const metadata = { name, namespace: 'default', labels: { side: label }, finalizers }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { value: String(value) } }
  const call = { fieldManager: label, force: true }
  const actions = {
    create: () => api.create(configMaps, object, call),
    apply: () => api.apply(configMaps, object, call),
    update: () => api.update(configMaps, object, call),
    delete: () => api.delete({ resource: configMaps, namespace: 'default', name }),
  }
  try {
    await actions[verb]()
  } catch (error) {
    // What is refused is refused; anything else is a fault of the store.
    if (!(error instanceof ApiError)) throw error
  }
}

/** Reads a watch until it has nothing more to tell. */
async function readAll(watch: AsyncIterable<WatchEvent>): Promise<readonly WatchEvent[]> {
  const told: WatchEvent[] = []
  for await (const event of watch) {
    if (event.type === 'BOOKMARK') break
    told.push(event)
  }
  return told
}

/** What someone knows who has a list and has heard these events. */
function known(page: Page, events: readonly WatchEvent[]): readonly KubeObject[] {
  const objects = new Map(page.items.map(item => [item.metadata.name, item]))
  for (const event of events) {
    if (event.type === 'BOOKMARK') continue
    const { name } = event.object.metadata
    const isKnown = objects.has(name)
    expect(isKnown, `${event.type} ${name}`).toBe(event.type !== 'ADDED')
    if (event.type === 'DELETED') objects.delete(name)
    else objects.set(name, event.object)
  }
  return [...objects.values()].toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
}

test('whoever lists at any time and follows from there knows what a list says now', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async given => {
      const { store, api } = aStore()
      const pages: Page[][] = []
      for (const step of given) {
        pages.push(await Promise.all(selections.map(selection => api.list(selection))))
        await take(api, step)
      }
      for (const [index, selection] of selections.entries()) {
        const now = await api.list(selection)
        for (const each of pages) {
          const page = each[index]
          if (page === undefined) continue
          const reading = readAll(api.watch(selection, page.resourceVersion))
          await store.clock.advance(0)
          store.bookmark()
          expect(known(page, await reading)).toEqual(now.items)
        }
      }
    }),
    { numRuns: 100 },
  )
})

test('a snapshot of any version is what a list said then', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async given => {
      const { store, api } = aStore()
      const lists: (readonly [number, readonly KubeObject[]])[] = []
      for (const step of given) {
        lists.push([store.revision, (await api.list({ resource: configMaps })).items])
        await take(api, step)
      }
      for (const [revision, items] of lists) expect(store.snapshotAt(revision, configMaps)).toEqual(items)
    }),
    { numRuns: 100 },
  )
})

test('versions only grow, and every change has its own', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async given => {
      const { store, api } = aStore()
      const reading = readAll(api.watch({ resource: configMaps }, String(store.revision)))
      for (const step of given) await take(api, step)
      await store.clock.advance(0)
      store.bookmark()
      const versions = (await reading).map(event =>
        event.type === 'BOOKMARK' ? 0 : Number(event.object.metadata.resourceVersion),
      )
      expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
    }),
    { numRuns: 50 },
  )
})

test('applying the same twice changes nothing the second time', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, applied) => {
      const { store, api } = aStore()
      // An object that is being deleted may go with the first apply, and be made again by the second.
      for (const step of before) if (step.verb !== 'delete') await take(api, step)
      for (const step of applied) {
        await take(api, { ...step, verb: 'apply' })
        const { revision } = store
        await take(api, { ...step, verb: 'apply' })
        expect(store.revision).toBe(revision)
      }
    }),
    { numRuns: 50 },
  )
})
