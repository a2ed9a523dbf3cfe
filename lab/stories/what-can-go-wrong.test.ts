import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceSet } from '../add-ons/resource-set.ts'
import type { KeyPair } from '../certificates.ts'
import { hasCondition } from '../kube/conditions.ts'
import { KubeApi } from '../kube/kube-api.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { Lab, type LabCluster } from '../lab.ts'

// What the lab promises to tests that break things. Each test leaves the lab as it found it.
let lab: Lab
let blue: LabCluster
let green: LabCluster

beforeAll(async () => {
  lab = await Lab.start({ name: 'what-can-go-wrong', controlPlanes: ['blue', 'green'] })
  ;[blue, green] = await Promise.all([lab.createCluster('blue'), lab.createCluster('green')])
})

afterAll(async () => {
  await lab?.stop()
})

const kubeSystem = ref('v1', 'Namespace', 'kube-system')

test('a frozen API server answers nothing until it is thawed', async () => {
  const apiServer = blue.controlPlane.program('kube-apiserver')
  apiServer.freeze()
  const answer = blue.controlPlane.api.get(kubeSystem)
  const first = await Promise.race([answer, afterMs(1_000, 'silence')])
  apiServer.thaw()
  expect(first).toBe('silence')
  expect((await answer).metadata.name).toBe('kube-system')
})

test('a killed API server refuses, and has its data when it is started again', async () => {
  const apiServer = blue.controlPlane.program('kube-apiserver')
  await blue.controlPlane.api.create(configMap('kept'))
  await apiServer.kill()
  await expect(blue.controlPlane.api.get(kubeSystem)).rejects.toThrow(
    /ECONNREFUSED|socket hang up|ECONNRESET/,
  )
  await apiServer.start()
  expect((await blue.controlPlane.api.get(configMap('kept')))['data']).toEqual({ text: 'kept' })
})

test('the proxy delays, cuts and blackholes the way that kubeconfigs take, and only that', async () => {
  const { proxy, api } = blue.controlPlane
  const through = await throughProxy(blue)
  proxy.delay(300)
  expect(await took(() => through.get(kubeSystem))).toBeGreaterThan(600)

  proxy.cut()
  await expect(through.get(kubeSystem)).rejects.toThrow(/ECONNRESET|socket hang up|socket disconnected/)
  expect((await api.get(kubeSystem)).metadata.name).toBe('kube-system')

  proxy.pass()
  await through.get(kubeSystem)
  proxy.blackhole()
  const held = through.get(kubeSystem)
  expect(await Promise.race([held, afterMs(500, 'silence')])).toBe('silence')
  proxy.pass()
  expect((await held).metadata.name).toBe('kube-system')
})

test('rotated credentials are refused, and Cluster API continues with the new ones', async () => {
  const old = await throughProxy(blue)
  await old.get(kubeSystem)
  await lab.rotateKubeconfig(blue)
  await expect(old.get(kubeSystem)).rejects.toMatchObject({ status: 401 })
  await (await throughProxy(blue)).get(kubeSystem)
  await deliver('after-rotation', blue, blue)
})

test('a swapped kubeconfig leads Cluster API to the other cluster once it connects again, and not before', async () => {
  await lab.swapKubeconfig(blue, green)
  await deliver('before-connecting-anew', blue, blue)
  await lab.clusterApi.restart()
  await deliver('after-connecting-anew', blue, green)
  expect(await blue.controlPlane.api.find(configMap('after-connecting-anew'))).toBeUndefined()
  await lab.swapKubeconfig(blue, blue)
  await lab.clusterApi.restart()
  await deliver('after-swapping-back', blue, blue)
})

test('a proxy that forwards elsewhere puts another cluster behind the same address', async () => {
  const uid = async () => (await (await throughProxy(green)).get(kubeSystem)).metadata.uid
  const before = await uid()
  green.controlPlane.proxy.forwardTo(lab.management.proxy.port)
  expect(await uid()).toBe((await lab.management.api.get(kubeSystem)).metadata.uid)
  green.controlPlane.proxy.restore()
  expect(await uid()).toBe(before)
})

test('the audit log tells who wrote what', async () => {
  await blue.controlPlane.api.create(configMap('audited'))
  const written = blue.controlPlane.audit().filter(({ objectRef }) => objectRef?.name === 'audited')
  expect(written).toMatchObject([
    {
      verb: 'create',
      user: { username: 'fitout-lab' },
      objectRef: { resource: 'configmaps', namespace: 'default' },
      responseStatus: { code: 201 },
      requestObject: { data: { text: 'audited' } },
    },
  ])
  const byClusterApi = blue.controlPlane.audit().filter(({ user }) => user.username === 'blue-admin')
  expect(byClusterApi.some(({ verb }) => verb === 'create')).toBe(true)
})

test('an etcd whose history is compacted ends a watch that asks for it', async () => {
  const { api } = lab.management
  const old = (await api.get(kubeSystem)).metadata.resourceVersion
  await lab.etcd.compact()
  await lab.management.program('kube-apiserver').restart()
  await expect(
    api.list('v1', 'ConfigMap', `?resourceVersion=${old}&resourceVersionMatch=Exact`),
  ).rejects.toMatchObject({
    status: 410,
  })
})

test('a cluster that is deleted and created again under its name is a new cluster', async () => {
  const before = (await green.controlPlane.api.get(kubeSystem)).metadata.uid
  await lab.deleteCluster(green)
  green = await lab.createCluster('green')
  const after = (await green.controlPlane.api.get(kubeSystem)).metadata.uid
  expect(after).not.toBe(before)
})

test('the admission webhooks of Cluster API refuse what they should, and convert what was asked in the old version', async () => {
  const empty = {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name: 'empty', namespace: 'default' },
    spec: {},
  }
  await expect(lab.management.api.create(empty)).rejects.toMatchObject({ status: 422 })
  const old = await lab.management.api.get(ref('cluster.x-k8s.io/v1beta1', 'Cluster', 'default/blue'))
  expect(old['spec']).toMatchObject({ controlPlaneRef: { apiVersion: 'controlplane.cluster.x-k8s.io/v1' } })
})

async function took(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function throughProxy({ controlPlane }: LabCluster): Promise<KubeApi> {
  const { port, ca, credentials } = await controlPlane.access('someone')
  return new KubeApi(port, ca, credentials as KeyPair)
}

// Lets a ClusterResourceSet carry a ConfigMap to `cluster`, and waits until it arrives at `target`.
async function deliver(name: string, cluster: LabCluster, target: LabCluster): Promise<void> {
  const { api } = lab.management
  for (const object of resourceSet({
    name,
    matchLabels: { [name]: 'yes' },
    configMaps: { [name]: [configMap(name)] },
  })) {
    await api.apply(object)
  }
  await api.patch(cluster.ref, { metadata: { labels: { [name]: 'yes' } } })
  await until(`${name} arrives`, async () => target.controlPlane.api.find(configMap(name)))
  await until(`${name} is said to be applied`, async () =>
    hasCondition(
      await api.get(ref('addons.cluster.x-k8s.io/v1beta2', 'ClusterResourceSet', `default/${name}`)),
      'ResourcesApplied',
      'True',
    ),
  )
}

function configMap(name: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'default' },
    data: { text: name },
  }
}

async function afterMs<T>(ms: number, value: T): Promise<T> {
  return new Promise(resolve => {
    setTimeout(() => resolve(value), ms)
  })
}
