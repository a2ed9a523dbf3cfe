import { describe, expect, test } from 'vitest'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { sampleStore } from '../simulator/sample-store.ts'
import type { Store } from '../../src/simulator/store/store.ts'
import { type Fact, daemonSet, deployment, readyz, said, served } from './object-facts.ts'
import { trueSteps } from './step-facts.ts'

const uid = 'uid-of-web'
const template = { spec: { containers: [{ name: 'main', image: 'web:1' }] } }
const full = { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 }
const everywhere = {
  desiredNumberScheduled: 1,
  currentNumberScheduled: 1,
  updatedNumberScheduled: 1,
  numberReady: 1,
  numberAvailable: 1,
}

function aWorkload(kind: 'Deployment' | 'DaemonSet', status: object): KubeObject {
  const metadata = { name: 'web', namespace: 'apps', uid, generation: 2 }
  const spec = { ...(kind === 'Deployment' ? { replicas: 1 } : {}), template }
  return { apiVersion: 'apps/v1', kind, metadata, spec, status: { observedGeneration: 2, ...status } }
}

function aPod({ image = 'web:1', ready = 'True' } = {}): KubeObject {
  const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid }]
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `web-${image}`, namespace: 'apps', ownerReferences },
    spec: { containers: [{ name: 'main', image }] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: ready }] },
  }
}

function aNode(name: string): KubeObject {
  const status = { conditions: [{ type: 'Ready', status: 'True' }] }
  return { apiVersion: 'v1', kind: 'Node', metadata: { name }, status }
}

function aSecret(queue: string, namespace: string): KubeObject {
  const name = namespace === 'karpenter' ? 'eks-connection' : 'blue-eks-connection'
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, data: { queue } }
}

function aNodeSeen(observedGeneration: number): KubeObject {
  const conditions = [{ type: 'Ready', status: 'True', observedGeneration }]
  return { ...aNode('a'), metadata: { name: 'a', generation: 2 }, status: { conditions } }
}

function storeWith(...objects: readonly KubeObject[]): Store {
  const { store } = sampleStore()
  for (const object of objects) {
    const kind = store.kinds.named(object.apiVersion, object.kind)
    const { namespace, name } = object.metadata
    if (kind) store.commit(kind, { key: namespace ? `${namespace}/${name}` : name, after: object })
  }
  return store
}

function judge(fact: Fact, workload: Store, source?: KubeObject): readonly [shown: boolean, so: boolean] {
  const place = { name: 'blue', workload, shown: () => source }
  return [fact.isShown(place), fact.isSo(place)]
}

describe('A Deployment', () => {
  const web = deployment('apps/web')
  const cases = [
    { name: 'is well when its pod runs', given: [aWorkload('Deployment', full), aPod()], want: [true, true] },
    { name: 'is not well when it does not exist', given: [], want: [false, false] },
    {
      name: 'does not show a spec that nobody has looked at',
      given: [aWorkload('Deployment', { ...full, observedGeneration: 1 }), aPod()],
      want: [false, true],
    },
    {
      name: 'is not well when its pod is not ready, whatever it says',
      given: [aWorkload('Deployment', full), aPod({ ready: 'False' })],
      want: [true, false],
    },
    {
      name: 'is not well with a pod of another template, whatever it says',
      given: [aWorkload('Deployment', full), aPod({ image: 'web:0' })],
      want: [true, false],
    },
    {
      name: 'shows what it lacks',
      given: [aWorkload('Deployment', { ...full, readyReplicas: 0 }), aPod()],
      want: [false, true],
    },
  ]
  test.for(cases)('$name', ({ given, want }) => expect(judge(web, storeWith(...given))).toEqual(want))
})

describe('A DaemonSet', () => {
  const web = daemonSet('apps/web')
  const set = aWorkload('DaemonSet', everywhere)
  const cases = [
    { name: 'is well with a pod on the only node', given: [set, aPod(), aNode('a')], want: [true, true] },
    {
      name: 'is not well when a node has come that it has not heard of',
      given: [set, aPod(), aNode('a'), aNode('b')],
      want: [true, false],
    },
    {
      name: 'does not show a spec that nobody has looked at',
      given: [aWorkload('DaemonSet', { ...everywhere, observedGeneration: 1 }), aPod(), aNode('a')],
      want: [false, true],
    },
  ]
  test.for(cases)('$name', ({ given, want }) => expect(judge(web, storeWith(...given))).toEqual(want))
})

describe('The value that is handed over', () => {
  const cases = [
    { name: 'has arrived when its bytes are the same', there: 'cQ==', source: 'cQ==', want: true },
    { name: 'has arrived in another spelling of the same bytes', there: 'cQ', source: 'cQ==', want: true },
    { name: 'has not arrived while the old one is there', there: 'cQ==', source: 'cg==', want: false },
    { name: 'is none when its source is gone', there: 'cQ==', source: undefined, want: false },
  ]
  test.for(cases)('$name', ({ there, source, want }) => {
    const from = source === undefined ? undefined : aSecret(source, 'default')
    const [value] = trueSteps(6, 'base').flatMap(({ before }) => before)
    expect(value && judge(value, storeWith(aSecret(there, 'karpenter')), from)).toEqual([want, want])
  })
})

describe('Of other things', () => {
  test('/readyz is asked, and no object', () => {
    const store = storeWith()
    expect(judge(readyz, store)).toEqual([true, true])
    store.isReady = false
    expect(judge(readyz, store)).toEqual([false, false])
  })

  test('a kind is served, or not', () => {
    const fact = served('nodepools.karpenter.sh')
    expect(judge(fact, storeWith())).toEqual([false, false])
  })

  test('what a controller said of an older spec does not count', () => {
    const fact = said('Node', 'nodes', 'a')
    expect([judge(fact, storeWith(aNodeSeen(2))), judge(fact, storeWith(aNodeSeen(1)))]).toEqual([
      [true, true],
      [false, false],
    ])
  })
})
