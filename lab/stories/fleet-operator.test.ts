import { shareLab, story } from './shared-lab.ts'
import { fleetClusters } from './fleet-operator-scene.ts'

shareLab({
  name: 'fleet-operator',
  controlPlanes: fleetClusters.map(({ name, environment }) => `${environment}.${name}`),
  managementHasNodes: true,
  hasTopology: true,
})

story('Pattern flux-operator', () => import('./fleet-hub.story.ts'))
