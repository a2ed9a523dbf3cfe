import { describe, expect, test } from 'vitest'
import { evaluateHealth, judgeHealth } from '../evaluate-health.ts'
import { anObject } from '#test/domain/sample-health.ts'

const now = Date.UTC(2026, 0, 1, 12)

describe('A Pod', () => {
  const unschedulable = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }
  const looping = { waiting: { reason: 'CrashLoopBackOff' } }
  const cases = [
    {
      name: 'is current when it has ended well',
      status: { phase: 'Succeeded' },
      want: ['Current', 'Pod has completed successfully'],
    },
    {
      name: 'is current when it has ended badly',
      status: { phase: 'Failed' },
      want: ['Current', 'Pod has completed, but not successfully'],
    },
    {
      name: 'is in progress when nobody has seen it',
      status: {},
      want: ['InProgress', 'Pod phase not available'],
    },
    {
      name: 'is in progress while it waits',
      status: { phase: 'Pending' },
      want: ['InProgress', 'Pod is in the Pending phase'],
    },
    {
      name: 'is in progress while it runs and is not ready',
      status: { phase: 'Running', containerStatuses: [{ name: 'a' }] },
      want: ['InProgress', 'Pod is running but is not Ready'],
    },
    {
      name: 'is current when it is ready, though a container crashes',
      status: {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: 'True' }],
        containerStatuses: [{ name: 'a', state: looping }],
      },
      want: ['Current', 'Pod is Ready'],
    },
    {
      name: 'has failed when containers crash again and again',
      status: {
        phase: 'Running',
        containerStatuses: [
          { name: 'a', state: looping },
          { name: 'b', state: { waiting: { reason: 'ImagePullBackOff' } } },
          { state: looping },
          { name: 'c', state: looping },
        ],
      },
      want: ['Failed', 'Containers in CrashLoop state: a,c'],
    },
    {
      name: 'has failed when no node will take it',
      status: { phase: 'Pending', conditions: [unschedulable] },
      want: ['Failed', 'Pod could not be scheduled'],
    },
  ]
  for (const { name, status, want } of cases) {
    test(name, () => {
      const pod = anObject('v1', 'Pod', { metadata: { creationTimestamp: '2026-01-01T11:59:45Z' }, status })
      const result = evaluateHealth(pod, { now, reader: 'flux' })
      expect([result.status, result.message]).toEqual(want)
    })
  }

  test('has fifteen seconds to find a node', () => {
    const metadata = { creationTimestamp: '2026-01-01T11:59:45.000000001Z' }
    const pod = anObject('v1', 'Pod', { metadata, status: { phase: 'Pending', conditions: [unschedulable] } })
    expect(evaluateHealth(pod, { now, reader: 'flux' }).message).toBe('Pod has not been scheduled')
    expect(evaluateHealth(pod, { now: now + 1, reader: 'flux' }).message).toBe('Pod could not be scheduled')
  })
})

describe('A Pod cannot be judged', () => {
  const cases = [
    {
      name: 'in a phase that nobody knows',
      status: { phase: 'Odd' },
      code: 'UNKNOWN_PHASE',
      path: 'status.phase',
    },
    { name: 'with containers that are null', status: running(null), path: 'status.containerStatuses' },
    { name: 'with a container that is a text', status: running(['a']), path: 'status.containerStatuses[0]' },
    {
      name: 'with a name that is a number',
      status: running([{ name: 1 }]),
      path: 'status.containerStatuses[0].name',
    },
    {
      name: 'with a state that is null',
      status: running([{ name: 'a', state: null }]),
      path: 'status.containerStatuses[0].state',
    },
    {
      name: 'with a wait that is a text',
      status: running([{ name: 'a', state: { waiting: 'x' } }]),
      path: 'status.containerStatuses[0].state.waiting',
    },
    {
      name: 'with a reason that is a boolean',
      status: running([{ name: 'a', state: { waiting: { reason: true } } }]),
      path: 'status.containerStatuses[0].state.waiting.reason',
    },
  ]
  for (const { name, status, code = 'MALFORMED_OBJECT', path } of cases) {
    test(name, () => {
      const pod = anObject('v1', 'Pod', { status })
      expect(() => judgeHealth(pod, { now, reader: 'flux' })).toThrow(expect.objectContaining({ code, path }))
    })
  }
})

function running(containerStatuses: unknown): object {
  return { phase: 'Running', containerStatuses }
}
