import { describe, expect, test } from 'vitest'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { type Bench, configMaps } from './api-bench.ts'
import { ownersOf } from './api-ownership.ts'

/** What server-side apply does to the status of an object. */
export function applyStatusContract(bench: Bench): void {
  const applyStatus = (manager: string, name: string, status: object): Promise<KubeObject> =>
    bench.api.apply(bench.widgets, bench.widget(name, { status }), {
      fieldManager: manager,
      subresource: 'status',
    })

  describe('apply of the status', () => {
    test('changes the status alone, and not the generation', async () => {
      const { metadata } = await bench.aWidget({ spec: { size: 1 }, metadata: { labels: { a: 'b' } } })
      const object = bench.widget(metadata.name, {
        spec: { size: 2 },
        status: { phase: 'Done' },
        metadata: { labels: { a: 'c' } },
      })
      const applied = await bench.api.apply(bench.widgets, object, {
        fieldManager: 'one',
        subresource: 'status',
        force: true,
      })
      expect(applied).toMatchObject({
        spec: { size: 1 },
        status: { phase: 'Done' },
        metadata: { labels: { a: 'b' }, generation: 1 },
      })
    })

    test('is ignored when the object itself is applied', async () => {
      const { metadata } = await bench.aWidget()
      await applyStatus('one', metadata.name, { phase: 'Done' })
      const applied = await bench.applyWidget('two', metadata.name, {
        spec: { size: 2 },
        status: { phase: 'Other' },
      })
      expect(applied).toMatchObject({ spec: { size: 2 }, status: { phase: 'Done' } })
    })

    test('merges conditions by their type', async () => {
      const { metadata } = await bench.aWidget()
      await applyStatus('one', metadata.name, { conditions: [{ type: 'Ready', status: 'True' }] })
      const applied = await applyStatus('two', metadata.name, {
        conditions: [{ type: 'Synced', status: 'False', reason: 'Late' }],
      })
      expect(applied['status']).toEqual({
        conditions: [
          { type: 'Ready', status: 'True' },
          { type: 'Synced', status: 'False', reason: 'Late' },
        ],
      })
    })

    test('takes away the condition that its manager no longer names', async () => {
      const { metadata } = await bench.aWidget()
      await applyStatus('one', metadata.name, { conditions: [{ type: 'Ready', status: 'True' }] })
      await applyStatus('two', metadata.name, { conditions: [{ type: 'Synced', status: 'True' }] })
      const applied = await applyStatus('two', metadata.name, {})
      expect(applied['status']).toEqual({ conditions: [{ type: 'Ready', status: 'True' }] })
    })

    test('cannot take away the last condition from a list that another manager made', async () => {
      const made = await bench.aWidget()
      const status = { conditions: [{ type: 'Synced', status: 'True' }] }
      const synced = await bench.api.update(
        bench.widgets,
        { ...made, status },
        { fieldManager: 'two', subresource: 'status' },
      )
      await applyStatus('one', made.metadata.name, { conditions: [{ type: 'Ready', status: 'True' }] })
      const current = await bench.get(bench.widgets, made.metadata.name)
      const alone = { conditions: [{ type: 'Ready', status: 'True' }] }
      await bench.api.update(
        bench.widgets,
        { ...current, status: alone },
        { fieldManager: 'two', subresource: 'status' },
      )
      expect(synced['status']).toEqual(status)
      expect(await bench.codeOf(applyStatus('one', made.metadata.name, {}))).toBe('Invalid')
    })

    test('is a conflict for the condition of another manager', async () => {
      const { metadata } = await bench.aWidget()
      await applyStatus('one', metadata.name, { conditions: [{ type: 'Ready', status: 'True' }] })
      const call = applyStatus('two', metadata.name, { conditions: [{ type: 'Ready', status: 'False' }] })
      expect(await bench.codeOf(call)).toBe('Conflict')
    })

    test('twice is as once', async () => {
      const { metadata } = await bench.aWidget()
      const first = await applyStatus('one', metadata.name, {
        phase: 'Done',
        conditions: [{ type: 'Ready', status: 'True' }],
      })
      const second = await applyStatus('one', metadata.name, {
        phase: 'Done',
        conditions: [{ type: 'Ready', status: 'True' }],
      })
      expect(second).toEqual(first)
    })

    test('is owned apart from the rest', async () => {
      const name = bench.name()
      await bench.applyWidget('one', name, { spec: { size: 1 } })
      const applied = await applyStatus('one', name, { phase: 'Done' })
      expect(ownersOf(applied)).toEqual({
        'Apply one': { 'f:spec': { 'f:size': {} } },
        'Apply one status': { 'f:status': { 'f:phase': {} } },
      })
    })

    test('of an object that is not there makes none', async () => {
      const name = bench.name()
      expect(await bench.codeOf(applyStatus('one', name, { phase: 'Done' }))).toBe('NotFound')
      expect(await bench.codeOf(bench.get(bench.widgets, name))).toBe('NotFound')
    })

    test('is refused onto another version, but of a custom object not onto another uid', async () => {
      const made = await bench.aWidget()
      await applyStatus('two', made.metadata.name, { phase: 'Done' })
      const onto = (metadata: object): Promise<KubeObject> =>
        bench.api.apply(
          bench.widgets,
          bench.widget(made.metadata.name, { metadata, status: { phase: 'Done' } }),
          {
            fieldManager: 'one',
            subresource: 'status',
          },
        )
      const { resourceVersion = '' } = made.metadata
      expect(await bench.codeOf(onto({ resourceVersion }))).toBe('Conflict')
      // The server takes the head from what is stored before it looks: only a version guards a status.
      expect(await bench.codeOf(onto({ uid: 'other' }))).toBeUndefined()
    })

    test('is not served for a kind that has none', async () => {
      const { metadata } = await bench.aConfigMap()
      const call = bench.api.apply(configMaps, bench.configMap(metadata.name), {
        fieldManager: 'one',
        subresource: 'status',
      })
      expect(await bench.codeOf(call)).toBe('NotServed')
    })
  })
}
