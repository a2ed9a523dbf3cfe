import { shareLab, story } from './shared-lab.ts'

// The last story stops the API server of the cluster.
shareLab({ name: 'resource-sets', controlPlanes: ['blue'] })

story('A ClusterResourceSet', () => import('./cluster-resource-set/what-is-applied.story.ts'))
story('By its strategy, a ClusterResourceSet', () => import('./cluster-resource-set/strategies.story.ts'))
story('Our rules for ClusterResourceSets', () => import('./upstream-resource-set.story.ts'))
story(
  'With the clusters that it selects, a ClusterResourceSet',
  () => import('./cluster-resource-set/selected-clusters.story.ts'),
)
