import { expect, test } from 'vitest'
import { managementKinds } from '../fleet/served-kinds.ts'
import { namespaceObject } from '../fleet/add-on-objects.ts'
import { sampleCluster } from '#test/simulator/sample-plan.ts'
import { packObjects } from '../fleet/pack-objects.ts'
import { Store } from '../store/store.ts'
import { seededRandom } from '../clock/seeded-random.ts'
import { sampleStore } from '#test/simulator/sample-store.ts'
import { applyResourceSets } from './apply-resource-sets.ts'
import { provisionClusters } from './provision-clusters.ts'

const GATE = 'gate.example.com/open'
const SET = 'addons.cluster.x-k8s.io/v1beta2 ClusterResourceSet'
const BINDING = 'addons.cluster.x-k8s.io/v1beta2 ClusterResourceSetBinding'
const CLUSTER = 'cluster.x-k8s.io/v1beta2 Cluster'

function pack(...names: readonly string[]) {
  return packObjects('base', GATE, { 'base-0': names.map(namespaceObject) })
}

function scene() {
  const sample = sampleStore()
  const { store, clock } = sample
  const workload = new Store({ clock, random: seededRandom(2) })
  const way = { isUp: true }
  for (const kind of managementKinds) store.kinds.serve(kind)
  store.attach(applyResourceSets(store, () => (way.isUp ? workload : undefined)))
  const provider = { host: 'blue.test', port: 6443, kubeconfig: 'kubeconfig' }
  store.attach(
    provisionClusters(store, { provisionMs: () => 1000, provision: () => provider, remove: () => undefined }),
  )
  const found = (name: string) => workload.table({ group: '', plural: 'namespaces' }).get(name) !== undefined
  const open = (): void => {
    const cluster = sample.get(CLUSTER, 'default/blue') ?? sampleCluster('blue')
    sample.put({ ...cluster, metadata: { ...cluster.metadata, labels: { [GATE]: 'true' } } })
  }
  return { ...sample, way, found, open }
}

test('a new set for a cluster that has its label applies after two seconds', async () => {
  const { clock, put, open, found, said } = scene()
  open()
  await clock.advance(10_000)
  put(...pack('one'))
  await clock.advance(1900)
  expect(found('one')).toBe(false)
  await clock.advance(200)
  expect(found('one')).toBe(true)
  expect(said(SET, 'default/base', 'ResourcesApplied')).toBe('True Applied')
})

test('a set that is there applies a tenth of a second after the label', async () => {
  const { clock, put, open, found, get } = scene()
  put(sampleCluster('blue'), ...pack('one'))
  await clock.advance(10_000)
  open()
  await clock.advance(90)
  expect(found('one')).toBe(false)
  await clock.advance(20)
  expect(found('one')).toBe(true)
  expect(get(BINDING, 'default/blue')?.['spec']).toMatchObject({
    clusterName: 'blue',
    bindings: [
      { clusterResourceSetName: 'base', resources: [{ kind: 'ConfigMap', name: 'base-0', applied: true }] },
    ],
  })
})

test('a changed source is applied again, and what left it stays', async () => {
  const { clock, put, open, found } = scene()
  put(sampleCluster('blue'), ...pack('one'))
  open()
  await clock.advance(10_000)
  const [source] = pack('two')
  if (source) put(source)
  await clock.advance(30)
  expect([found('one'), found('two')]).toEqual([true, true])
})

test('a cluster that cannot be reached is tried again', async () => {
  const { clock, put, open, found, said, way } = scene()
  way.isUp = false
  put(sampleCluster('blue'), ...pack('one'))
  open()
  await clock.advance(10_000)
  expect(said(SET, 'default/base', 'ResourcesApplied')).toBe('False InternalError')
  way.isUp = true
  await clock.advance(30_000)
  expect([found('one'), said(SET, 'default/base', 'ResourcesApplied')]).toEqual([true, 'True Applied'])
})

test('a set that is deleted takes its sources along and leaves what it applied', async () => {
  const { clock, put, open, found, get, store } = scene()
  put(sampleCluster('blue'), ...pack('one'))
  open()
  await clock.advance(10_000)
  const finalizers = get(SET, 'default/base')?.metadata.finalizers
  await store.api().delete({
    resource: {
      group: 'addons.cluster.x-k8s.io',
      version: 'v1beta2',
      kind: 'ClusterResourceSet',
      plural: 'clusterresourcesets',
      scope: 'Namespaced',
    },
    namespace: 'default',
    name: 'base',
  })
  await clock.advance(5000)
  expect(finalizers).toEqual(['addons.cluster.x-k8s.io'])
  expect([
    get(SET, 'default/base'),
    get('v1 ConfigMap', 'default/base-0'),
    get(BINDING, 'default/blue'),
    found('one'),
  ]).toEqual([undefined, undefined, undefined, true])
})

test('a Cluster gets its kubeconfig and says that it is initialized; deleted, it goes with it', async () => {
  const { clock, put, get, store } = scene()
  put(sampleCluster('blue'))
  await clock.advance(1000)
  expect(get('v1 Secret', 'default/blue-kubeconfig')).toBeUndefined()
  await clock.advance(100)
  expect(get('v1 Secret', 'default/blue-kubeconfig')?.['data']).toEqual({ value: btoa('kubeconfig') })
  expect(get(CLUSTER, 'default/blue')?.['status']).toMatchObject({
    initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true },
  })
  const resource = {
    group: 'cluster.x-k8s.io',
    version: 'v1beta2',
    kind: 'Cluster',
    plural: 'clusters',
    scope: 'Namespaced',
  } as const
  await store.api().delete({ resource, namespace: 'default', name: 'blue' })
  await clock.advance(5000)
  expect([get(CLUSTER, 'default/blue'), get('v1 Secret', 'default/blue-kubeconfig')]).toEqual([
    undefined,
    undefined,
  ])
})
