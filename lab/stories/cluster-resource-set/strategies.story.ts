import { afterEach, beforeAll, expect, test } from 'vitest'
import type { KubeObject } from '../../kube/kube-object.ts'
import { until } from '../../kube/until.ts'
import { aConfigMap, aResourceSet, manifests, sourceRef } from './build.ts'
import { sharedCluster, sharedLab } from '../shared-lab.ts'
import { Scene, setRef } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = new Scene(sharedLab(), await sharedCluster('blue'))
})
afterEach(() => scene.unselectAll())

/** Gives a source new manifests. */
async function change(source: KubeObject, ...objects: readonly KubeObject[]): Promise<void> {
  await scene.management.patch(source, { data: { 'all.yaml': manifests(...objects) } })
}

/** A source with one value that holds these objects. */
function aSource(name: string, ...objects: readonly KubeObject[]): KubeObject {
  return aConfigMap(name, { 'all.yaml': manifests(...objects) })
}

async function untilData(object: KubeObject, data: Readonly<Record<string, string>>): Promise<void> {
  const wanted = JSON.stringify(data)
  await until(`${object.metadata.name} holds ${wanted}`, async () => {
    const found = await scene.workload.get(object)
    return JSON.stringify(found['data']) === wanted
  })
}

test('does not change a strategy or a selector, and answers 422', async () => {
  await scene.create(aResourceSet('fixed', [aConfigMap('fixed-source')]))

  const immutable = {
    status: 422,
    reason: 'Invalid',
    message: expect.stringContaining('field is immutable') as unknown,
  }
  const strategy = scene.management.patch(setRef('fixed'), { spec: { strategy: 'Reconcile' } })
  await expect(strategy).rejects.toMatchObject(immutable)
  const clusterSelector = { matchLabels: { another: 'on' } }
  const selector = scene.management.patch(setRef('fixed'), { spec: { clusterSelector } })
  await expect(selector).rejects.toMatchObject(immutable)
})

test('takes another list of sources, and leaves what the former ones brought', async () => {
  const [before, after] = [aConfigMap('swap-before'), aConfigMap('swap-after')]
  const sources = [aSource('swap-source-before', before), aSource('swap-source-after', after)] as const
  await scene.deliver('swap', ...sources, aResourceSet('swap', [sources[0]]))
  await scene.untilApplied('swap')

  await scene.management.patch(setRef('swap'), { spec: { resources: [sourceRef(sources[1])] } })
  await scene.untilEntry('swap', resources =>
    resources.some(({ name, applied }) => name === 'swap-source-after' && applied),
  )
  expect(await scene.workload.find(after)).toBeDefined()
  expect(await scene.workload.find(before)).toBeDefined()
  expect((await scene.entry('swap'))?.resources?.map(({ name }) => name)).toEqual([
    'swap-source-before',
    'swap-source-after',
  ])
})

test('ApplyOnce neither follows a changed source nor touches an object that is there already', async () => {
  const [own, foreign] = [
    aConfigMap('once-own', { from: 'source' }),
    aConfigMap('once-foreign', { from: 'source' }),
  ]
  await scene.workload.create({ ...foreign, data: { from: 'somebody' } })
  const source = aSource('once-source', own, foreign)
  const marker = aSource('once-marker-source', aConfigMap('once-marker'))
  await scene.deliver('once', source, aResourceSet('once', [source, marker]))
  await scene.untilApplied('once')

  await change(source, { ...own, data: { from: 'changed source' } }, foreign)
  await scene.create(marker)
  await scene.untilEntry('once', resources => resources.length === 2)
  expect((await scene.workload.get(own))['data']).toEqual({ from: 'source' })
  expect((await scene.workload.get(foreign))['data']).toEqual({ from: 'somebody' })
})

test('Reconcile removes labels, annotations and data that others added, with the next change of the source', async () => {
  const object = aConfigMap('foreign', { ours: '1' })
  const source = aSource('foreign-source', object)
  await scene.deliver('foreign', source, aResourceSet('foreign', [source], { strategy: 'Reconcile' }))
  await scene.untilApplied('foreign')

  const theirs = { theirs: 'yes' }
  await scene.workload.patch(object, { metadata: { labels: theirs, annotations: theirs }, data: theirs })
  await change(source, { ...object, data: { ours: '2' } })
  await untilData(object, { ours: '2' })
  const { metadata } = await scene.workload.get(object)
  expect({ labels: metadata.labels, annotations: metadata.annotations }).toEqual({})
})

test('Reconcile repairs neither a changed nor a deleted object until their source changes', async () => {
  const [changed, deleted] = [aConfigMap('drift-changed', { value: 'ours' }), aConfigMap('drift-deleted')]
  const marker = aConfigMap('drift-marker', { round: '1' })
  const source = aSource('drift-source', changed, deleted)
  const markerSource = aSource('drift-marker-source', marker)
  const set = aResourceSet('drift', [source, markerSource], { strategy: 'Reconcile' })
  await scene.deliver('drift', source, markerSource, set)
  await scene.untilEntry('drift', resources => resources.filter(({ applied }) => applied).length === 2)

  await scene.workload.patch(changed, { data: { value: 'theirs' } })
  await scene.workload.delete(deleted)
  // The marker is listed last: when it is applied, the controller has looked at the other source in the same reconcile.
  await change(markerSource, { ...marker, data: { round: '2' } })
  await untilData(marker, { round: '2' })
  expect((await scene.workload.get(changed))['data']).toEqual({ value: 'theirs' })
  expect(await scene.workload.find(deleted)).toBeUndefined()

  await change(source, { ...changed, data: { value: 'ours' } }, deleted, aConfigMap('drift-added'))
  await untilData(changed, { value: 'ours' })
  await until('the deleted object is back', () => scene.workload.find(deleted))
})

test('Reconcile patches every object of a changed source, and an equal one keeps its resourceVersion', async () => {
  const [equal, other] = [
    aConfigMap('patch-equal', { value: '1' }),
    aConfigMap('patch-other', { value: '1' }),
  ]
  const source = aSource('patch-source', equal, other)
  await scene.deliver('patch', source, aResourceSet('patch', [source], { strategy: 'Reconcile' }))
  await scene.untilApplied('patch')
  const { resourceVersion } = (await scene.workload.get(equal)).metadata

  await change(source, equal, { ...other, data: { value: '2' } })
  await untilData(other, { value: '2' })
  const patched = scene.requests('patch').map(({ objectRef }) => objectRef?.name)
  expect(patched.filter(name => name?.startsWith('patch-'))).toEqual(['patch-equal', 'patch-other'])
  expect((await scene.workload.get(equal)).metadata.resourceVersion).toBe(resourceVersion)
})

test('Reconcile leaves an object that is no longer in its source', async () => {
  const [kept, dropped] = [aConfigMap('prune-kept', { value: '1' }), aConfigMap('prune-dropped')]
  const source = aSource('prune-source', kept, dropped)
  await scene.deliver('prune', source, aResourceSet('prune', [source], { strategy: 'Reconcile' }))
  const { resources: before = [] } = await scene.untilApplied('prune')

  await change(source, { ...kept, data: { value: '2' } })
  await scene.untilEntry('prune', ([first]) => first?.applied === true && first.hash !== before[0]?.hash)
  expect((await scene.workload.get(kept))['data']).toEqual({ value: '2' })
  expect(await scene.workload.find(dropped)).toBeDefined()
})
