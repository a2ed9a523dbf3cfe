import { expect, test } from 'vitest'
import { partOf } from '../../domain/object/fields.ts'
import type { FaultPlan } from '../faults/fault-plan.ts'
import { sampleFleet } from '#test/simulator/sample-fleet.ts'
import { sampleCluster } from '#test/simulator/sample-plan.ts'
import type { SimulatedFleet } from './simulated-fleet.ts'

// Found by seed 781 of the swarm: a write whose answer was lost, and whose event comes late, must still be put right.
test('a summary is right in the end, also when an older one was written without an answer and is seen late', async () => {
  const trouble = { isOn: false }
  const plan: FaultPlan = {
    onCall: ({ op, key }) =>
      trouble.isOn && op === 'apply' && key === 'Fitout default/eks'
        ? { kind: 'fail', at: 'after', code: 'Unreachable' }
        : undefined,
    onDeliver: ({ key }) =>
      trouble.isOn && key === 'Fitout' ? { kind: 'delay', milliseconds: 20_000 } : undefined,
  }
  const { fleet, untilReady } = sampleFleet(2, { seed: 1, plan })
  await untilReady()
  await fleet.clock.advance(60_000)

  trouble.isOn = true
  setPaused(fleet, true)
  await fleet.clock.advance(400)
  setPaused(fleet, undefined)
  await fleet.clock.advance(10)
  trouble.isOn = false
  await fleet.clock.advance(1_800_000)

  const fitout = fleet.management.table({ group: 'fitout.dev', plural: 'fitouts' }).get('default/eks')
  expect(partOf(partOf(fitout ?? {}, 'status'), 'clusters')).toMatchObject({ ready: 2, paused: 0 })
})

function setPaused(fleet: SimulatedFleet, paused: true | undefined): void {
  const clusters = fleet.management.table({ group: 'cluster.x-k8s.io', plural: 'clusters' })
  const cluster = clusters.get('default/cluster-0') ?? sampleCluster('cluster-0')
  fleet.put({ ...cluster, spec: { ...partOf(cluster, 'spec'), paused } })
}
