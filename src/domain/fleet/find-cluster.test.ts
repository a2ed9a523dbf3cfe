import { expect, test } from 'vitest'
import { findCluster } from './find-cluster.ts'
import { aCluster, aFleet } from '#test/domain/sample-snapshot.ts'

const fleet = aFleet([aCluster('dev/blue'), aCluster('prod/blue'), aCluster('prod/payments-eu')])

const cases = [
  { name: 'by namespace and name', given: 'prod/blue', want: { kind: 'found', cluster: fleet.clusters[1] } },
  {
    name: 'by a name that only one has',
    given: 'payments-eu',
    want: { kind: 'found', cluster: fleet.clusters[2] },
  },
  {
    name: 'not by a name that several have',
    given: 'blue',
    want: { kind: 'several', ids: ['dev/blue', 'prod/blue'] },
  },
  {
    name: 'not if it is mistyped, but nearly',
    given: 'prod/paymnets-eu',
    want: { kind: 'none', near: 'prod/payments-eu' },
  },
  {
    name: 'not by a mistyped name, but nearly',
    given: 'payment-eu',
    want: { kind: 'none', near: 'prod/payments-eu' },
  },
  { name: 'not by another name', given: 'x', want: { kind: 'none', near: undefined } },
]
test.for(cases)('A cluster is found $name', ({ given, want }) =>
  expect(findCluster(fleet, given)).toEqual(want),
)
