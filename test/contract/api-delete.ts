import { describe, expect, test } from 'vitest'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { type Bench, by } from './api-bench.ts'

const finalizers = ['fitout.dev/contract']

/** What deleting does, at once or in the end. */
export function deleteContract(bench: Bench): void {
  const remove = ({ metadata }: KubeObject, call = {}): Promise<void> =>
    bench.api.delete(bench.ref(bench.widgets, metadata.name), call)
  const read = ({ metadata }: KubeObject): Promise<KubeObject> => bench.get(bench.widgets, metadata.name)
  const release = async (object: KubeObject): Promise<KubeObject> => {
    const current = await read(object)
    return bench.api.update(
      bench.widgets,
      { ...current, metadata: { ...current.metadata, finalizers: [] } },
      by,
    )
  }

  describe('delete', () => {
    test('takes an object away', async () => {
      const made = await bench.aWidget()
      await remove(made)
      expect(await bench.codeOf(read(made))).toBe('NotFound')
    })

    test('says that an object is not there', async () => {
      expect(await bench.codeOf(bench.api.delete(bench.ref(bench.widgets, 'not-there')))).toBe('NotFound')
    })

    const preconditions = [
      { name: 'another uid', given: { uid: 'other' }, want: 'Conflict' },
      { name: 'another version', given: { resourceVersion: '1' }, want: 'Conflict' },
    ]
    test.for(preconditions)('leaves an object that has $name than was named', async ({ given, want }) => {
      const made = await bench.aWidget()
      expect(await bench.codeOf(remove(made, given))).toBe(want)
      expect(await read(made)).toEqual(made)
    })

    test('takes away the very object that was named', async () => {
      const made = await bench.aWidget()
      const { uid, resourceVersion } = made.metadata
      await remove(made, { uid, resourceVersion })
      expect(await bench.codeOf(read(made))).toBe('NotFound')
    })

    test('marks an object that a finalizer holds, and counts that as a change of what is wanted', async () => {
      const made = await bench.aWidget({ metadata: { finalizers } })
      await remove(made)
      const marked = await read(made)
      expect(marked.metadata).toMatchObject({
        deletionTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        deletionGracePeriodSeconds: 0,
        generation: 2,
        finalizers,
      })
      await release(made)
    })

    test('for the second time changes nothing', async () => {
      const made = await bench.aWidget({ metadata: { finalizers } })
      await remove(made)
      const marked = await read(made)
      await remove(made)
      expect(await read(made)).toEqual(marked)
      await release(made)
    })

    test('lets an object be changed while it is held', async () => {
      const made = await bench.aWidget({ metadata: { finalizers } })
      await remove(made)
      const applied = await bench.applyWidget('one', made.metadata.name, { metadata: { labels: { a: 'b' } } })
      expect(applied.metadata.labels).toEqual({ a: 'b' })
      await release(made)
    })

    test('ends when the last finalizer is taken off', async () => {
      const made = await bench.aWidget({ metadata: { finalizers } })
      await remove(made)
      await release(made)
      expect(await bench.codeOf(read(made))).toBe('NotFound')
    })

    test('ends, too, when a manager no longer applies the last finalizer', async () => {
      const made = await bench.applyWidget('one', bench.name(), { metadata: { finalizers } })
      await remove(made)
      await bench.applyWidget('one', made.metadata.name, {})
      expect(await bench.codeOf(read(made))).toBe('NotFound')
    })

    test('lets no finalizer be added any more', async () => {
      const made = await bench.aWidget({ metadata: { finalizers } })
      await remove(made)
      const call = bench.applyWidget('one', made.metadata.name, {
        metadata: { finalizers: ['fitout.dev/late'] },
      })
      expect(await bench.codeOf(call)).toBe('Invalid')
      await release(made)
    })

    test('cannot be taken back by an update', async () => {
      const made = await bench.aWidget({ metadata: { finalizers } })
      await remove(made)
      const marked = await read(made)
      const { deletionTimestamp, ...metadata } = marked.metadata
      const updated = await bench.api.update(bench.widgets, { ...marked, metadata }, by)
      expect(updated.metadata.deletionTimestamp).toBe(deletionTimestamp)
      await release(made)
    })

    test('is told by a watch as a change first and as a deletion in the end', async () => {
      const made = await bench.aWidget({ metadata: { finalizers } })
      const selection = {
        resource: bench.widgets,
        namespace: bench.namespace,
        fields: `metadata.name=${made.metadata.name}`,
      }
      const follower = bench.follow(selection, made.metadata.resourceVersion ?? '')
      await remove(made)
      await release(made)
      await follower.until(2)
      await bench.settle()
      await follower.close()
      expect(follower.told).toEqual([`MODIFIED ${made.metadata.name}`, `DELETED ${made.metadata.name}`])
    })
  })
}
