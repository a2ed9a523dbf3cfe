import { expect, test } from 'vitest'
import { gates, sampleCluster } from './sample-plan.ts'
import { sampleFleet } from './sample-fleet.ts'

test('a gate that a user opens before its time is told with what is not proven, and that it is shut again', async () => {
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
      problem: 'step "flux": Namespace flux-system does not exist (and 8 more of 9 objects)',
    },
    { t: 5020, cluster: 'default/cluster-0', step: 'karpenter', problem: 'it was shut again' },
  ])
})
