import type { Situation } from './situation.ts'
import { gates, outputs } from './small-plan.ts'

/** The plan, its gates, and what is handed over. */
export const planSituations: readonly Situation[] = [
  {
    name: 'Terraform has not written its Secret',
    reason: 'HandOverSecretMissing',
    break: place => place.take('v1', 'Secret', 'shop-outputs'),
    mend: { advised: 'Let Terraform write Secret "shop-outputs"', by: place => place.give(outputs()) },
  },
  {
    name: 'The Secret of Terraform lacks a key',
    reason: 'HandOverKeyMissing',
    break: async place => {
      await place.management.patch(place.ref('v1', 'Secret', 'shop-outputs'), { data: { queue: null } })
    },
    mend: { advised: 'Add output "queue"', by: place => place.give(outputs()) },
  },
  {
    name: 'Somebody gave the gate a value of their own',
    reason: 'GateTampered',
    break: place => place.patchCluster({ metadata: { labels: { [gates.values]: 'yes' } } }),
    mend: { run: 'Take the label from Cluster' },
    isBroken: async place => {
      const { labels = {} } = (await place.management.get(place.clusterRef)).metadata
      return labels[gates.values] === 'yes'
    },
    after: place => place.patchCluster({ metadata: { labels: { [gates.values]: null } } }),
  },
]
