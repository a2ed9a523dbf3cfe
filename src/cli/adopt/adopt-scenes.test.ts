import { afterAll, beforeAll, expect, test } from 'vitest'
import { kindOf } from '../../simulator/kinds/kind.ts'
import { putByModel, writeByModel } from '../../simulator/models/model-write.ts'
import { AdoptScene, helmWith } from '#test/cli/adopt-scene.ts'
import { sampleNetwork } from '#test/cli/fleet-scene.ts'
import { readDocuments } from '../../domain/yaml/document/read-documents.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

const golden = '../../../test/golden/adopt'

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: metrics-server}
spec: {replicas: 1, selector: {matchLabels: {app: m}}, template: {metadata: {labels: {app: m}}, spec: {containers: [{name: m, image: 'm:1'}]}}}
`
const tools = { charts: 'charts', helm: helmWith({ 'metrics-server': deployment }) }

let scene: AdoptScene
beforeAll(async () => {
  scene = await AdoptScene.open(['dev/blue', 'dev/early', 'prod/green'])
  await scene.repository.given({ 'charts/metrics-server-3.13.1.tgz': 'stands for a chart' })
})
afterAll(async () => scene.close())

function objectsOf(text: string): readonly KubeObject[] {
  return readDocuments(text).map(({ value }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the texts of this test are objects of Kubernetes
    return value as unknown as KubeObject
  })
}

function controller(namespace: string, version: string): KubeObject {
  const labels = {
    'app.kubernetes.io/part-of': 'flux',
    'app.kubernetes.io/version': version,
    'app.kubernetes.io/component': 'source-controller',
  }
  const spec = {
    selector: { matchLabels: { app: 's' } },
    template: { metadata: { labels: { app: 's' } }, spec: { containers: [{ name: 's', image: 's:1' }] } },
  }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'source-controller', namespace, labels },
    spec,
  }
}

test('Two installations of Flux are refused, and nothing is written', async () => {
  await scene.put('dev/early', 'flux', controller('flux-system', 'v2.9.4'), controller('gitops', 'v2.3.0'))
  const before = await scene.repository.files()
  await expect(await scene.adopt('early', { ...tools, write: true })).toMatchFileSnapshot(
    `${golden}/two-fluxes.txt`,
  )
  expect(await scene.repository.files()).toEqual(before)
})

test('What kubectl has applied is told by its hand, and a ClusterResourceSet that applies once leaves it', async () => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}' }
  const network = objectsOf(sampleNetwork).map(object => ({
    ...object,
    metadata: { ...object.metadata, annotations },
  }))
  await scene.put('prod/green', 'kubectl-client-side-apply', ...network)
  const said = await scene.adopt('green', tools)
  expect(said).toContain('2 are there: 2 by kubectl apply')
})

test('A release of CAAPH is continued, and its HelmReleaseProxy is paused in Git', async () => {
  const { management } = scene.fleet
  management.kinds.serve(
    kindOf({ group: 'addons.cluster.x-k8s.io', kind: 'HelmReleaseProxy', versions: ['v1alpha1'] }),
  )
  putByModel(management, {
    apiVersion: 'addons.cluster.x-k8s.io/v1alpha1',
    kind: 'HelmReleaseProxy',
    metadata: {
      name: 'metrics-server-blue',
      namespace: 'dev',
      labels: { 'helmreleaseproxy.addons.cluster.x-k8s.io/helmchartproxy-name': 'metrics-server' },
    },
    spec: {
      clusterRef: { name: 'blue' },
      chartName: 'metrics-server',
      repoURL: 'https://charts.example.com',
      releaseName: 'metrics-server',
      namespace: 'kube-system',
      version: '3.13.1',
    },
  })
  await scene.install('dev/blue', {
    name: 'metrics-server',
    namespace: 'kube-system',
    version: '3.13.1',
    manifest: deployment,
    manager: 'manager',
  })
  await expect(await scene.adopt('blue', { ...tools, write: true })).toMatchFileSnapshot(
    `${golden}/caaph.txt`,
  )
  const folder = 'infrastructure/control-plane-cluster/capi/dev/blue'
  expect(await scene.repository.read(`${folder}/paused-metrics-server-blue.yaml`)).toContain(
    'cluster.x-k8s.io/paused: "true"',
  )
  expect(await scene.repository.read(`${folder}/kustomization.yaml`)).toContain(
    '- paused-metrics-server-blue.yaml\n',
  )
  expect(await scene.repository.run('lint')).toContain('no problems')
  expect(await scene.adopt('blue', tools)).toContain('dev/blue (Fitout default): safe to adopt')
  expect(await scene.adopt('dev/blue', { undo: true })).toContain(
    `removed ${folder}/paused-metrics-server-blue.yaml`,
  )
})

test('The fleet as a table has the easiest first, each with what holds it', async () => {
  scene.workload('prod/green')
  await scene.install('prod/green', {
    name: 'metrics-server',
    namespace: 'kube-system',
    version: '3.14.0',
    status: 'pending-upgrade',
    revision: 7,
  })
  for (const output of ['md', 'table'] as const)
    await expect(await scene.adopt('', { ...tools, 'all-namespaces': true, output })).toMatchFileSnapshot(
      `${golden}/fleet.${output}.txt`,
    )
})

test('A release that is pending, or newer than Git, is refused with what to do', async () => {
  await expect(await scene.adopt('green', { ...tools, check: true })).toMatchFileSnapshot(
    `${golden}/pending.txt`,
  )
})

test('A Flux that reads another folder deletes nothing: --write keeps it from pruning', async () => {
  const store = scene.workload('dev/blue')
  store.kinds.serve(kindOf({ group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', versions: ['v1'] }))
  const made = putByModel(store, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'flux-system' },
  })
  expect(made.metadata.name).toBe('flux-system')
  const kind = store.kinds.named('kustomize.toolkit.fluxcd.io/v1', 'Kustomization')
  const kustomization = putByModel(store, {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'flux-system', namespace: 'flux-system' },
    spec: {
      path: './old',
      prune: true,
      interval: '10m',
      sourceRef: { kind: 'GitRepository', name: 'flux-system' },
    },
  })
  if (!kind) throw new Error('not served')
  writeByModel(store, kind, {
    ...kustomization,
    status: {
      inventory: {
        entries: [
          { id: 'shop_web_apps_Deployment', v: 'v1' },
          { id: '_system__reader_rbac.authorization.k8s.io_ClusterRole', v: 'v1' },
        ],
      },
    },
  })
  const said = await scene.adopt('blue', tools)
  expect(said).toContain(
    'it would read another folder, and delete 2 objects that it applied before: Deployment web, ClusterRole system:reader   DELETES_OBJECTS',
  )
  expect(said).toContain('-      prune: true\n+      prune: false\n')
})
