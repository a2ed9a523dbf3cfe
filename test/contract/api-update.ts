import { describe, expect, test } from 'vitest'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { type Bench, by, configMaps } from './api-bench.ts'

/** What replacing an object does. */
export function updateContract(bench: Bench): void {
  const update = (object: KubeObject): Promise<KubeObject> => bench.api.update(bench.widgets, object, by)
  const updateStatus = (object: KubeObject): Promise<KubeObject> =>
    bench.api.update(bench.widgets, object, { ...by, subresource: 'status' })

  describe('update', () => {
    test('replaces an object and gives it a newer version', async () => {
      const made = await bench.aWidget({ spec: { size: 1, color: 'red' }, metadata: { labels: { a: 'b' } } })
      const updated = await update({ ...made, metadata: { ...made.metadata, labels: {} }, spec: { size: 2 } })
      expect(updated['spec']).toEqual({ size: 2 })
      expect(updated.metadata).not.toHaveProperty('labels')
      expect(Number(updated.metadata.resourceVersion)).toBeGreaterThan(Number(made.metadata.resourceVersion))
    })

    test('refuses an object that was read before the last change', async () => {
      const made = await bench.aWidget({ spec: { size: 1 } })
      await update({ ...made, spec: { size: 2 } })
      expect(await bench.codeOf(update({ ...made, spec: { size: 3 } }))).toBe('Conflict')
      expect((await bench.get(bench.widgets, made.metadata.name))['spec']).toEqual({ size: 2 })
    })

    test('of a custom object is refused without a version', async () => {
      const made = await bench.aWidget()
      expect(await bench.codeOf(update(bench.widget(made.metadata.name)))).toBe('Invalid')
    })

    test('of a built-in object is done without a version', async () => {
      const made = await bench.aConfigMap({ data: { a: '1' } })
      const updated = await bench.api.update(
        configMaps,
        bench.configMap(made.metadata.name, { data: { a: '2' } }),
        by,
      )
      expect(updated['data']).toEqual({ a: '2' })
    })

    test('refuses another uid under the same name', async () => {
      const made = await bench.aWidget()
      expect(await bench.codeOf(update({ ...made, metadata: { ...made.metadata, uid: 'other' } }))).toBe(
        'Conflict',
      )
    })

    test('says that there is no such object, whatever uid it names', async () => {
      const object = bench.configMap(bench.name())
      expect(await bench.codeOf(bench.api.update(configMaps, object, by))).toBe('NotFound')
      const known = { ...object, metadata: { ...object.metadata, uid: 'other' } }
      expect(await bench.codeOf(bench.api.update(configMaps, known, by))).toBe('NotFound')
    })

    test('that changes nothing leaves the version as it is', async () => {
      const made = await bench.aWidget({ spec: { size: 1 } })
      expect(await update({ ...made, spec: { size: 1 } })).toEqual(made)
    })

    test('counts the generation when what is wanted changes, and not for labels', async () => {
      const made = await bench.aWidget({ spec: { size: 1 } })
      const labelled = await update({ ...made, metadata: { ...made.metadata, labels: { a: 'b' } } })
      const grown = await update({ ...labelled, spec: { size: 2 } })
      expect([made, labelled, grown].map(({ metadata }) => metadata.generation)).toEqual([1, 1, 2])
    })

    test('keeps what the server wrote, whatever the caller says', async () => {
      const made = await bench.aWidget({ spec: { size: 1 } })
      const metadata = { ...made.metadata, generation: 99, creationTimestamp: '2001-01-01T00:00:00Z' }
      const updated = await update({ ...made, metadata, spec: { size: 2 } })
      expect(updated.metadata).toMatchObject({
        generation: 2,
        creationTimestamp: made.metadata.creationTimestamp,
      })
    })

    test('leaves the status as it is', async () => {
      const made = await updateStatus({
        ...(await bench.aWidget({ spec: { size: 1 } })),
        status: { phase: 'Done' },
      })
      const updated = await update({ ...made, spec: { size: 2 }, status: { phase: 'Other' } })
      expect(updated).toMatchObject({ spec: { size: 2 }, status: { phase: 'Done' } })
    })
  })

  describe('update of the status', () => {
    test('leaves everything else as it is', async () => {
      const made = await bench.aWidget({ spec: { size: 1 }, metadata: { labels: { a: 'b' } } })
      const metadata = { ...made.metadata, labels: { a: 'c' } }
      const updated = await updateStatus({ ...made, metadata, spec: { size: 2 }, status: { phase: 'Done' } })
      expect(updated).toMatchObject({
        metadata: { labels: { a: 'b' }, generation: 1 },
        spec: { size: 1 },
        status: { phase: 'Done' },
      })
    })

    test('gives a new version, so that what was read before it is old', async () => {
      const made = await bench.aWidget({ spec: { size: 1 } })
      await updateStatus({ ...made, status: { phase: 'Done' } })
      expect(await bench.codeOf(update({ ...made, spec: { size: 2 } }))).toBe('Conflict')
    })

    test('refuses another uid under the same name', async () => {
      const made = await bench.aWidget()
      const other = { ...made, metadata: { ...made.metadata, uid: 'other' }, status: { phase: 'Done' } }
      expect(await bench.codeOf(updateStatus(other))).toBe('Conflict')
    })

    test('is not served for a kind that has none', async () => {
      const made = await bench.aConfigMap()
      const call = bench.api.update(configMaps, made, { ...by, subresource: 'status' })
      expect(await bench.codeOf(call)).toBe('NotServed')
    })
  })
}
