import { expect, test } from 'vitest'
import { proving } from '#test/situations/pod-samples.ts'
import { pod, sample, says } from '#test/situations/sample-objects.ts'
import { situation } from '#test/situations/situation.ts'
import type { Fields } from '../../object/fields.ts'
import { explain } from '../explain.ts'

/** What to do about a StatefulSet whose pod has a scheduling gate. */
function nextFor(spec: Fields): readonly string[] {
  const store = sample('apps/v1 StatefulSet', 'shop/store', {
    spec: { replicas: 1, selector: { matchLabels: { app: 'store' } }, ...spec },
    status: { replicas: 1, updatedReplicas: 1 },
  })
  const gated = pod('shop/store-0', 'store', {
    spec: { schedulingGates: [{ name: 'example.com/wait' }] },
    status: { conditions: [says('PodScheduled=False SchedulingGated', 'Scheduling is blocked')] },
  })
  const { next } = explain(situation('any', 'Unschedulable', proving(store, [gated])).facts)
  return next.map(({ text }) => text)
}

const change = 'Start the controller that removes the gate, or remove it from StatefulSet shop/store'
const look = 'Describe Pod shop/store-0'

test('A StatefulSet that is changed replaces its pod only once that is deleted', () => {
  const then = 'Then delete Pod shop/store-0: StatefulSet shop/store replaces no pod that is not ready'
  expect(nextFor({})).toEqual([change, then, look])
  const onDelete = { podManagementPolicy: 'Parallel', updateStrategy: { type: 'OnDelete' } }
  expect(nextFor(onDelete)).toEqual([change, then, look])
})

test('One that makes all of its pods at once does so by itself', () => {
  expect(nextFor({ podManagementPolicy: 'Parallel' })).toEqual([change, look])
})
