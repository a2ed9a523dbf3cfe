import { describe, expect, test } from 'vitest'
import { hashSource } from '../../src/domain/resource-set/hash-source.ts'
import { RESOURCE_SET_SECRET_TYPE, readSource } from '../../src/domain/resource-set/source.ts'
import { setMessageOf } from './fleet-condition.ts'
import type { FleetBench } from './fleet-bench.ts'
import { FleetDeliveries } from './fleet-deliveries.ts'

/** What a ClusterResourceSet delivers, and what it says of it. */
export function resourceSetContract(bench: FleetBench): void {
  const deliveries = new FleetDeliveries(bench)

  describe('a ClusterResourceSet', () => {
    test('applies its sources to a cluster that has its label, and says so', async () => {
      const { set, objects } = await deliveries.deliver()
      const [object] = objects
      await bench.workload.untilIs('ConfigMap', object)
      const said = await bench.management.untilSays('ClusterResourceSet', set, 'ResourcesApplied True')
      expect(setMessageOf(said, 'ResourcesApplied')).toBe('True Applied')
    })

    test('leaves a cluster alone that has not its label', async () => {
      const left = await deliveries.make()
      const { set } = await deliveries.deliver()
      // One that was made later is through.
      await deliveries.untilApplied(set)
      expect(await deliveries.entry(left.set)).toBeUndefined()
      expect(await bench.workload.find('ConfigMap', left.objects[0])).toBeUndefined()
    })

    test('applies to a cluster as soon as it gets the label', async () => {
      const { set, objects } = await deliveries.make()
      await bench.management.untilIs(
        'ClusterResourceSet',
        set,
        ({ metadata }) => metadata.finalizers !== undefined,
      )
      await deliveries.select(set)
      await deliveries.untilApplied(set)
      expect(await bench.workload.find('ConfigMap', objects[0])).toBeDefined()
    })

    test('applies its sources in the order in which it lists them', async () => {
      const { set, objects } = await deliveries.deliver({ sources: 3, isListedBackwards: true })
      await deliveries.untilApplied(set)
      expect(await deliveries.inOrderOfCreation(objects)).toEqual(objects.toReversed())
    })

    test('applies the keys of a source in the order of their names', async () => {
      const names = [bench.name(), bench.name(), bench.name()]
      const data = Object.fromEntries(
        names.map((name, index) => [`${9 - index}.json`, JSON.stringify(bench.object('ConfigMap', name))]),
      )
      const { set } = await deliveries.deliver({ data })
      await deliveries.untilApplied(set)
      expect(await deliveries.inOrderOfCreation(names)).toEqual(names.toReversed())
    })

    test('enters each source into the binding, applied and with the hash that Fitout predicts', async () => {
      const { set, source } = await deliveries.deliver()
      const resources = await deliveries.untilApplied(set)
      const hash = hashSource(readSource(await bench.management.get('ConfigMap', source)))
      expect(resources).toEqual([
        {
          kind: 'ConfigMap',
          name: source,
          applied: true,
          hash,
          lastAppliedTime: resources[0]?.lastAppliedTime,
        },
      ])
      expect(Date.parse(resources[0]?.lastAppliedTime ?? '')).toBeGreaterThan(0)
    })

    test('owns its sources and the binding', async () => {
      const { set, source } = await deliveries.deliver()
      await deliveries.untilApplied(set)
      const owner = await deliveries.ownerReference(set)
      const { metadata } = await bench.management.get('ConfigMap', source)
      expect(metadata.ownerReferences).toEqual([owner])
      const binding = await bench.management.get('ClusterResourceSetBinding', bench.fleet.cluster.name)
      expect(binding.metadata.ownerReferences).toContainEqual(owner)
    })

    test('applies a Secret of its own type', async () => {
      const { set, objects } = await deliveries.deliver({ type: RESOURCE_SET_SECRET_TYPE })
      expect(await deliveries.untilApplied(set)).toMatchObject([{ kind: 'Secret', applied: true }])
      expect(await bench.workload.find('ConfigMap', objects[0])).toBeDefined()
    })

    test('refuses a Secret of another type, applies nothing and has no entry', async () => {
      const { set, objects } = await deliveries.deliver({ type: 'Opaque' })
      await bench.management.untilSays('ClusterResourceSet', set, 'ResourcesApplied False WrongSecretType')
      expect(await deliveries.entry(set)).toBeUndefined()
      expect(await bench.workload.find('ConfigMap', objects[0])).toBeUndefined()
    })

    test('has no entry for a source that is missing, and applies it when it comes', async () => {
      const { set, source, missing } = await deliveries.deliver({ isSecondMissing: true })
      await deliveries.untilEntry(set, resources => resources.length > 0)
      expect((await deliveries.entry(set))?.map(({ name }) => name)).toEqual([source])
      await bench.management.create(missing)
      const resources = await deliveries.untilEntry(set, found => found.length === 2)
      expect(resources).toMatchObject([{ applied: true }, { name: missing.metadata.name, applied: true }])
    })

    test('counts an object as applied that is there already, and does not touch it', async () => {
      const name = bench.name()
      await bench.workload.create(bench.object('ConfigMap', name, { data: { from: 'somebody' } }))
      const object = bench.object('ConfigMap', name, { data: { from: 'the source' } })
      const { set } = await deliveries.deliver({ data: { 'all.json': JSON.stringify(object) } })
      await deliveries.untilApplied(set)
      expect((await bench.workload.get('ConfigMap', name))['data']).toEqual({ from: 'somebody' })
    })
  })
}
