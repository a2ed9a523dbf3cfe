import type { Situation } from './situation.ts'

/** The Cluster itself. */
export const clusterSituations: readonly Situation[] = [
  {
    name: 'Somebody has paused the Cluster',
    reason: 'ClusterPaused',
    from: 'ready',
    break: place => place.patchCluster({ spec: { paused: true } }),
    mend: { patch: 'Let Cluster', into: place => place.clusterRef },
    isBroken: async place => {
      const cluster = await place.management.get(place.clusterRef)
      return (cluster['spec'] as { paused?: boolean }).paused === true
    },
  },
]
