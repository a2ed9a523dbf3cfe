import { type KubeObject, ref } from '../../kube/kube-object.ts'
import { until } from '../../kube/until.ts'
import type { Place } from '../place.ts'
import type { Situation } from '../situation.ts'
import { listing, networkAgent, networkPack, smallPlan } from './small-plan.ts'

const ADD_ONS = 'addons.cluster.x-k8s.io/v1beta2'
const PAUSED = 'cluster.x-k8s.io/paused'
const rightPack = (place: Place): Promise<void> => place.give(...networkPack())
const setOf = (place: Place) => place.ref(ADD_ONS, 'ClusterResourceSet', 'network')
const agent = ref('apps/v1', 'DaemonSet', 'network/agent')

/** ClusterResourceSets, and what the workload cluster does with what they bring. */
export const deliverySituations: readonly Situation[] = [
  {
    name: 'The ClusterResourceSet is not committed',
    reason: 'ResourceSetMissing',
    break: place => takeSet(place),
    fix: { advised: 'Commit ClusterResourceSet "network"', by: rightPack },
  },
  {
    name: 'The ClusterResourceSet selects by another label than the gate',
    reason: 'ResourceSetNotSelecting',
    break: async place => {
      await takeSet(place)
      await place.give(
        ...networkPack().map(object => selecting(object, { 'network.example.com/on': 'true' })),
      )
    },
    fix: {
      advised: 'Make the clusterSelector of the ClusterResourceSet select by the gate',
      by: async place => {
        // Cluster API lets nobody change a selector.
        await takeSet(place)
        await rightPack(place)
      },
    },
  },
  {
    name: 'A source of the ClusterResourceSet is not committed',
    reason: 'ResourceSourceMissing',
    break: place => place.take('v1', 'ConfigMap', 'network-agent'),
    fix: { advised: 'Commit ConfigMap "network-agent"', by: rightPack },
  },
  {
    name: 'A Secret of the ClusterResourceSet has the wrong type',
    reason: 'ResourceSourceWrongType',
    break: place => place.give(secretPack('Opaque'), ...listing({ kind: 'Secret', name: 'network-secret' })),
    fix: {
      advised: 'Recreate the Secret',
      by: async place => {
        await place.take('v1', 'Secret', 'network-secret')
        await place.give(secretPack('addons.cluster.x-k8s.io/resource-set'))
      },
    },
    after: async place => place.workload.delete(note).catch(() => undefined),
  },
  {
    name: 'A source of the ClusterResourceSet is no manifest',
    reason: 'ResourceSourceUnreadable',
    break: place => place.give(sourceOf('kind: [DaemonSet, and a bracket that nobody closes')),
    fix: { advised: 'Correct ConfigMap "network-agent"', by: rightPack },
  },
  {
    name: 'A source of the ClusterResourceSet is too short for Cluster API',
    reason: 'ResourceSourceUnreadable',
    break: place => place.give(sourceOf('{kind: List, items: []}')),
    fix: { advised: 'Correct ConfigMap "network-agent"', by: rightPack },
  },
  {
    name: 'The ClusterResourceSet is paused',
    reason: 'ResourceSetWaits',
    break: async place => {
      await place.management.patch(setOf(place), { metadata: { annotations: { [PAUSED]: 'true' } } })
    },
    fix: {
      advised: `Remove annotation ${PAUSED} from ClusterResourceSet "network"`,
      by: async place => {
        await place.management.patch(setOf(place), { metadata: { annotations: { [PAUSED]: null } } })
      },
    },
  },
  {
    name: 'A user deleted what was delivered',
    reason: 'ObjectMissing',
    from: 'ready',
    break: place => place.workload.delete(agent),
    fix: { run: 'Deliver again' },
  },
  {
    name: 'A source with strategy ApplyOnce has changed',
    reason: 'ResourceSetStale',
    break: async place => {
      await place.give(...networkPack(other()))
      await place.give(place.fitout(smallPlan()))
      await until('the other agent is there', async () => place.workload.find(other()))
      await place.give(...networkPack())
    },
    fix: { run: 'Deliver again' },
    after: async place => place.workload.delete(other()).catch(() => undefined),
  },
  {
    name: 'An object to be delivered is still being deleted',
    reason: 'FinalizerStuck',
    break: async place => {
      await place.workload.apply(ref('v1', 'Namespace', 'network') as KubeObject)
      const held = networkAgent()
      await place.workload.apply({
        ...held,
        metadata: { ...held.metadata, finalizers: ['example.com/hold'] },
      })
      await place.workload.delete(agent)
    },
    after: release,
  },
]

async function takeSet(place: Place): Promise<void> {
  await place.management.delete(setOf(place))
  await until('the set is gone', async () => !(await place.management.find(setOf(place))))
}

async function release(place: Place): Promise<void> {
  await place.workload.patch(agent, { metadata: { finalizers: null } }).catch(() => undefined)
}

function selecting(object: KubeObject, matchLabels: Readonly<Record<string, string>>): KubeObject {
  if (object.kind !== 'ClusterResourceSet') return object
  return { ...object, spec: { ...(object['spec'] as object), clusterSelector: { matchLabels } } }
}

function sourceOf(text: string): KubeObject {
  return { ...ref('v1', 'ConfigMap', 'network-agent'), data: { '000.json': text } }
}

const note = { ...ref('v1', 'ConfigMap', 'default/note'), data: { text: 'delivered as a Secret' } }

function secretPack(type: string): KubeObject {
  return { ...ref('v1', 'Secret', 'network-secret'), type, stringData: { '000.json': JSON.stringify(note) } }
}

function other(): KubeObject {
  return { ...networkAgent(), metadata: { name: 'older-agent', namespace: 'network' } }
}
