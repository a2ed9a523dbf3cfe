import { shareLab, story } from './shared-lab.ts'
import { fleetClusters } from './fleet-operator-scene.ts'

shareLab({
  name: 'fleet-operator',
  controlPlanes: fleetClusters.map(({ name, environment }) => `${environment}.${name}`),
  managementHasNodes: true,
  hasTopology: true,
})

// The first one makes the clusters that the second one uses.
story('Pattern flux-operator', () => import('./fleet-hub.story.ts'))
story('Pattern terraform', () => import('./fleet-terraform.story.ts'))
