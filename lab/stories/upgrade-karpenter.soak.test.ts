import { afterAll, beforeAll, expect, test } from 'vitest'
import { byFitout, writes } from '../add-ons/fitting-out-audit.ts'
import { type FitoutController, installFitout } from '../add-ons/fitting-out-controller.ts'
import { deliveries, eksConnection, fitout, gates, profile } from '../add-ons/fitting-out.ts'
import { karpenterChart } from '../add-ons/karpenter.ts'
import { hasCondition } from '../kube/conditions.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { Lab, type LabCluster } from '../lab.ts'
import { buildTool, KARPENTER_BEFORE, toolFolder } from '../programs/build-tool.ts'
import { appOnNodes } from './app-on-nodes.ts'
import { FleetFolder } from './fleet-folder.ts'

// Karpenter 1.13 becomes 1.14 on a cluster that Fitout has fitted out, by its HelmRelease, with the programs of both.
// To build the older one takes some minutes, hence the soak.
const START_MS = 3_600_000
const READY_MS = 240_000
const RELEASE = ref('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'karpenter/karpenter')
const DEPLOYMENT = ref('apps/v1', 'Deployment', 'karpenter/karpenter')

let lab: Lab
let blue: LabCluster
let controller: FitoutController
let fleet: FleetFolder
let before: Readonly<Record<string, string | undefined>>
let newest: string

beforeAll(async () => {
  const [path, folder] = [await buildTool('karpenter'), await toolFolder('karpenter')]
  lab = await Lab.start({
    name: 'upgrade-karpenter',
    formerKarpenter: { tag: KARPENTER_BEFORE.slice(1), path },
    controlPlanes: ['blue'],
  })
  const { modules } = lab.site
  newest = modules.karpenter.version
  const former = { ...modules, karpenter: { folder, version: KARPENTER_BEFORE } }
  await lab.charts.publish(await karpenterChart(former))
  await lab.charts.publish(await karpenterChart(modules))
  controller = await installFitout(lab)
  const objects = [
    ...(await deliveries(former, lab.charts.url, { strategy: 'Reconcile' })),
    eksConnection('blue', { queue_name: 'queue-blue' }),
    fitout(),
  ]
  for (const object of objects) await lab.management.api.apply(object)
  fleet = await FleetFolder.create(lab, 'upgrade-karpenter')
  await controller.program.start()
  blue = await lab.createCluster('blue', { labels: profile })
}, START_MS)

afterAll(async () => {
  await controller?.program.kill()
  await lab?.stop()
})

test('before: the cluster is Ready with the older Karpenter, and a node that it has made', async () => {
  await untilReady()
  expect(await imageOfKarpenter()).toMatch(new RegExp(`:${KARPENTER_BEFORE.slice(1)}$`))
  before = await identities()
  expect(Object.keys(before).filter(name => name.startsWith('NodeClaim ')).length).toBeGreaterThan(0)
})

test('fitout compat says of the live fleet which Karpenter it has, and that its Kubernetes takes it', async () => {
  expect(await fleet.shell('fitout compat -A --check')).toMatch(/^karpenter +1\.13\.\d+ +1 /m)
})

test('the upgrade by its HelmRelease arrives: the chart, and a pod that is ready', async () => {
  for (const object of await deliveries(lab.site.modules, lab.charts.url, { strategy: 'Reconcile' }))
    await lab.management.api.apply(object)
  const { api } = blue.controlPlane
  const version = newest.slice(1)
  await until(
    `Karpenter ${version} runs`,
    async () => {
      const image = await imageOfKarpenter()
      const pods = (await api.list('v1', 'Pod')).filter(
        ({ metadata }) => metadata.namespace === 'karpenter' && metadata.deletionTimestamp === undefined,
      )
      if (!image.endsWith(`:${version}`) || !hasCondition(await api.get(RELEASE), 'Ready', 'True'))
        throw new Error(image)
      if (!hasCondition(await api.get(DEPLOYMENT), 'Available', 'True'))
        throw new Error('it is not available')
      const images = pods.flatMap(pod => imagesOf(pod))
      if (!images.every(one => one.endsWith(`:${version}`))) throw new Error(images.join(', '))
      return images.length > 0
    },
    READY_MS,
  )
  const { status } = (await api.get(RELEASE)) as {
    status?: { history?: readonly { chartVersion: string }[] }
  }
  expect(status?.history?.map(({ chartVersion }) => chartVersion)).toEqual([
    version,
    KARPENTER_BEFORE.slice(1),
  ])
})

test('the cluster is Ready again; no node and no claim was recreated, no gate was lost, and Fitout wrote nothing there', async () => {
  await untilReady()
  const after = await identities()
  for (const [name, uid] of Object.entries(before)) expect([name, after[name]]).toEqual([name, uid])
  const { labels = {} } = (await lab.management.api.get(blue.ref)).metadata
  expect(Object.values(gates).map(label => labels[label])).toEqual(Object.values(gates).map(() => 'true'))
  expect(writes(byFitout(blue.controlPlane.audit()))).toEqual([])
})

test('the newer Karpenter makes nodes', async () => {
  const { api } = blue.controlPlane
  expect(await imageOfKarpenter()).toMatch(new RegExp(`:${newest.slice(1)}$`))
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

test('after it, fitout compat names the newer one', async () => {
  expect(await fleet.shell('fitout compat -A --check')).toMatch(/^karpenter +1\.14\.\d+ +1 /m)
})

async function untilReady(): Promise<void> {
  await until(
    'blue is Ready',
    async () => {
      const object = await lab.management.api.find(
        ref('fitout.dev/v1alpha1', 'ClusterFitout', 'default/blue'),
      )
      const status = object?.['status'] as { readonly state?: string } | undefined
      if (status?.state !== 'Ready') throw new Error(JSON.stringify(status))
      return true
    },
    READY_MS,
  )
}

function imagesOf(pod: KubeObject): readonly string[] {
  return (pod['spec'] as { readonly containers: readonly { readonly image: string }[] }).containers.map(
    ({ image }) => image,
  )
}

async function imageOfKarpenter(): Promise<string> {
  const { spec } = (await blue.controlPlane.api.get(DEPLOYMENT)) as unknown as {
    readonly spec: { readonly template: KubeObject }
  }
  return imagesOf(spec.template)[0] ?? ''
}

/** What an upgrade must leave alone: an object that was recreated has another identity. */
async function identities(): Promise<typeof before> {
  const { api } = blue.controlPlane
  const lists = await Promise.all([
    api.list('apps/v1', 'Deployment'),
    api.list('v1', 'Node'),
    api.list('karpenter.sh/v1', 'NodePool'),
    api.list('karpenter.sh/v1', 'NodeClaim'),
    api.list('helm.toolkit.fluxcd.io/v2', 'HelmRelease'),
  ])
  return Object.fromEntries(
    lists.flat().map(({ kind, metadata }: KubeObject) => [`${kind} ${metadata.name}`, metadata.uid]),
  )
}
