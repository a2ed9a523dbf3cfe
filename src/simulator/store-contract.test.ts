import { describeApi } from '../../test/contract/api-contract.ts'
import { seededRandom } from './clock/seeded-random.ts'
import { VirtualClock } from './clock/virtual-clock.ts'
import { Store } from './store/store.ts'

describeApi('the store keeps the contract', async () => {
  const clock = new VirtualClock()
  const store = new Store({ clock, random: seededRandom(1) })
  const api = store.api()
  const namespace = 'contract'
  const resource = {
    group: '',
    version: 'v1',
    kind: 'Namespace',
    plural: 'namespaces',
    scope: 'Cluster',
  } as const
  await api.create(
    resource,
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { fieldManager: 'test' },
  )
  return { api, namespace, compact: async () => store.compact(), settle: () => clock.advance(250) }
})
