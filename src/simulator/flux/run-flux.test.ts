import { expect, test } from 'vitest'
import { karpenterChart, samplePacks } from '#test/simulator/sample-packs.ts'
import { karpenterDefinitions } from '../fleet/add-on-definitions.ts'
import { runKarpenter } from '../workloads/run-karpenter.ts'
import { sampleStore } from '#test/simulator/sample-store.ts'
import { keepWorkloads } from '../workloads/keep-workloads.ts'
import { readyNode } from '../workloads/nodes.ts'
import { runPods } from '../workloads/run-pods.ts'
import { writeByModel } from '../models/model-write.ts'
import { runFlux } from './run-flux.ts'

const RELEASE = 'helm.toolkit.fluxcd.io/v2 HelmRelease'
const values = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: 'eks-connection',
    namespace: 'karpenter',
    labels: { 'reconcile.fluxcd.io/watch': 'Enabled' },
  },
  type: 'Opaque',
}

async function cluster() {
  const sample = sampleStore()
  const { store, put, clock, get } = sample
  const node = readyNode('node', store.timestamp())
  put(node)
  const [kind, made] = [store.kinds.named('v1', 'Node'), get('v1 Node', 'node')]
  if (kind && made) writeByModel(store, kind, { ...made, status: node['status'] })
  store.attach(runPods(store, { hasImage: () => true }))
  store.attach(keepWorkloads(store))
  store.attach(runFlux(store, { chartOf: karpenterChart }))
  store.attach(runKarpenter(store))
  put(...samplePacks.flux['flux-crds'], ...samplePacks.flux['flux-core'].slice(0, 2))
  await clock.advance(1000)
  return sample
}

const [, , ...controllers] = samplePacks.flux['flux-core']
const [repository, release] = samplePacks.karpenter['karpenter-release']

test('a release is ready seven seconds after all that it needs is there', async () => {
  const { clock, put, said, get } = await cluster()
  put(...controllers, repository, { ...values, stringData: { queue: 'q' } })
  await clock.advance(5000)
  put(release)
  await clock.advance(6500)
  expect(said(RELEASE, 'karpenter/karpenter', 'Ready')).toBe('Unknown Progressing')
  await clock.advance(600)
  expect(said(RELEASE, 'karpenter/karpenter', 'Ready')).toBe('True InstallSucceeded')
  expect(said('apps/v1 Deployment', 'karpenter/karpenter', 'Available')).toBe('True MinimumReplicasAvailable')
  expect(get('apiextensions.k8s.io/v1 CustomResourceDefinition', 'nodepools.karpenter.sh')).toBeDefined()
})

test('nothing happens to a release before its controller runs', async () => {
  const { clock, put, said } = await cluster()
  put(repository, release, { ...values, stringData: { queue: 'q' } })
  await clock.advance(60_000)
  expect(said(RELEASE, 'karpenter/karpenter', 'Ready')).toBeUndefined()
  put(...controllers)
  await clock.advance(10_000)
  expect(said(RELEASE, 'karpenter/karpenter', 'Ready')).toBe('True InstallSucceeded')
})

test('a release without one of its values says so, and continues as soon as a Secret that asks to be watched has it', async () => {
  const { clock, put, said } = await cluster()
  put(...controllers, repository, release, { ...values, stringData: { other: 'q' } })
  await clock.advance(10_000)
  expect(said(RELEASE, 'karpenter/karpenter', 'Ready')).toBe('False ValuesError')
  put({ ...values, stringData: { queue: 'q' } })
  await clock.advance(7500)
  expect(said(RELEASE, 'karpenter/karpenter', 'Ready')).toBe('True InstallSucceeded')
})

test('Karpenter makes a node for a pod that has none, three seconds after its pool is ready', async () => {
  const { clock, put, said, store } = await cluster()
  put(...karpenterDefinitions, ...karpenterChart())
  await clock.advance(5000)
  put(...samplePacks.nodes['karpenter-nodes'])
  await clock.advance(2000)
  expect(said('karpenter.sh/v1 NodePool', 'default', 'Ready')).toBe('True Ready')
  await clock.advance(4000)
  expect(said('apps/v1 Deployment', 'default/wants-a-node', 'Available')).toBe(
    'True MinimumReplicasAvailable',
  )
  const nodes = store.snapshotAt(store.revision, { group: '', plural: 'nodes' })
  expect(nodes.map(({ metadata }) => metadata.labels?.['karpenter.sh/nodepool'])).toEqual([
    'default',
    undefined,
  ])
})
