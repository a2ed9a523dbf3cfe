import { describe, expect, test } from 'vitest'
import { statusOf } from './fleet-condition.ts'
import type { FleetBench } from './fleet-bench.ts'
import { aWorkload, nodeOf, podsOf, untilNoPods } from './fleet-pods.ts'

/** What DaemonSets and their pods do. */
export function daemonSetContract(bench: FleetBench): void {
  const aDaemonSet = async (given: Parameters<typeof aWorkload>[2] = {}): Promise<string> => {
    const set = aWorkload(bench, 'DaemonSet', given)
    await bench.workload.create(set)
    return set.metadata.name
  }

  describe('a DaemonSet', () => {
    test('has a pod on each node, and gets current', async () => {
      const name = await aDaemonSet()
      // Other sentences make nodes meanwhile.
      await bench.workload.until('it has a pod on each node', async () => {
        const [nodes, pods] = [await bench.workload.list('Node'), await podsOf(bench, name)]
        const names = new Set(pods.map(nodeOf))
        return nodes.length === pods.length && nodes.every(({ metadata }) => names.has(metadata.name))
      })
      expect(await bench.untilCurrent('DaemonSet', name)).toBeDefined()
    })

    test('says on how many nodes it shall run and does', async () => {
      const label = bench.name()
      await bench.fleet.addNode(`node-${label}`, { [label]: 'yes' })
      const name = await aDaemonSet({ nodeSelector: { [label]: 'yes' } })
      const set = await bench.workload.untilIs(
        'DaemonSet',
        name,
        found => statusOf<{ numberReady: number }>(found).numberReady === 1,
      )
      expect(set['status']).toEqual({
        observedGeneration: 1,
        desiredNumberScheduled: 1,
        currentNumberScheduled: 1,
        updatedNumberScheduled: 1,
        numberMisscheduled: 0,
        numberReady: 1,
        numberAvailable: 1,
      })
    })

    test('is current with no pod where no node fits', async () => {
      const name = await aDaemonSet({ nodeSelector: { 'contract.fitout.dev/node': 'none' } })
      const set = await bench.untilCurrent('DaemonSet', name)
      expect(set['status']).toEqual({
        observedGeneration: 1,
        desiredNumberScheduled: 0,
        currentNumberScheduled: 0,
        numberMisscheduled: 0,
        numberReady: 0,
      })
    })

    test('takes its pods along when it is deleted', async () => {
      const name = await aDaemonSet()
      await bench.untilCurrent('DaemonSet', name)
      await bench.workload.delete('DaemonSet', name)
      await untilNoPods(bench, name)
      expect(await bench.workload.find('DaemonSet', name)).toBeUndefined()
    })
  })
}
