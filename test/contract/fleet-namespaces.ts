import { describe, expect, test } from 'vitest'
import type { FleetBench } from './fleet-bench.ts'
import { aWorkload } from './fleet-pods.ts'

/** What becomes of what is in a namespace. */
export function fleetNamespaceContract(bench: FleetBench): void {
  describe('a namespace', () => {
    test('is emptied when it is deleted, with all that runs in it, and goes', async () => {
      const namespace = bench.name()
      await bench.workload.create(bench.object('Namespace', namespace))
      const deployment = aWorkload(bench, 'Deployment')
      const { name } = deployment.metadata
      const inside = { ...deployment, metadata: { name, namespace } }
      const note = bench.object('ConfigMap', name, { metadata: { namespace } })
      await bench.workload.create(inside, note)
      const pods = { resource: bench.workload.ref('Pod', '').resource, namespace }
      await bench.workload.until('it has a pod', async () => {
        return (await bench.workload.api.list(pods)).items.length === 1
      })
      await bench.workload.delete('Namespace', namespace)
      await bench.workload.untilGone('Namespace', namespace)
      expect((await bench.workload.api.list(pods)).items).toEqual([])
    })

    test('waits for what has a finalizer, and says that it is on its way out', async () => {
      const namespace = bench.name()
      await bench.workload.create(bench.object('Namespace', namespace))
      const finalizers = ['contract.fitout.dev/held']
      const held = bench.object('ConfigMap', bench.name(), { metadata: { namespace, finalizers } })
      await bench.workload.create(held)
      await bench.workload.delete('Namespace', namespace)
      const ref = { ...bench.workload.ref('ConfigMap', held.metadata.name), namespace }
      await bench.workload.until('it is marked', async () => {
        return (await bench.workload.api.get(ref)).metadata.deletionTimestamp !== undefined
      })
      const going = await bench.workload.get('Namespace', namespace)
      expect([bench.health(going), going['status']]).toMatchObject(['Terminating', { phase: 'Terminating' }])
      const marked = await bench.workload.api.get(ref)
      await bench.workload.api.update(
        ref.resource,
        { ...marked, metadata: { ...marked.metadata, finalizers: [] } },
        { fieldManager: 'contract' },
      )
      await bench.workload.untilGone('Namespace', namespace)
    })
  })
}
