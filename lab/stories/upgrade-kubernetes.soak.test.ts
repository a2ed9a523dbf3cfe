import { afterAll, beforeAll, expect, test } from 'vitest'
import { byFitout, writes } from '../add-ons/fitting-out-audit.ts'
import { type FitoutController, installFitout } from '../add-ons/fitting-out-controller.ts'
import { deliveries, eksConnection, fitout, gates, profile } from '../add-ons/fitting-out.ts'
import { karpenterChart } from '../add-ons/karpenter.ts'
import { hasCondition } from '../kube/conditions.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { Lab, type LabCluster } from '../lab.ts'
import { buildTool, KUBERNETES_BEFORE } from '../programs/build-tool.ts'
import { KUBERNETES_VERSION } from '../programs/programs.ts'
import { appOnNodes } from './app-on-nodes.ts'
import { FleetFolder } from './fleet-folder.ts'

// Kubernetes 1.35 becomes 1.36 under a cluster that Fitout has fitted out: another kube-apiserver on the same store. The
// other programs are those of the lab from the beginning. To build the older one takes some minutes, hence the soak.
const START_MS = 3_600_000
const READY_MS = 180_000

let lab: Lab
let blue: LabCluster
let controller: FitoutController
let fleet: FleetFolder
let before: Readonly<Record<string, string | undefined>>

beforeAll(async () => {
  const apiServers = { blue: await buildTool('kube-apiserver') }
  lab = await Lab.start({ name: 'upgrade-kubernetes', apiServers, controlPlanes: ['blue'] })
  await lab.charts.publish(await karpenterChart(lab.site.modules))
  controller = await installFitout(lab)
  const objects = [
    ...(await deliveries(lab.site.modules, lab.charts.url)),
    eksConnection('blue', { queue_name: 'queue-blue' }),
    fitout(),
  ]
  for (const object of objects) await lab.management.api.apply(object)
  fleet = await FleetFolder.create(lab, 'upgrade-kubernetes')
  await controller.program.start()
  blue = await lab.createCluster('blue', { labels: profile })
}, START_MS)

afterAll(async () => {
  await controller?.program.kill()
  await lab?.stop()
})

test('before: the cluster is Ready on the older Kubernetes', async () => {
  await untilReadyOn(KUBERNETES_BEFORE)
  before = await identities()
  expect(Object.keys(before).length).toBeGreaterThan(4)
})

test('fitout compat says of the live fleet that it can go, and judges so', async () => {
  const said = await fleet.shell('fitout compat -A --k8s 1.36 --check')
  expect(said).toContain('Kubernetes 1.36: 1 cluster, 1 can be upgraded')
  expect(said).toMatch(/^flux +2\.9 +1 /m)
})

test('the upgrade of its API server is seen, and it is Ready again', async () => {
  await blue.controlPlane.replaceApiServer(lab.site.programs['kube-apiserver'])
  await untilReadyOn(KUBERNETES_VERSION)
  const served = (await blue.controlPlane.api.list('v1', 'Node')).length
  expect(served).toBeGreaterThan(0)
})

test('nothing was recreated, no gate was lost, and Fitout wrote nothing there', async () => {
  expect(await identities()).toEqual(before)
  const { labels = {} } = (await lab.management.api.get(blue.ref)).metadata
  expect(Object.values(gates).map(label => labels[label])).toEqual(Object.values(gates).map(() => 'true'))
  expect(writes(byFitout(blue.controlPlane.audit()))).toEqual([])
})

test('Karpenter still makes nodes', async () => {
  const { api } = blue.controlPlane
  const claims = () => api.list('karpenter.sh/v1', 'NodeClaim')
  const known = (await claims()).length
  await api.apply(appOnNodes)
  await until(
    'the pod that needs a new node is available',
    async () =>
      hasCondition(await api.get(ref('apps/v1', 'Deployment', 'default/another')), 'Available', 'True'),
    READY_MS,
  )
  expect((await claims()).length).toBeGreaterThan(known)
})

test('after it, fitout compat says that it is there, and what holds it from the next one', async () => {
  expect(await fleet.shell('fitout compat -A --k8s 1.36')).toContain('1 up to date')
  const next = await fleet.shell('fitout compat -A --k8s 1.37 --check || echo "exit $?"')
  expect(next).toContain('Kubernetes 1.37: 1 cluster')
})

async function untilReadyOn(version: string): Promise<void> {
  await until(
    `blue is Ready on ${version}`,
    async () => {
      const object = await lab.management.api.find(
        ref('fitout.dev/v1alpha1', 'ClusterFitout', 'default/blue'),
      )
      const status = object?.['status'] as
        | { readonly state?: string; readonly cluster?: { readonly kubernetesVersion?: string } }
        | undefined
      if (status?.state === 'Ready' && status.cluster?.kubernetesVersion === version) return true
      throw new Error(JSON.stringify(status?.cluster) + JSON.stringify(status?.state))
    },
    READY_MS,
  )
}

/** Who the add-ons are: an object that was recreated has another identity. */
async function identities(): Promise<typeof before> {
  const { api } = blue.controlPlane
  const lists = await Promise.all([
    api.list('apps/v1', 'Deployment'),
    api.list('apps/v1', 'DaemonSet'),
    api.list('karpenter.sh/v1', 'NodePool'),
    api.list('helm.toolkit.fluxcd.io/v2', 'HelmRelease'),
  ])
  return Object.fromEntries(
    lists.flat().map(({ kind, metadata }: KubeObject) => [`${kind} ${metadata.name}`, metadata.uid]),
  )
}
