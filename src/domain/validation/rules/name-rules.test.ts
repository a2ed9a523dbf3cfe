import { expect, test } from 'vitest'
import { lintFitout } from '../read-fitout.ts'
import { aFitout, aStep } from '#test/domain/sample-fitout.ts'
import { isReservedSecret } from './name-rules.ts'

const cases = [
  { name: 'may be plain', given: 'calico', want: [] },
  { name: 'may hold the name of the cluster', given: '${CLUSTER_NAMESPACE}-${CLUSTER_NAME}.sync', want: [] },
  { name: 'may use what envsubst can do', given: '${CLUSTER_NAME:0:2}-sync', want: [] },
  { name: 'may not hold a handed-over value', given: '${QUEUE_NAME}', want: ['UNKNOWN_VARIABLE'] },
  {
    name: 'may not hide a variable in a default',
    given: '${CLUSTER_NAME:-${QUEUE_NAME}}',
    want: ['UNKNOWN_VARIABLE'],
  },
  { name: 'may not be no name once it is filled', given: '${CLUSTER_NAME}_sync', want: ['BAD_NAME'] },
  { name: 'may not have a variable that does not end', given: 'a-${CLUSTER_NAME', want: ['BAD_TEMPLATE'] },
]
test.for(cases)('The name of a ClusterResourceSet $name', ({ given, want }) => {
  const problems = lintFitout(aFitout([aStep('cni', { resourceSets: [given] })]))
  expect(problems.map(({ code }) => code)).toEqual(want)
})

test('A namespace on the workload cluster may not have a dot', () => {
  const objects = [{ apiVersion: 'v1', kind: 'Pod', name: 'a', namespace: 'a.b' }]
  expect(lintFitout(aFitout([aStep('cni', { proof: { objects } })]))).toMatchObject([{ code: 'BAD_NAME' }])
})

test('Secrets of Cluster API are known by their names', () => {
  const names = [
    'blue-kubeconfig',
    'blue-ca',
    'blue-etcd',
    'blue-sa',
    'blue-proxy',
    'blue-outputs',
    'ca',
    'blue-ca-x',
  ]
  expect(names.filter(isReservedSecret)).toEqual(names.slice(0, 5))
})
