import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import { deletionMessage } from './deletion-message.ts'
import { aCluster, someFacts } from '#test/domain/sample-facts.ts'

test.for<[string, readonly string[], string]>([
  ['nothing', [], 'Cluster is being deleted'],
  ['one finalizer', ['a/x'], 'Cluster is being deleted and waits for finalizer "a/x"'],
  ['some', ['b', 'a'], 'Cluster is being deleted and waits for finalizers "a", "b"'],
  [
    'many',
    ['e', 'd', 'c', 'b', 'a'],
    'Cluster is being deleted and waits for finalizers "a", "b", "c" and 2 more',
  ],
])('What is being deleted and waits for %s says so', ([, given, want]) =>
  expect(deletionMessage('Cluster', given)).toBe(want),
)

test('The cause of a cluster that is being deleted names its finalizers, and so does the step it holds', () => {
  const cluster = aCluster({ isDeleting: true, finalizers: ['cluster.cluster.x-k8s.io'] })
  const { cause, steps } = decide(someFacts({ cluster }), 1).status
  const message = 'Cluster is being deleted and waits for finalizer "cluster.cluster.x-k8s.io"'
  expect([cause, steps?.[0]]).toMatchObject([{ reason: 'ClusterDeleting', message }, { message }])
})
