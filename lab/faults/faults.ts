import { setTimeout as sleep } from 'node:timers/promises'
import { installFitout } from '../add-ons/fitting-out-controller.ts'
import { gates } from '../add-ons/fitting-out.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { faultFitout, outputsOf } from './fault-plan.ts'
import type { FaultScene } from './fault-scene.ts'
import { clusterFitout } from './plan-scene.ts'

/** Something that goes wrong while clusters are fitted out, and is fixed again. */
export interface Fault {
  readonly name: string
  readonly happen: (scene: FaultScene) => Promise<void>
  /** Whether it must not come before both clusters were read: before that, it is another story. */
  readonly isForKnown?: boolean
  /** How many times the writes of a run it may cost; 3 by default. */
  readonly factor?: number
}

const SHORT_MS = 4000
/** Longer than a lease, and than the time after which the old leader writes nothing any more. */
const PAST_LEASE_MS = 20_000
/** Cluster API knows connections by the name of the cluster, and needs this long to forget one. */
const FORGOTTEN_MS = 3000

function during(name: string, begin: (scene: FaultScene) => void, end: (scene: FaultScene) => void): Fault {
  const happen = async (scene: FaultScene): Promise<void> => {
    begin(scene)
    await sleep(SHORT_MS)
    end(scene)
  }
  return { name, happen }
}

/** What happens to one API server and the way to it. */
function ofServer(whose: string, planeOf: (scene: FaultScene) => ControlPlane): readonly Fault[] {
  const server = (scene: FaultScene) => planeOf(scene).program('kube-apiserver')
  const way = (scene: FaultScene) => planeOf(scene).proxy
  const pass = (scene: FaultScene) => way(scene).pass()
  return [
    during(
      `${whose} freezes`,
      scene => server(scene).freeze(),
      scene => server(scene).thaw(),
    ),
    { name: `${whose} crashes`, happen: scene => server(scene).restart() },
    during(`${whose} answers slowly`, scene => way(scene).delay(300), pass),
    during(`${whose} cannot be reached`, scene => way(scene).cut(), pass),
    during(`${whose} swallows everything`, scene => way(scene).blackhole(), pass),
    { name: `${whose} loses its watches`, happen: async scene => way(scene).dropConnections() },
  ]
}

const ofStores: readonly Fault[] = [
  during(
    'etcd freezes',
    ({ lab }) => lab.etcd.program.freeze(),
    ({ lab }) => lab.etcd.program.thaw(),
  ),
  { name: 'etcd crashes', happen: ({ lab }) => lab.etcd.program.restart() },
  {
    name: 'etcd is compacted while the controller does not look',
    happen: async ({ lab, controller, api }) => {
      controller.program.freeze()
      await api.apply(outputsOf('blue', 'meanwhile'))
      await api.apply(outputsOf('blue'))
      await lab.etcd.compact()
      // What was kept in memory goes too: only then old versions are really gone.
      await lab.management.program('kube-apiserver').restart()
      controller.program.thaw()
    },
  },
]

const ofClusters: readonly Fault[] = [
  {
    name: 'a kubeconfig is rotated',
    happen: scene => scene.lab.rotateKubeconfig(scene.cluster('blue')),
  },
  {
    name: 'a kubeconfig leads to another cluster for a while',
    isForKnown: true,
    happen: async scene => {
      await scene.lab.swapKubeconfig(scene.cluster('blue'), scene.cluster('green'))
      await scene.untilStatus('blue', { reason: 'WorkloadIdentityChanged' })
      await scene.lab.swapKubeconfig(scene.cluster('blue'), scene.cluster('blue'))
    },
  },
  {
    name: 'two kubeconfigs are crossed for a while',
    isForKnown: true,
    happen: async scene => {
      const [blue, green] = [scene.cluster('blue'), scene.cluster('green')]
      await Promise.all([scene.lab.swapKubeconfig(blue, green), scene.lab.swapKubeconfig(green, blue)])
      for (const cluster of ['blue', 'green'] as const)
        await scene.untilStatus(cluster, { reason: 'WorkloadIdentityChanged' })
      await Promise.all([scene.lab.swapKubeconfig(blue, blue), scene.lab.swapKubeconfig(green, green)])
    },
  },
  {
    name: 'a cluster is deleted and made anew under its name',
    factor: 6,
    happen: scene => scene.makeAnew('blue', FORGOTTEN_MS),
  },
]

const ofPeople: readonly Fault[] = [
  {
    name: 'the plan gets a step more, and loses it again',
    factor: 6,
    happen: async ({ api }) => {
      await api.apply(faultFitout({ isLonger: true }))
      await sleep(SHORT_MS)
      await api.apply(faultFitout())
    },
  },
  {
    name: 'a cluster is paused for a while',
    happen: async scene => {
      const { ref } = scene.cluster('blue')
      await scene.api.patch(ref, { spec: { paused: true } })
      await sleep(SHORT_MS)
      await scene.api.patch(ref, { spec: { paused: null } })
    },
  },
  {
    name: 'a value changes, and changes back',
    factor: 6,
    happen: async ({ api }) => {
      await api.apply(outputsOf('blue', 'another-value'))
      await sleep(SHORT_MS)
      await api.apply(outputsOf('blue'))
    },
  },
  {
    name: 'somebody takes a gate away',
    happen: async scene => {
      await scene.api.patch(scene.cluster('blue').ref, { metadata: { labels: { [gates.cni]: null } } })
    },
  },
  {
    name: 'somebody deletes a ClusterFitout',
    factor: 6,
    happen: ({ api }) => api.delete(clusterFitout('blue')).catch(() => undefined),
  },
]

const ofProcesses: readonly Fault[] = [
  {
    name: 'the controller is told to end, and starts again',
    happen: async ({ controller: { program } }) => {
      await program.stop()
      await program.start()
    },
  },
  {
    name: 'a second controller takes over from one that hangs longer than its lease',
    happen: async scene => {
      const { lab, controller, proxy } = scene
      const second = await installFitout(lab, { name: 'second', port: proxy.port })
      await second.program.start()
      controller.program.freeze()
      await sleep(PAST_LEASE_MS)
      controller.program.thaw()
      await scene.untilReady()
      await second.program.stop()
    },
  },
  during(
    'Cluster API freezes',
    ({ lab }) => lab.clusterApi.freeze(),
    ({ lab }) => lab.clusterApi.thaw(),
  ),
  { name: 'Cluster API crashes', happen: ({ lab }) => lab.clusterApi.restart() },
]

/** Everything that goes wrong, but for deaths of the controller: those are counted by its writes. */
export const faults: readonly Fault[] = [
  ...ofServer('the management API server', ({ lab }) => lab.management),
  ...ofServer('the API server of a workload cluster', scene => scene.cluster('blue').controlPlane),
  ...ofStores,
  ...ofClusters,
  ...ofPeople,
  ...ofProcesses,
]
