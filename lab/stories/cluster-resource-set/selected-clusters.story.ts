import { afterEach, beforeAll, expect, test } from 'vitest'
import { condition, hasCondition } from '../../kube/conditions.ts'
import { until } from '../../kube/until.ts'
import { aConfigMap, aResourceSet, anUnreachableCluster, hashOf, manifests, sourceRef } from './build.ts'
import { record } from './record.ts'
import { sharedCluster, sharedLab } from '../shared-lab.ts'
import { Scene, bindingRef, entryOf, setRef, stateOf } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = new Scene(sharedLab(), await sharedCluster('blue'))
  // A binding without owners is collected; this one keeps that of `blue` while the others come and go.
  const source = aConfigMap('anchor-source', { key: manifests(aConfigMap('anchor')) })
  await scene.management.patch(scene.blue.ref, { metadata: { labels: { anchor: 'on' } } })
  await scene.create(source, aResourceSet('anchor', [source]))
  await scene.untilApplied('anchor')
})
afterEach(() => scene.unselectAll())

test('takes one step a second, so that a new one needs two seconds before it applies anything', async () => {
  const source = aConfigMap('pace-source', { key: manifests(aConfigMap('pace')) })
  await scene.deliver('pace', source, aResourceSet('pace', [source]))
  await scene.untilState('pace', 'True/Applied')

  const steps = scene.lab.management
    .audit()
    .filter(({ user, verb }) => user.username === 'cluster-api' && verb === 'patch')
    .filter(({ objectRef }) => objectRef?.resource === 'clusterresourcesets' && objectRef.name === 'pace')
  const [finalizer = 0, pause = 0, applied = 0] = steps.map(step => Date.parse(step.requestReceivedTimestamp))
  // Without the limit they are milliseconds apart; half a second leaves room for a busy machine.
  expect(pause - finalizer).toBeGreaterThan(500)
  expect(applied - pause).toBeGreaterThan(500)
})

test('shows one of its clusters in the condition, now a healthy one and now a failing one', async () => {
  const value = manifests(aConfigMap('flip'))
  const source = aConfigMap('flip-source', { key: value })
  await scene.deliver('flip', source, aResourceSet('flip', [source]))
  await scene.untilApplied('flip')
  // The list of clusters starts at a random one of eight places: with three others in between, either may well be last.
  const others = ['other-1', 'other-2', 'other-3'].map(name => anUnreachableCluster(name, 'unused'))
  const unreachable = anUnreachableCluster('unreachable', 'flip')
  const conditions = record(scene.management, setRef('flip'), set => condition(set, 'ResourcesApplied'))
  const entries = record(scene.management, bindingRef('blue'), binding => entryOf(binding, 'flip'))

  await scene.create(...others, unreachable)
  await until('the condition has gone there and back', async () => {
    await scene.poke()
    return conditions.seen.length > 2
  })
  await Promise.all([conditions.stop(), entries.stop()])
  const told = conditions.seen.map(({ reason, message = '' }) => `${reason}: ${message}`)
  expect(new Set(told)).toEqual(
    new Set(['Applied: ', 'InternalError: Please check controller logs for errors']),
  )
  const lastAppliedTime = expect.any(String) as unknown
  const applied = {
    kind: 'ConfigMap',
    name: 'flip-source',
    applied: true,
    hash: hashOf(value),
    lastAppliedTime,
  }
  expect(entries.seen).toEqual([{ clusterResourceSetName: 'flip', resources: [applied] }])
  expect(await scene.entry('flip', 'unreachable')).toEqual({ clusterResourceSetName: 'flip' })

  for (const cluster of [...others, unreachable]) await scene.management.delete(cluster)
})

test('says NotApplied while the API server is down, continues trying, and applies when it is back', async () => {
  const object = aConfigMap('outage')
  const value = manifests(object)
  const source = aConfigMap('outage-source', { key: value })
  const apiServer = scene.blue.controlPlane.program('kube-apiserver')
  const states = record(scene.management, setRef('outage'), stateOf)
  await apiServer.kill()
  try {
    const down = Date.now()
    await scene.deliver('outage', source, aResourceSet('outage', [source]))
    await scene.untilState('outage', 'False/NotApplied')
    const { resources = [] } = await scene.untilEntry('outage', ([first]) => {
      return first !== undefined && Date.parse(first.lastAppliedTime) > down + 8_000
    })
    expect(resources[0]).toMatchObject({ applied: false, hash: hashOf(value) })
  } finally {
    await apiServer.start()
  }

  await scene.untilState('outage', 'True/Applied')
  await states.stop()
  expect(states.seen).toEqual(['False/NotApplied', 'True/Applied'])
  expect(await scene.workload.find(object)).toBeDefined()
})

test('applies to a Cluster that is paused', async () => {
  const object = aConfigMap('paused-cluster')
  const source = aConfigMap('paused-cluster-source', { key: manifests(object) })
  await scene.management.patch(scene.blue.ref, { spec: { paused: true } })
  await until('Cluster API has seen the pause', async () =>
    hasCondition(await scene.management.get(scene.blue.ref), 'Paused', 'True'),
  )
  try {
    await scene.deliver('paused-cluster', source, aResourceSet('paused-cluster', [source]))
    await scene.untilState('paused-cluster', 'True/Applied')
    expect(await scene.workload.find(object)).toBeDefined()
  } finally {
    await scene.management.patch(scene.blue.ref, { spec: { paused: null } })
  }
})

test('applies nothing while it is paused itself', async () => {
  const annotations = { 'cluster.x-k8s.io/paused': 'true' }
  const source = aConfigMap('paused-set-source', { key: manifests(aConfigMap('paused-set')) })
  const marker = aConfigMap('paused-marker-source', { key: manifests(aConfigMap('paused-marker')) })
  await scene.deliver('paused-set', source, aResourceSet('paused-set', [source], { annotations }))
  await until('the pause is seen', async () =>
    hasCondition(await scene.management.get(setRef('paused-set')), 'Paused', 'True'),
  )
  // One that is created later, and takes the same steps at the same pace, is the first to get there.
  await scene.create(marker, aResourceSet('paused-marker', [marker], { label: 'paused-set' }))
  await scene.untilApplied('paused-marker')
  expect(await scene.entry('paused-set')).toBeUndefined()

  await scene.management.patch(setRef('paused-set'), {
    metadata: { annotations: { 'cluster.x-k8s.io/paused': null } },
  })
  await scene.untilApplied('paused-set')
})

test('leaves objects and entry of a cluster that it no longer selects', async () => {
  const object = aConfigMap('unlabelled')
  const source = aConfigMap('unlabelled-source', { key: manifests(object) })
  await scene.deliver('unlabelled', source, aResourceSet('unlabelled', [source]))
  const before = await scene.untilApplied('unlabelled')

  await scene.unselect('unlabelled')
  await scene.management.patch(setRef('unlabelled'), {
    spec: { resources: [sourceRef(aConfigMap('another'))] },
  })
  await until('the change after it was seen', async () => {
    const { status } = await scene.management.get(setRef('unlabelled'))
    return (status as { readonly observedGeneration?: number }).observedGeneration === 2
  })
  expect(await scene.entry('unlabelled')).toEqual(before)
  expect(await scene.workload.find(object)).toBeDefined()
})

test('leaves its entry when it is deleted after that, and one of the same name then applies nothing', async () => {
  const object = aConfigMap('orphan')
  const source = aConfigMap('orphan-source', { key: manifests(object) })
  await scene.deliver('orphan', source, aResourceSet('orphan', [source]))
  const before = await scene.untilApplied('orphan')
  await scene.unselect('orphan')
  await scene.remove('orphan')
  expect(await scene.entry('orphan')).toEqual(before)

  // Deleted here, because garbage collection would take it along at some later moment.
  await scene.management.delete(source)
  await scene.workload.delete(object)
  await scene.deliver('orphan', source, aResourceSet('orphan', [source]))
  await scene.untilState('orphan', 'True/Applied')
  expect(await scene.workload.find(object)).toBeUndefined()
  expect(await scene.entry('orphan')).toEqual(before)
})

test('removes its entry and leaves the objects when it is deleted while it selects the cluster', async () => {
  const object = aConfigMap('deleted')
  const source = aConfigMap('deleted-source', { key: manifests(object) })
  await scene.deliver('deleted', source, aResourceSet('deleted', [source]))
  await scene.untilApplied('deleted')

  await scene.remove('deleted')
  expect(await scene.entry('deleted')).toBeUndefined()
  expect(await scene.workload.find(object)).toBeDefined()
})

test('leaves some of the entries when several are deleted at the same time', async () => {
  const sets = Array.from({ length: 8 }, (_, index) => `race-${index}`)
  await scene.select('race')
  for (const set of sets) await scene.create(aResourceSet(set, [aConfigMap('missing')], { label: 'race' }))
  for (const set of sets) await until(`there is an entry of ${set}`, () => scene.entry(set))

  await Promise.all(sets.map(set => scene.remove(set)))
  const left = await Promise.all(sets.map(set => scene.entry(set)))
  expect(left.filter(entry => entry !== undefined)).not.toEqual([])
})

// The two that wait for garbage collection are last: it learns of kinds with CRDs up to 30 s after they were installed.
test('takes its sources along when it is deleted, unless another one that has applied them is there', async () => {
  const shared = aConfigMap('shared-source', { key: manifests(aConfigMap('shared')) })
  const listed = aConfigMap('listed-source', { key: manifests(aConfigMap('listed')) })
  await scene.create(aResourceSet('idle', [listed]))
  await scene.deliver('first', shared, listed, aResourceSet('first', [shared, listed]))
  await scene.deliver('second', aResourceSet('second', [shared]))
  await scene.untilApplied('first')
  await scene.untilApplied('second')

  await scene.remove('first')
  await until(
    'the source that another one only lists is gone',
    async () => !(await scene.management.find(listed)),
  )
  await until('the other source is left with one owner', async () => {
    const { ownerReferences = [] } = (await scene.management.get(shared)).metadata
    return ownerReferences.length === 1 && ownerReferences[0]?.name === 'second'
  })
})

test('takes the whole binding along when it is its only owner and the cluster was unselected before', async () => {
  const cluster = anUnreachableCluster('lonely', 'lonely')
  await scene.create(cluster, aResourceSet('lonely', [aConfigMap('missing')]))
  await until('there is an entry', () => scene.entry('lonely', 'lonely'))

  await scene.management.patch(cluster, { metadata: { labels: { lonely: null } } })
  await scene.remove('lonely')
  await until('the binding is gone', async () => !(await scene.management.find(bindingRef('lonely'))))
})
