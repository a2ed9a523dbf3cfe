import { afterEach, beforeEach, expect, test } from 'vitest'
import { resources } from '../../controller/world/resources.ts'
import { type RunningController, startController } from '../../controller/start-controller.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { noMetrics } from '../../engine/metrics/metrics.ts'
import { seededRandom } from '../clock/seeded-random.ts'
import { VirtualClock } from '../clock/virtual-clock.ts'
import { managementKinds } from '../fleet/served-kinds.ts'
import { Store } from '../store/store.ts'

let clock: VirtualClock
let management: Store
let controller: RunningController | undefined
/** Namespaces in which the controller has no rights. */
let forbidden: Set<string>
let told: object[]
/** The namespaces that the controller asked for, `*` for all. */
let asked: Set<string>

beforeEach(async () => {
  clock = new VirtualClock()
  management = new Store({ clock, random: seededRandom(1) })
  for (const kind of managementKinds) management.kinds.serve(kind)
  forbidden = new Set()
  told = []
  asked = new Set()
  for (const namespace of ['a', 'b', 'c']) for (const object of fleetIn(namespace)) await put(object)
})
afterEach(async () => {
  const stopped = controller?.stop(1000)
  await clock.advance(2000)
  await stopped
})

test('only the clusters of the named namespaces are fitted out, and nothing else is read', async () => {
  start(['a', 'b'])
  await clock.advance(5000)
  expect(await fittedOut()).toEqual(['a/blue', 'b/blue'])
  expect([...asked].toSorted()).toEqual(['a', 'b'])
  expect([controller?.isReady(), told]).toEqual([true, []])
})

test('a namespace that cannot be read stops no other one, and is told with what to do', async () => {
  forbidden.add('b')
  start(['a', 'b'])
  await clock.advance(11_000)
  expect(await fittedOut()).toEqual(['a/blue'])
  expect(controller?.isReady()).toBe(true)
  const next = 'apply deploy/namespaced/access in namespace "b", or remove the namespace from --namespaces'
  const rest = { namespace: 'b', error: 'Forbidden', next }
  const message = 'cannot read the management cluster'
  expect(told).toEqual(
    ['Cluster', 'Fitout', 'ClusterFitout', 'ClusterResourceSet', 'ClusterResourceSetBinding'].map(kind => ({
      message,
      kind,
      ...rest,
    })),
  )
})

test('a namespace that cannot be read is told ever more rarely', async () => {
  forbidden.add('b')
  start(['a', 'b'])
  await clock.advance(3_600_000)
  expect(told.length).toBeLessThan(5 * 15)
})

test('a namespace that can be read later is fitted out from then on', async () => {
  forbidden.add('b')
  start(['a', 'b'])
  await clock.advance(60_000)
  forbidden.delete('b')
  await clock.advance(60_000)
  expect(await fittedOut()).toEqual(['a/blue', 'b/blue'])
  told = []
  await clock.advance(1_200_000)
  expect(told).toEqual([])
  await put(cluster('b', 'green'))
  await clock.advance(5000)
  expect(await fittedOut()).toEqual(['a/blue', 'b/blue', 'b/green'])
})

test('it is not ready where it cannot read any of its namespaces', async () => {
  for (const namespace of ['a', 'b']) forbidden.add(namespace)
  start(['a', 'b'])
  await clock.advance(60_000)
  expect(controller?.isReady()).toBe(false)
})

function start(namespaces: readonly string[]): void {
  controller = startController(
    {
      management: limited(management.api('fitout')),
      workloads: {
        connect: () => {
          throw new ApiError('Unreachable', { call: 'connect' })
        },
      },
      clock,
      random: seededRandom(2),
      log: { info: () => undefined, warn: (message, fields) => void told.push({ message, ...fields }) },
      metrics: noMetrics,
    },
    { namespaces },
  )
}

function limited(api: Api): Api {
  return {
    ...api,
    list: async (selection, call) => {
      checkRights(selection.namespace)
      return api.list(selection, call)
    },
  }
}

function checkRights(namespace = '*'): void {
  asked.add(namespace)
  if (forbidden.has(namespace)) throw new ApiError('Forbidden', { call: 'list', status: 403 })
}

async function fittedOut(): Promise<readonly string[]> {
  const { items } = await management.api().list({ resource: resources.clusterFitout })
  return items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).toSorted()
}

async function put(object: KubeObject): Promise<void> {
  const resource = Object.values(resources).find(({ kind }) => kind === object.kind) ?? resources.fitout
  await management.api().apply(resource, object, { fieldManager: 'test', force: true })
}

function cluster(namespace: string, name: string): KubeObject {
  const metadata = { name, namespace, labels: { 'fitout.dev/profile': 'small' } }
  return { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', metadata, spec: {} }
}

function fleetIn(namespace: string): readonly KubeObject[] {
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    cluster(namespace, 'blue'),
    {
      apiVersion: 'fitout.dev/v1alpha1',
      kind: 'Fitout',
      metadata: { name: 'small', namespace },
      spec: {
        clusterSelector: { matchLabels: { 'fitout.dev/profile': 'small' } },
        steps: [{ name: 'api', proof: { preset: 'api' } }],
      },
    },
  ]
}
