import { describe, expect, test } from 'vitest'
import { names } from '../../api/api-names.ts'
import { paymentsEu } from '#test/domain/sample-hand-over.ts'
import { type AddressableCluster, addresseeHold, selectedClusters } from './addressees.ts'
import { addresseeOf } from './hand-over-name.ts'
import { wrapHandOver } from './wrap-hand-over.ts'
import { SecretValue } from '../secret-value.ts'

const targets = [{ namespace: 'a', name: 'b', data: new Map([['c', SecretValue.ofText('d')]]) }]
const result = wrapHandOver({ cluster: paymentsEu, step: 'cni', targets, rendered: [], version: 'v1beta2' })
const resourceSet = result.ok ? result.wrapped.resourceSet : undefined

function aCluster(given: Partial<AddressableCluster> = {}): AddressableCluster {
  const labels = { [names.addresseeLabel]: addresseeOf(paymentsEu) }
  return { ...paymentsEu, labels, isBeingDeleted: false, ...given }
}

const other = { name: 'payments-us', uid: '99999999-2222-4333-8444-555555555555' }

describe('The ClusterResourceSet of a hand-over', () => {
  const cases: { name: string; clusters: AddressableCluster[]; found: string[]; hold: string | undefined }[] =
    [
      {
        name: 'reaches its own Cluster',
        clusters: [aCluster(), aCluster({ ...other, labels: {} })],
        found: ['payments-eu'],
        hold: undefined,
      },
      {
        name: 'does not reach one of another namespace',
        clusters: [aCluster(), aCluster({ ...other, namespace: 'x' })],
        found: ['payments-eu'],
        hold: undefined,
      },
      {
        name: 'does not reach one with the label of another',
        clusters: [aCluster(), aCluster({ ...other, labels: { [names.addresseeLabel]: other.uid } })],
        found: ['payments-eu'],
        hold: undefined,
      },
      {
        name: 'must wait for the label',
        clusters: [aCluster({ labels: {} })],
        found: [],
        hold: 'Cluster "payments-eu" does not have its label yet: hand-over.fitout.dev/addressee',
      },
      {
        name: 'must be withdrawn when the label was copied',
        clusters: [aCluster(), aCluster(other)],
        found: ['payments-eu', 'payments-us'],
        hold: 'Cluster "payments-us" has the label of cluster "payments-eu": hand-over.fitout.dev/addressee',
      },
      {
        name: 'must be withdrawn when a new Cluster has the old name',
        clusters: [aCluster({ uid: other.uid })],
        found: ['payments-eu'],
        hold: 'Cluster "payments-eu" has the label of cluster "payments-eu": hand-over.fitout.dev/addressee',
      },
      {
        name: 'must be withdrawn when many have the label',
        clusters: ['d', 'b', 'c', 'a'].map(name => aCluster({ name, uid: name })),
        found: ['d', 'b', 'c', 'a'],
        hold: 'Cluster "a", "b", "c" and 1 more has the label of cluster "payments-eu": hand-over.fitout.dev/addressee',
      },
      {
        name: 'reaches nobody when the Cluster is being deleted',
        clusters: [aCluster({ isBeingDeleted: true })],
        found: [],
        hold: 'Cluster "payments-eu" does not have its label yet: hand-over.fitout.dev/addressee',
      },
    ]
  test.for(cases)('$name', ({ clusters, found, hold }) => {
    expect(selectedClusters(resourceSet, clusters).map(({ name }) => name)).toEqual(found)
    const reason = found.length > 0 ? 'HandOverAddresseeWrong' : 'HandOverNotAddressed'
    expect(addresseeHold(resourceSet, paymentsEu, clusters)).toEqual(
      hold === undefined ? undefined : { reason, message: hold },
    )
  })
})
