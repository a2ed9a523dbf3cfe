import { expect, test } from 'vitest'
import { ObjectCache } from '../../engine/follow/object-cache.ts'
import { memoryMetrics } from '#test/engine/memory-metrics.ts'
import { FleetMetrics } from './fleet-metrics.ts'

test('a gate that opens while its Fitout goes does not bring the Fitout back', async () => {
  const metrics = memoryMetrics()
  const management = { fitout: new ObjectCache(), clusterFitout: new ObjectCache(), isSynced: () => true }
  const clock = { now: () => 0, elapsed: () => 0, sleep: async () => undefined }
  const figures = new FleetMetrics({ world: { clock, metrics }, management, views: { sights: () => [] } })
  const blue = { namespace: 'default', name: 'blue' }
  const open = () => {
    figures.wakes.heard('default/blue')
    return figures.wakes.during('default/blue', async () => figures.gatesOpened(blue, 'eks'))
  }

  await open()
  expect(metrics.value('gate_seconds', { fitout: 'default/eks' })).toBeUndefined()

  management.fitout.put({
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'Fitout',
    metadata: { name: 'eks', namespace: 'default' },
  })
  await open()
  expect(metrics.value('gate_seconds', { fitout: 'default/eks' })).toBe(1)
})
