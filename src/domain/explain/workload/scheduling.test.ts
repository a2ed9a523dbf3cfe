import { describe, expect, test } from 'vitest'
import { says } from '#test/situations/sample-objects.ts'
import { schedulingOf } from './scheduling.ts'

function read(message: string) {
  const conditions = [says('PodScheduled=False Unschedulable', message)]
  const ref = { on: 'Workload', apiVersion: 'v1', kind: 'Pod', namespace: 'a', name: 'b' } as const
  const scheduling = schedulingOf({ ref, fields: { status: { conditions } } })
  return (
    scheduling && [scheduling.nodes, ...scheduling.refusals.map(({ nodes, words }) => `${nodes} ${words}`)]
  )
}

describe('The scheduler says that', () => {
  const cases = [
    { name: 'there are no nodes', given: 'no nodes available to schedule pods', want: [0] },
    {
      name: 'all nodes have taints',
      given:
        '0/3 nodes are available: 3 node(s) had untolerated taint {a: b}. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
      want: [3, '3 node(s) had untolerated taint {a: b}'],
    },
    {
      name: 'some nodes have taints and some are full',
      given:
        '0/5 nodes are available: 2 node(s) had untolerated taint(s), 3 Insufficient cpu, 3 Insufficient memory.',
      want: [5, '2 node(s) had untolerated taint(s)', '3 Insufficient cpu', '3 Insufficient memory'],
    },
    {
      name: 'a claim is not bound',
      given:
        '0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
      want: [3],
    },
    { name: 'Fargate does not take it', given: 'Pod not supported on Fargate: volumes', want: [undefined] },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(read(given)).toEqual(want))
  }
})
