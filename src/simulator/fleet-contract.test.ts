import { contractChartObjects } from '../../test/contract/fleet-chart.ts'
import { type FleetUnderTest, describeFleet } from '../../test/contract/fleet-contract.ts'
import { contractTreeObjects } from '../../test/contract/fleet-tree.ts'
import { applyResourceSets } from './cluster-api/apply-resource-sets.ts'
import { provisionClusters } from './cluster-api/provision-clusters.ts'
import { seededRandom } from './clock/seeded-random.ts'
import { VirtualClock } from './clock/virtual-clock.ts'
import { fluxDefinitions } from './fleet/add-on-definitions.ts'
import { namespaceObject, workloadObject } from './fleet/add-on-objects.ts'
import { karpenterChart } from '#test/simulator/sample-packs.ts'
import { sampleCluster } from '#test/simulator/sample-plan.ts'
import { managementKinds } from './fleet/served-kinds.ts'
import { runFlux } from './flux/run-flux.ts'
import { kindOf } from './kinds/kind.ts'
import { runKarpenter } from './workloads/run-karpenter.ts'
import { putByModel, writeByModel } from './models/model-write.ts'
import { Store } from './store/store.ts'
import { keepWorkloads } from './workloads/keep-workloads.ts'
import { readyNode } from './workloads/nodes.ts'
import { runPods } from './workloads/run-pods.ts'

const MOMENT_MS = 250
const fluxControllers = ['source-controller', 'helm-controller', 'kustomize-controller']

describeFleet(
  'the models keep the contract',
  async (): Promise<FleetUnderTest> => {
    const clock = new VirtualClock()
    const workload = workloadStore(clock)
    const management = managementStore(clock, workload)
    await clock.advance(60_000)
    return {
      management: management.api(),
      workload: workload.api(),
      cluster: { namespace: 'default', name: 'blue' },
      chartsUrl: 'https://charts.example.com',
      gitUrl: 'https://git.example.com/contract.git',
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      addNode: async (name, labels) => addNode(workload, name, labels),
      now: clock.now,
      settle: () => clock.advance(MOMENT_MS),
    }
  },
  { concurrent: false },
)

const provided = { host: 'blue.test', port: 6443, kubeconfig: 'kubeconfig' }

function managementStore(clock: VirtualClock, workload: Store): Store {
  const store = new Store({ clock, random: seededRandom(1) })
  for (const kind of managementKinds) store.kinds.serve(kind)
  store.attach(applyResourceSets(store, () => workload))
  store.attach(
    provisionClusters(store, { provisionMs: () => 1000, provision: () => provided, remove: () => undefined }),
  )
  putByModel(store, sampleCluster('blue'))
  return store
}

function workloadStore(clock: VirtualClock): Store {
  const store = new Store({ clock, random: seededRandom(2) })
  store.attach(runPods(store, { hasImage: () => true }))
  store.attach(keepWorkloads(store))
  store.attach(runFlux(store, { chartOf: contractChartObjects, treeOf: contractTreeObjects }))
  store.attach(runKarpenter(store))
  store.kinds.serve(kindOf({ group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', versions: ['v1'] }))
  addNode(store, 'node-0', {})
  const objects = [
    ...fluxDefinitions,
    ...['flux-system', 'karpenter'].map(namespaceObject),
    ...fluxControllers.map(name =>
      workloadObject('Deployment', { namespace: 'flux-system', name, image: name }),
    ),
    ...karpenterChart(),
  ]
  for (const object of objects) putByModel(store, object)
  return store
}

function addNode(store: Store, name: string, labels: Readonly<Record<string, string>>): void {
  const kind = store.kinds.named('v1', 'Node')
  const node = readyNode(name, store.timestamp(), labels)
  const made = putByModel(store, node)
  // A node says itself that it is ready, once it is there.
  if (kind !== undefined) writeByModel(store, kind, { ...made, status: node['status'] })
}
