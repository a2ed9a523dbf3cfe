import { afterAll, beforeAll, expect, test } from 'vitest'
import { AdoptScene, helmWith } from '#test/cli/adopt-scene.ts'
import { kindOf } from '../../simulator/kinds/kind.ts'
import { putByModel, writeByModel } from '../../simulator/models/model-write.ts'

const golden = '../../../test/golden/adopt'

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: metrics-server}
spec: {replicas: 1, selector: {matchLabels: {app: m}}, template: {metadata: {labels: {app: m}}, spec: {containers: [{name: m, image: 'm:1'}]}}}
`
const tools = { charts: 'charts', helm: helmWith({ 'metrics-server': deployment }) }
const LABELS = {
  'kustomize.toolkit.fluxcd.io/name': 'flux-system',
  'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
}
const release = {
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'metrics', namespace: 'default', labels: LABELS },
  spec: {
    interval: '10m',
    releaseName: 'metrics-server',
    targetNamespace: 'kube-system',
    storageNamespace: 'kube-system',
    chart: {
      spec: { chart: 'metrics-server', sourceRef: { kind: 'HelmRepository', name: 'metrics-server' } },
    },
  },
}

// A cluster on which the Flux of another repository has installed itself and a release.
let scene: AdoptScene
beforeAll(async () => {
  scene = await AdoptScene.open(['dev/blue'])
  await scene.repository.given({ 'charts/metrics-server-3.13.1.tgz': 'stands for a chart' })
  const store = scene.workload('dev/blue')
  store.kinds.serve(kindOf({ group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease', versions: ['v2'] }))
  const served = kindOf({ group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', versions: ['v1'] })
  store.kinds.serve(served)
  await scene.install('dev/blue', {
    name: 'metrics-server',
    namespace: 'kube-system',
    version: '3.13.1',
    manifest: deployment,
    manager: 'helm-controller',
  })
  putByModel(store, release)
  putByModel(store, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'flux-system' } })
  const sync = putByModel(store, {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'flux-system', namespace: 'flux-system', labels: LABELS },
    spec: {
      path: './old',
      prune: true,
      interval: '10m',
      sourceRef: { kind: 'GitRepository', name: 'flux-system' },
    },
  })
  // A part of Flux that the plan delivers by a ClusterResourceSet, and the release.
  const entries = [
    { id: 'flux-system_helm-controller_apps_Deployment', v: 'v1' },
    { id: 'default_metrics_helm.toolkit.fluxcd.io_HelmRelease', v: 'v2' },
  ]
  writeByModel(store, served, { ...sync, status: { inventory: { entries } } })
})
afterAll(async () => scene.close())

test('It is refused as the repository stands: Flux would delete itself, and two HelmReleases would fight', async () => {
  await expect(await scene.adopt('blue', tools)).toMatchFileSnapshot(`${golden}/flux-bootstrap.txt`)
})

test('With --write nothing is pruned, and the HelmRelease of before lets go of its release', async () => {
  expect(await scene.adopt('blue', { ...tools, write: true })).toContain(
    'with --write: objects change, no pod restarts; 1 change, 26 creations',
  )
  await expect(
    await scene.repository.read('clusters/dev/blue/suspended-default-metrics.yaml'),
  ).toMatchFileSnapshot(`${golden}/suspended-default-metrics.yaml`)
  expect(await scene.repository.run('lint')).toContain('no problems')
  const again = await scene.adopt('blue', tools)
  expect(again).toContain('dev/blue (Fitout default): objects change, no pod restarts; 1 change')
  expect(again).not.toContain('+++ ')
})

test('A HelmRelease whose values may hold a secret is not copied: it is said where to suspend it', async () => {
  await scene.adopt('dev/blue', { undo: true })
  putByModel(scene.workload('dev/blue'), {
    ...release,
    spec: { ...release.spec, values: { adminPassword: 'dont-show-me' } },
  })
  const before = await scene.repository.files()
  const said = await scene.adopt('blue', { ...tools, write: true })
  expect(await scene.repository.files()).toEqual(before)
  expect(said).toContain(
    'note: not written: HelmRelease default/metrics: its values may hold a secret: suspend it where it is kept now',
  )
  expect(said).toContain('with --write: refused')
  expect(said).toContain('(exit 1)')
  expect(said).not.toContain('dont-show-me')
})
