import { describe, expect, test } from 'vitest'
import type { Selection } from '../../src/engine/api/api.ts'
import { ApiError } from '../../src/engine/api/api-error.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { type Bench, by, configMaps, events } from './api-bench.ts'
import type { Follower } from './api-follower.ts'
import { anEvent } from './api-list.ts'

/** What following changes does. */
export function watchContract(bench: Bench): void {
  const selectionOf = (set: string): Selection => ({
    resource: configMaps,
    namespace: bench.namespace,
    labels: `set=${set}`,
  })
  const aMember = (set: string): Promise<KubeObject> => bench.aConfigMap({ metadata: { labels: { set } } })
  const remove = ({ metadata }: KubeObject): Promise<void> =>
    bench.api.delete(bench.ref(configMaps, metadata.name))
  const relabel = (object: KubeObject, labels: Readonly<Record<string, string>>): Promise<KubeObject> =>
    bench.api.update(configMaps, { ...object, metadata: { ...object.metadata, labels } }, by)
  /** Follows the members of a set from now on. */
  const followNow = async (set: string, more: Partial<Selection> = {}): Promise<Follower> => {
    const { resourceVersion } = await bench.api.list(selectionOf(set))
    return bench.follow({ ...selectionOf(set), ...more }, resourceVersion)
  }

  describe('watch', () => {
    test('tells what comes after its version, in order, and nothing from before', async () => {
      const set = bench.set()
      const old = await aMember(set)
      const follower = await followNow(set)
      const made = await aMember(set)
      await relabel(made, { set, more: 'yes' })
      await remove(old)
      await follower.until(3)
      await follower.close()
      const [first, second] = [made.metadata.name, old.metadata.name]
      expect(follower.told).toEqual([`ADDED ${first}`, `MODIFIED ${first}`, `DELETED ${second}`])
    })

    test('tells what happened before it was opened, if that is after its version', async () => {
      const set = bench.set()
      const { resourceVersion } = await bench.api.list(selectionOf(set))
      const made = await aMember(set)
      await remove(made)
      const follower = bench.follow(selectionOf(set), resourceVersion)
      await follower.until(2)
      await follower.close()
      expect(follower.told).toEqual([`ADDED ${made.metadata.name}`, `DELETED ${made.metadata.name}`])
    })

    test('goes on after any version that it has told of', async () => {
      const set = bench.set()
      const follower = await followNow(set)
      const [one, two] = [await aMember(set), await aMember(set)]
      await follower.until(2)
      await follower.close()
      const again = bench.follow(selectionOf(set), one.metadata.resourceVersion ?? '')
      await again.until(1)
      await again.close()
      expect(again.told).toEqual([`ADDED ${two.metadata.name}`])
    })

    test('tells of each object as it was then, not as it is now', async () => {
      const set = bench.set()
      const { resourceVersion } = await bench.api.list(selectionOf(set))
      await relabel(await aMember(set), { set, state: 'later' })
      const follower = bench.follow(selectionOf(set), resourceVersion)
      await follower.until(2)
      await follower.close()
      const labels = follower.events.map(({ object }) => object.metadata.labels)
      expect(labels).toEqual([{ set }, { set, state: 'later' }])
    })

    test('tells of a deletion with a version that is newer than the last state', async () => {
      const set = bench.set()
      const follower = await followNow(set)
      const made = await aMember(set)
      await remove(made)
      const event = await follower.until(2)
      await follower.close()
      const version = event?.object.metadata.resourceVersion
      expect(Number(version)).toBeGreaterThan(Number(made.metadata.resourceVersion))
    })

    test('gives objects their kind and version', async () => {
      const set = bench.set()
      const follower = await followNow(set)
      await aMember(set)
      const event = await follower.until(1)
      await follower.close()
      expect(event).toMatchObject({ object: { apiVersion: 'v1', kind: 'ConfigMap' } })
    })

    test('takes an object that leaves the selection for deleted, and one that enters it for added', async () => {
      const set = bench.set()
      const follower = await followNow(set)
      const left = await relabel(await aMember(set), { other: 'yes' })
      await relabel(left, { set })
      await follower.until(3)
      await follower.close()
      const { name } = left.metadata
      expect(follower.told).toEqual([`ADDED ${name}`, `DELETED ${name}`, `ADDED ${name}`])
    })

    test('tells of one that left as it was, under the version of the change', async () => {
      const set = bench.set()
      const follower = await followNow(set)
      const left = await relabel(await aMember(set), { other: 'yes' })
      const event = await follower.until(2)
      await follower.close()
      expect(event).toMatchObject({
        object: { metadata: { labels: { set }, resourceVersion: left.metadata.resourceVersion } },
      })
    })

    test('says nothing of a write that changes nothing', async () => {
      const set = bench.set()
      const follower = await followNow(set)
      const made = await aMember(set)
      await relabel(made, { set })
      await remove(made)
      await follower.until(2)
      await follower.close()
      expect(follower.told).toEqual([`ADDED ${made.metadata.name}`, `DELETED ${made.metadata.name}`])
    })

    test('tells an object that was made again from the one before by its uid', async () => {
      const set = bench.set()
      const follower = await followNow(set)
      const made = await aMember(set)
      await remove(made)
      await bench.api.create(
        configMaps,
        bench.configMap(made.metadata.name, { metadata: { labels: { set } } }),
        by,
      )
      await follower.until(3)
      await follower.close()
      const uids = follower.events.map(({ object }) => object.metadata.uid)
      expect([uids[0] === uids[1], uids[1] === uids[2]]).toEqual([true, false])
    })

    test('follows one object by its name', async () => {
      const set = bench.set()
      const [one, two] = [await aMember(set), await aMember(set)]
      const follower = await followNow(set, { fields: `metadata.name=${two.metadata.name}` })
      await remove(one)
      await remove(two)
      await follower.until(1)
      await follower.close()
      expect(follower.told).toEqual([`DELETED ${two.metadata.name}`])
    })

    test('gives heads alone when it is asked to', async () => {
      const set = bench.set()
      const follower = await followNow(set, { metadataOnly: true })
      await bench.aConfigMap({ metadata: { labels: { set } }, data: { secret: 'yes' } })
      const event = await follower.until(1)
      await follower.close()
      expect(Object.keys(event?.object ?? {}).toSorted()).toEqual(['apiVersion', 'kind', 'metadata'])
    })

    test('tells first what is there when it begins with no version', async () => {
      const set = bench.set()
      const made = [await aMember(set), await aMember(set)]
      const follower = bench.follow(selectionOf(set), '')
      await follower.until(2)
      const later = await aMember(set)
      await follower.until(3)
      await follower.close()
      expect(follower.told).toEqual([...made, later].map(({ metadata }) => `ADDED ${metadata.name}`))
    })

    const unhurried = { timeout: 180_000, skip: !bench.isPatient }
    test('sends a bookmark after a while with nothing to tell', unhurried, async () => {
      const set = bench.set()
      const made = await aMember(set)
      const follower = await followNow(set)
      const version = await follower.untilBookmark()
      await follower.close()
      expect(Number(version)).toBeGreaterThanOrEqual(Number(made.metadata.resourceVersion))
    })

    test('is Gone when its version is compacted away', async () => {
      const selection = { resource: events, namespace: bench.namespace }
      const made = await bench.api.create(events, anEvent(bench, bench.name()), by)
      for (const name of [bench.name(), bench.name()])
        await bench.api.create(events, anEvent(bench, name), by)
      await bench.compact()
      const follower = bench.follow(selection, made.metadata.resourceVersion ?? '')
      expect(await follower.untilEnd()).toMatchObject({ name: 'ApiError', code: 'Gone' })
    })

    test('says that a kind is not served', async () => {
      const follower = bench.follow({ resource: { ...bench.widgets, plural: 'gadgets' } }, '')
      expect(await follower.untilEnd()).toMatchObject({ code: 'NotServed' })
    })

    test('ends with Cancelled when its signal is aborted', async () => {
      const { resourceVersion } = await bench.api.list(selectionOf('none'))
      const follower = bench.follow(selectionOf('none'), resourceVersion)
      await bench.settle()
      expect(follower.end).toBeUndefined()
      await follower.close()
      const { end } = follower
      expect([end instanceof ApiError, end]).toMatchObject([true, { code: 'Cancelled' }])
    })
  })
}
