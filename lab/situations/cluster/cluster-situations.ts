import { clusterObjects } from '../../cluster-api/cluster-objects.ts'
import { CONTROL_PLANE, INFRASTRUCTURE } from '../../cluster-api/provider-crds.ts'
import { condition } from '../../kube/conditions.ts'
import { until } from '../../kube/until.ts'
import { CLUSTER_NAME, type Place, profile } from '../place.ts'
import type { Situation } from '../situation.ts'

const PAUSED = 'cluster.x-k8s.io/paused'

/** The Cluster itself. */
export const clusterSituations: readonly Situation[] = [
  {
    name: 'A user has paused the Cluster',
    reason: 'ClusterPaused',
    from: 'ready',
    break: place => place.patchCluster({ spec: { paused: true } }),
    fix: { patch: 'Resume Cluster', into: place => place.clusterRef },
    isBroken: async place => (await specOf(place)).paused === true,
  },
  {
    name: 'A user has paused the Cluster by an annotation',
    reason: 'ClusterPaused',
    from: 'ready',
    break: place => place.patchCluster({ metadata: { annotations: { [PAUSED]: '' } } }),
    fix: { patch: 'Resume Cluster', into: place => place.clusterRef },
    isBroken: async place => PAUSED in ((await clusterOf(place)).metadata.annotations ?? {}),
  },
  {
    name: 'The Cluster is being deleted and something of it does not go',
    reason: 'ClusterDeleting',
    from: 'ready',
    break: async place => {
      await place.patchCluster({ metadata: { finalizers: [...(await finalizersOf(place)), HOLD] } })
      await place.management.delete(place.clusterRef)
      await until('Cluster API has done its part', async () => {
        const deleting = condition(await clusterOf(place), 'Deleting')
        return deleting?.reason === 'DeletionCompleted'
      })
    },
    isBroken: async place => (await clusterOf(place)).metadata.deletionTimestamp !== undefined,
    after: async place => {
      const finalizers = (await finalizersOf(place)).filter(finalizer => finalizer !== HOLD)
      await place.patchCluster({ metadata: { finalizers } })
      await place.removeCluster()
    },
  },
  {
    name: 'No Fitout selects the Cluster',
    reason: 'NotSelected',
    isUntold: true,
    break: place => place.patchCluster({ metadata: { labels: { 'fitout.dev/profile': null } } }),
    fix: {
      advised: 'Give the Cluster the label that a Fitout selects',
      by: place => place.patchCluster({ metadata: { labels: profile } }),
    },
  },
  {
    name: 'The infrastructure of the Cluster does not exist yet',
    reason: 'InfrastructureNotReady',
    from: 'nothing',
    break: place => place.give(...halfMade()),
    fix: { ends: 'the provider has made it', by: letProviderGoOn },
  },
  {
    name: 'The control plane has not answered yet',
    reason: 'ControlPlaneNotReady',
    from: 'nothing',
    break: async place => {
      await place.give(...halfMade())
      const infrastructure = place.ref(`${INFRASTRUCTURE.group}/v1`, INFRASTRUCTURE.kind, CLUSTER_NAME)
      const endpoint = { host: '127.0.0.1', port: 6443 }
      await place.management.patch(infrastructure, { spec: { controlPlaneEndpoint: endpoint } })
      const status = { initialization: { provisioned: true } }
      await place.management.patch(infrastructure, { status }, '/status')
      await until('Cluster API says that it waits', async () =>
        condition(await clusterOf(place), 'ControlPlaneInitialized'),
      )
    },
    fix: { ends: 'the provider has made it', by: letProviderGoOn },
    // Its Cluster has an address that nobody has.
    after: place => place.removeCluster(),
  },
]

const HOLD = 'example.com/hold'

// A provider leaves alone what is paused, as if it were slow.
function halfMade(): ReturnType<typeof clusterObjects> {
  return clusterObjects(CLUSTER_NAME, { labels: profile }).map(object =>
    object.kind === CONTROL_PLANE.kind
      ? { ...object, metadata: { ...object.metadata, annotations: { [PAUSED]: '' } } }
      : object,
  )
}

async function letProviderGoOn(place: Place): Promise<void> {
  await place.pauseProvider(false)
  await place.adoptCluster()
}

async function clusterOf(place: Place) {
  return place.management.get(place.clusterRef)
}

async function specOf(place: Place): Promise<{ readonly paused?: boolean }> {
  return (await clusterOf(place))['spec'] as { paused?: boolean }
}

async function finalizersOf(place: Place): Promise<readonly string[]> {
  return (await clusterOf(place)).metadata.finalizers ?? []
}
