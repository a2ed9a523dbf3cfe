import { expect, test } from 'vitest'
import { gates, sampleCluster } from '../fleet/sample-plan.ts'
import { sampleFleet } from '../fleet/sample-fleet.ts'
import { endState } from './end-state.ts'

test('a gate that somebody opens before its time is told with what is not proven, and that it is shut again', async () => {
  const { fleet, opened } = sampleFleet(1, { seed: 1 })
  await fleet.run(() => fleet.workloads.size === 1, 60_000)
  const cluster = sampleCluster('cluster-0')
  const labels = { ...cluster.metadata.labels, [gates.karpenter]: 'true' }
  fleet.put({ ...cluster, metadata: { ...cluster.metadata, labels } })
  fleet.put(cluster)

  expect(opened.filter(({ step }) => step === 'karpenter')).toEqual([
    {
      t: 5020,
      cluster: 'default/cluster-0',
      step: 'karpenter',
      problem: 'step "flux": Namespace flux-system is not there (and 8 more of 9 objects)',
    },
    { t: 5020, cluster: 'default/cluster-0', step: 'karpenter', problem: 'it was shut again' },
  ])
})

test('the end of a run is the same whenever it was made, and another one when a value is', async () => {
  const { fleet } = sampleFleet(1, { seed: 1 })
  const before = endState(fleet.management)
  await fleet.clock.advance(1)
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'x', namespace: 'default' },
    type: 'Opaque',
  }
  fleet.put({ ...secret, stringData: { a: '1' } })
  const one = endState(fleet.management)
  fleet.put({ ...secret, stringData: { a: '2' } })
  fleet.put({ ...secret, stringData: { a: '1' } })

  expect(endState(fleet.management)).toEqual(one)
  expect(one).not.toEqual(before)
})
