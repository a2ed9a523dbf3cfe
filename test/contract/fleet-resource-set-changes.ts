import { describe, expect, test } from 'vitest'
import { hashSource } from '../../src/domain/resource-set/hash-source.ts'
import { readSource } from '../../src/domain/resource-set/source.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import type { FleetBench } from './fleet-bench.ts'
import { FleetDeliveries } from './fleet-deliveries.ts'
import { widgetsDefinition } from './fleet-widgets.ts'

/** What a ClusterResourceSet does when something changes, is missing, or goes. */
export function resourceSetChangeContract(bench: FleetBench): void {
  const deliveries = new FleetDeliveries(bench)
  const changeSource = (source: string, ...objects: readonly KubeObject[]): Promise<void> =>
    bench.management.change('ConfigMap', source, known => ({ ...known, data: bringing(...objects) }))
  const aNote = (name: string, text: string): KubeObject =>
    bench.object('ConfigMap', name, { data: { text } })

  describe('a ClusterResourceSet', () => {
    test('does not follow a changed source with ApplyOnce', async () => {
      const { set, source, missing, objects } = await deliveries.deliver({ isSecondMissing: true })
      const [before] = await deliveries.untilApplied(set)
      const { data } = await bench.workload.get('ConfigMap', objects[0])
      await changeSource(source, aNote(objects[0], 'changed'))
      // The second source makes it look at both.
      await bench.management.create(missing)
      const [after] = await deliveries.untilEntry(set, resources => resources.length === 2)
      expect(after).toEqual(before)
      expect((await bench.workload.get('ConfigMap', objects[0]))['data']).toEqual(data)
    })

    test('follows a changed source with Reconcile, and enters its new hash', async () => {
      const { set, source, objects } = await deliveries.deliver({ strategy: 'Reconcile' })
      await deliveries.untilApplied(set)
      await changeSource(source, aNote(objects[0], 'changed'))
      const hash = hashSource(readSource(await bench.management.get('ConfigMap', source)))
      await deliveries.untilEntry(set, ([entry]) => entry?.applied === true && entry.hash === hash)
      expect((await bench.workload.get('ConfigMap', objects[0]))['data']).toEqual({ text: 'changed' })
    })

    test('leaves what is no longer in its source', async () => {
      const { set, source, objects } = await deliveries.deliver({ strategy: 'Reconcile' })
      await deliveries.untilApplied(set)
      const other = bench.name()
      await changeSource(source, aNote(other, 'another'))
      await bench.workload.untilIs('ConfigMap', other)
      expect(await bench.workload.find('ConfigMap', objects[0])).toBeDefined()
    })

    test('does not repair what others change, while its source stays', async () => {
      const { set, source, missing, objects } = await deliveries.deliver({
        strategy: 'Reconcile',
        isSecondMissing: true,
      })
      await deliveries.untilApplied(set)
      await bench.workload.change('ConfigMap', objects[0], known => ({ ...known, data: { text: 'theirs' } }))
      await bench.management.create(missing)
      const resources = await deliveries.untilEntry(set, found => found.length === 2)
      expect(resources.map(({ name, applied }) => [name, applied])).toEqual([
        [source, true],
        [missing.metadata.name, true],
      ])
      expect((await bench.workload.get('ConfigMap', objects[0]))['data']).toEqual({ text: 'theirs' })
    })

    test('applies the other objects of a source when one is refused, and tries again until it is not', async () => {
      const [namespace, taken] = [bench.name(), bench.name()]
      const homeless = bench.object('ConfigMap', bench.name(), { metadata: { namespace } })
      const { set } = await deliveries.deliver({ data: bringing(homeless, aNote(taken, 'taken')) })
      await deliveries.untilEntry(set, ([entry]) => entry?.applied === false)
      await bench.management.untilSays('ClusterResourceSet', set, 'ResourcesApplied False NotApplied')
      expect(await bench.workload.find('ConfigMap', taken)).toBeDefined()

      await bench.workload.create(bench.object('Namespace', namespace))
      await deliveries.untilApplied(set)
      await bench.management.untilSays('ClusterResourceSet', set, 'ResourcesApplied True Applied')
    })

    test('tries an object again whose kind is not served, until it is', async () => {
      const name = bench.name()
      const { set } = await deliveries.deliver({ data: bringing(bench.object('Widget', name)) })
      await deliveries.untilEntry(set, ([entry]) => entry?.applied === false)
      await bench.workload.create(widgetsDefinition)
      await bench.workload.untilIs('Widget', name)
      expect(await deliveries.untilApplied(set)).toMatchObject([{ applied: true }])
    })

    test('leaves objects and entry when the cluster loses the label, and follows no more', async () => {
      const { set, source, objects } = await deliveries.deliver({ strategy: 'Reconcile' })
      const entry = await deliveries.untilApplied(set)
      await deliveries.unselect(set)
      await changeSource(source, aNote(objects[0], 'changed'))
      // One that was made later is through.
      await deliveries.untilApplied((await deliveries.deliver()).set)
      expect(await deliveries.entry(set)).toEqual(entry)
      expect((await bench.workload.get('ConfigMap', objects[0]))['data']).toEqual({ of: source })
    })

    test('takes its sources and its entry along when it is deleted, and leaves what it brought', async () => {
      const { set, source, objects } = await deliveries.deliver()
      await deliveries.untilApplied(set)
      await bench.management.delete('ClusterResourceSet', set)
      await bench.management.untilGone('ClusterResourceSet', set)
      await bench.management.untilGone('ConfigMap', source)
      expect(await deliveries.entry(set)).toBeUndefined()
      expect(await bench.workload.find('ConfigMap', objects[0])).toBeDefined()
    })

    test('leaves a source that another one owns as well', async () => {
      const { set, source } = await deliveries.deliver()
      await deliveries.untilApplied(set)
      const other = bench.name()
      await deliveries.select(other)
      await bench.management.create(
        bench.managed('ClusterResourceSet', other, {
          spec: {
            strategy: 'ApplyOnce',
            clusterSelector: { matchLabels: { [other]: 'on' } },
            resources: [{ kind: 'ConfigMap', name: source }],
          },
        }),
      )
      await deliveries.untilApplied(other)
      const owner = await deliveries.ownerReference(other)
      await bench.management.delete('ClusterResourceSet', set)
      const left = await bench.management.untilIs(
        'ConfigMap',
        source,
        ({ metadata }) => metadata.ownerReferences?.length === 1,
      )
      expect(left.metadata.ownerReferences).toEqual([owner])
    })
  })
}

function bringing(...objects: readonly KubeObject[]): Readonly<Record<string, string>> {
  return { 'all.yaml': objects.map(object => JSON.stringify(object)).join('\n---\n') }
}
