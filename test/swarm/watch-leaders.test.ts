import { describe, expect, test } from 'vitest'
import { names } from '../../src/domain/api/api-names.ts'
import type { CallFacts } from '../../src/simulator/faults/fault-plan.ts'
import { sampleCluster } from '../simulator/sample-plan.ts'
import { SimulatedFleet } from '../../src/simulator/fleet/simulated-fleet.ts'
import { LeaderWatch } from './watch-leaders.ts'

const GRACE_MS = 1000

/** A fleet without a plan, whose two main candidates are `fitout-1`, which leads, and `fitout-2`; and one of shard "red". */
async function watched() {
  const fleet = new SimulatedFleet({ seed: 1 })
  const watch = new LeaderWatch(fleet, GRACE_MS)
  fleet.put(sampleCluster('cluster-0'))
  fleet.stand({ kind: 'main' })
  await fleet.clock.advance(1000)
  fleet.stand({ kind: 'main' })
  fleet.stand({ kind: 'labelled', key: 'red' })
  await fleet.clock.advance(GRACE_MS + 1)
  return { fleet, watch }
}

function aWrite(actor: string, key: string): CallFacts {
  const [kind = ''] = key.split(' ')
  return { actor, server: 'management', op: 'apply', key, kind, write: 1, number: 1 }
}

function problemsIn({ problems }: LeaderWatch): readonly string[] {
  return problems.map(problem => problem.replace(/^leader: at [\d.]+ ms /, ''))
}

describe('A write', () => {
  test('of the leader of its shard is right', async () => {
    const { watch } = await watched()
    watch.heard(aWrite('fitout-1', 'Cluster default/cluster-0'))
    watch.heard(aWrite('fitout-1', 'Fitout default/eks'))
    watch.heard(aWrite('fitout-2', 'Lease kube-system/fitout-controller'))
    expect(problemsIn(watch)).toEqual([])
  })

  test('of who does not hold the Lease is wrong', async () => {
    const { watch } = await watched()
    watch.heard(aWrite('fitout-2', 'ClusterFitout default/cluster-0'))
    expect(problemsIn(watch)).toEqual([
      'apply ClusterFitout default/cluster-0: fitout-2 does not hold its Lease: fitout-1 does',
    ])
  })

  test('of a shard about a Fitout, or about the cluster of another one, is wrong', async () => {
    const { watch } = await watched()
    watch.heard(aWrite('fitout-3', 'Fitout default/eks'))
    watch.heard(aWrite('fitout-3', 'Event default/cluster-0.0123'))
    const other = 'works on fitout-controller-red, and default/cluster-0 belongs to another shard'
    expect(problemsIn(watch)).toEqual([
      'apply Fitout default/eks: fitout-3 is not the main one',
      `apply Event default/cluster-0.0123: fitout-3 ${other}`,
    ])
  })

  test('about a cluster that just went to another shard is right for a moment', async () => {
    const { fleet, watch } = await watched()
    const cluster = sampleCluster('cluster-0')
    const labels = { ...cluster.metadata.labels, [names.shardLabel]: 'red' }
    fleet.put({ ...cluster, metadata: { ...cluster.metadata, labels } })
    watch.heard(aWrite('fitout-1', 'Cluster default/cluster-0'))
    expect(problemsIn(watch)).toEqual([])
    await fleet.clock.advance(GRACE_MS + 1)
    watch.heard(aWrite('fitout-1', 'Cluster default/cluster-0'))
    expect(watch.problems).toHaveLength(1)
  })
})

test('A shard whose only process is dead has no leader', async () => {
  const { fleet, watch } = await watched()
  expect(watch.leaderless()).toEqual([])
  fleet.processes[2]?.actor.kill()
  expect(watch.leaderless()).toEqual(['fitout-controller-red'])
})
