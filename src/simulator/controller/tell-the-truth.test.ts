import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resources } from '../../controller/world/resources.ts'
import { names } from '../../domain/api/api-names.ts'
import { memoryMetrics } from '#test/engine/memory-metrics.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import {
  aPlan,
  apiStep,
  appStep,
  conditionOf,
  deployment,
  fitOut,
  prepare,
  profile,
  states,
  statusOf,
} from '#test/simulator/small-plan.ts'
import { type SmallCall, type SmallFault, SmallWorld, head } from '#test/simulator/small-world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** Two minutes of patience, and a look. */
const LONGEST_LIE_MS = 150 * SECOND

let world: SmallWorld
beforeEach(async () => {
  world = new SmallWorld()
  world.mayFail = true
  await prepare(world)
})
afterEach(() => world.stop())

/** What is said of the cluster, on the ClusterFitout and on the Cluster. */
async function readiness(): Promise<readonly unknown[]> {
  const { conditions } = await statusOf(world)
  const ready = (Array.isArray(conditions) ? conditions : []).find(({ type }) => type === 'Ready')
  return [ready?.status, Object(await conditionOf(world)).status]
}

/** The add-on of the step "app" breaks; whoever could tell of it has hung up. */
async function breakTheAddOn(): Promise<void> {
  world.workload.endWatches()
  const status = { ...Object(deployment['status']), availableReplicas: 0, readyReplicas: 0 }
  await world.make({
    ...deployment,
    status: { ...status, conditions: [{ type: 'Available', status: 'False' }] },
  })
}

async function uid(): Promise<string> {
  return (await world.get('cluster', 'blue')).metadata.uid ?? ''
}

async function notes(): Promise<readonly string[]> {
  const { items } = await world.management.api().list({ resource: resources.event })
  return items.map(({ note }) => String(note))
}

function refusal(code: 'Denied' | 'Forbidden' | 'ServerError', detail?: string): ApiError {
  return new ApiError(code, { call: 'call', ...(detail === undefined ? {} : { detail }) })
}

interface Failure {
  readonly name: string
  readonly fault: (call: SmallCall) => SmallFault
  /** What a person or a tool does at that time. */
  readonly also?: () => Promise<void>
}

const isHandOver = (name = '') => name.startsWith('fitout-')

const failures: readonly Failure[] = [
  {
    name: 'the workload cluster does not answer for one kind',
    fault: ({ server, verb, kind }) =>
      server === 'workload' && kind === 'Deployment' && ['list', 'watch', 'get'].includes(verb)
        ? 'hang'
        : undefined,
  },
  {
    name: 'the workload cluster does not answer at all',
    fault: ({ server }) => (server === 'workload' ? 'hang' : undefined),
  },
  {
    name: 'the kubeconfig must not be read',
    fault: ({ kind, name }) =>
      kind === 'Secret' && name === 'blue-kubeconfig' ? refusal('Forbidden') : undefined,
  },
  {
    name: 'a policy refuses the Secret of a hand-over',
    fault: ({ server, verb, kind, name }) =>
      server === 'management' && verb === 'apply' && kind === 'Secret' && isHandOver(name)
        ? refusal('Denied', 'quota')
        : undefined,
    also: () => world.putSecret('blue-outputs', { role: 'arn-2' }),
  },
  {
    name: 'the Secret of a hand-over cannot be read',
    fault: ({ server, verb, kind, name }) =>
      server === 'management' && verb === 'get' && kind === 'Secret' && isHandOver(name)
        ? refusal('ServerError')
        : undefined,
    also: () => world.putSecret('blue-outputs', { role: 'arn-2' }),
  },
  {
    name: 'a ConfigMap of a set must not be read',
    fault: ({ kind, name }) =>
      kind === 'ConfigMap' && name === 'app-pack' ? refusal('Forbidden') : undefined,
  },
  {
    name: 'the API server fails at a ConfigMap of a set',
    fault: ({ kind, name }) =>
      kind === 'ConfigMap' && name === 'app-pack' ? refusal('ServerError') : undefined,
  },
  {
    name: 'the management cluster does not answer for a ConfigMap of a set',
    fault: ({ kind, name }) => (kind === 'ConfigMap' && name === 'app-pack' ? 'hang' : undefined),
  },
  {
    name: 'no event can be written',
    fault: ({ kind }) => (kind === 'Event' ? 'hang' : undefined),
  },
]

describe('A cluster whose add-on is broken is not called ready', () => {
  test.each(failures)('although $name', async ({ fault, also }) => {
    await fitOut(world)
    expect(await readiness()).toEqual(['True', 'True'])
    world.faultOf = fault
    await also?.()
    await breakTheAddOn()
    await world.clock.advance(LONGEST_LIE_MS)
    expect(await readiness()).not.toContain('True')
  })

  test('although the status of the ClusterFitout cannot be written: the Cluster says so', async () => {
    await fitOut(world)
    world.faultOf = ({ kind, subresource }) =>
      kind === 'ClusterFitout' && subresource === 'status' ? refusal('Denied', 'no') : undefined
    await breakTheAddOn()
    await world.clock.advance(LONGEST_LIE_MS)
    const [, ofCluster] = await readiness()
    expect(ofCluster).not.toBe('True')
  })

  test('although the condition of the Cluster cannot be written: the ClusterFitout says so', async () => {
    await fitOut(world)
    world.faultOf = ({ kind, subresource }) =>
      kind === 'Cluster' && subresource === 'status' ? refusal('Denied', 'no') : undefined
    await breakTheAddOn()
    await world.clock.advance(LONGEST_LIE_MS)
    const [ofClusterFitout] = await readiness()
    expect(ofClusterFitout).not.toBe('True')
  })

  test('although the controller is started again every 55 seconds', async () => {
    await fitOut(world)
    await breakTheAddOn()
    for (let at = 0; at < LONGEST_LIE_MS; at += 55 * SECOND) {
      await world.stop()
      world.start()
      await world.clock.advance(53 * SECOND)
    }
    expect(await readiness()).not.toContain('True')
  })

  test('although the controller is started again every 55 seconds and nothing answers', async () => {
    await fitOut(world)
    world.faultOf = ({ server }) => (server === 'workload' ? 'hang' : undefined)
    for (let at = 0; at < LONGEST_LIE_MS; at += 55 * SECOND) {
      await world.stop()
      world.start()
      await world.clock.advance(53 * SECOND)
    }
    expect(await readiness()).not.toContain('True')
  })
})

describe('A cluster that stops serving the kind of an add-on is not called ready', () => {
  test.each([
    // As API servers do it. Two minutes are the patience with any Ready.
    { watches: 'end', withinMs: 2 * MINUTE },
    // Those minutes, after 65 seconds in which something should have been heard.
    { watches: 'fall silent', withinMs: LONGEST_LIE_MS + 65 * SECOND },
    // Those minutes, after the list that is made every ten.
    { watches: 'go on', withinMs: LONGEST_LIE_MS + 10 * MINUTE },
  ] as const)('where the watches of that kind $watches', async ({ watches, withinMs }) => {
    await fitOut(world)
    expect(await readiness()).toEqual(['True', 'True'])
    stopServing({ watches })
    await world.clock.advance(withinMs)
    expect(await readiness()).toEqual(['False', 'False'])
  })
})

describe('A plan that gets a step', () => {
  test('is not called done while the label of its gate cannot be written', async () => {
    await fitOut(world)
    world.faultOf = ({ server, verb, kind, subresource }) =>
      server === 'management' && verb === 'apply' && kind === 'Cluster' && subresource === undefined
        ? 'hang'
        : undefined
    const more = {
      ...appStep,
      name: 'more',
      gate: { label: 'more.example.com/on', value: 'true' },
      resourceSets: [],
    }
    await world.put(
      aPlan(
        'test',
        [apiStep, appStep, more].filter(step => step !== undefined),
      ),
    )
    await world.clock.advance(MINUTE)
    expect(await readiness()).toEqual(['False', 'False'])
    const { fitout, cause } = await statusOf(world)
    expect(fitout).toMatchObject({ generation: 2 })
    expect(cause).toMatchObject({ reason: 'GateNotWritten', step: 'more' })
  })

  test('is not called done while nobody can find out which status is the latest', async () => {
    await fitOut(world)
    world.faultOf = ({ server, verb, kind }) =>
      server === 'management' && verb === 'list' && kind === 'ClusterFitout'
        ? refusal('ServerError')
        : undefined
    const more = {
      ...appStep,
      name: 'more',
      gate: { label: 'more.example.com/on', value: 'true' },
      resourceSets: [],
    }
    await world.put(
      aPlan(
        'test',
        [apiStep, appStep, more].filter(step => step !== undefined),
      ),
    )
    await world.clock.advance(LONGEST_LIE_MS)
    expect(await readiness()).toEqual(['Unknown', 'Unknown'])
    expect((await statusOf(world))['cause']).toMatchObject({ reason: 'ReconcileFailed', actor: 'Operator' })
  })
})

describe('A write that is refused is reported', () => {
  test('with the words of the policy, for a hand-over', async () => {
    await fitOut(world)
    world.faultOf = ({ server, verb, kind, name }) =>
      server === 'management' && verb === 'apply' && kind === 'Secret' && isHandOver(name)
        ? refusal('Denied', 'denied by quota "small"')
        : undefined
    await world.putSecret('blue-outputs', { role: 'arn-2' })
    await world.clock.advance(MINUTE)
    expect(await states(world)).toEqual(['api Ready', 'app Ready', 'values Delivering'])
    expect((await statusOf(world))['cause']).toMatchObject({
      reason: 'HandOverRefused',
      step: 'values',
      actor: 'Operator',
      message: 'API server rejects the hand-over: denied by quota "small"',
    })
    world.writes = []
    await world.clock.advance(10 * MINUTE)
    expect(world.writes.length).toBeLessThan(25)
  })
})

describe('The address of a cluster', () => {
  const address = names.addresseeLabel
  const label = async () => (await world.get('cluster', 'blue')).metadata.labels?.[address]

  test('is taken over from a tool that copied another one along: a moved cluster just goes on', async () => {
    await world.putCluster({ ...profile, [address]: 'the-uid-it-had-before' })
    await fitOut(world)
    expect(await states(world)).toEqual(['api Ready', 'app Ready', 'values Ready'])
    expect(await label()).toBe(await uid())
  })

  test('that a user gives another value all the time is named, and written seldom', async () => {
    await fitOut(world)
    world.writes = []
    for (let minute = 0; minute < 10; minute += 1) {
      await world.putCluster({ ...profile, [address]: 'mine' })
      await world.clock.advance(MINUTE)
    }
    const labels = world.writes.filter(write => write === 'apply clusters blue')
    expect(labels.length).toBeLessThan(25)
    expect(labels.length).toBeGreaterThan(0)
  })

  test('on a second Cluster withdraws what is handed over before it can arrive there', async () => {
    await fitOut(world)
    const handOver = `fitout-${await uid()}-values`
    expect([await world.has('secret', handOver), await world.has('resourceSet', handOver)]).toEqual([
      true,
      true,
    ])
    await world.put({ ...head('cluster', 'green', { labels: { [address]: await uid() } }), spec: {} })
    await world.clock.advance(5 * SECOND)
    expect([await world.has('secret', handOver), await world.has('resourceSet', handOver)]).toEqual([
      false,
      false,
    ])
    expect((await statusOf(world))['cause']).toMatchObject({
      reason: 'HandOverAddresseeWrong',
      message: `Cluster "green" has the label of cluster "blue": ${address}`,
      actor: 'Operator',
    })
    await world.remove('cluster', 'green')
    await world.clock.advance(MINUTE)
    expect([await world.has('secret', handOver), await world.has('resourceSet', handOver)]).toEqual([
      true,
      true,
    ])
  })
})

describe('A hand-over', () => {
  test('that a user adds a manifest to loses it again, and that is reported', async () => {
    await fitOut(world)
    await world.clock.advance(MINUTE)
    const name = `fitout-${await uid()}-values`
    const before = await world.get('secret', name)
    world.writes = []
    const added = { 'evil.yaml': btoa('kind: Namespace') }
    await world.put({ ...head('secret', name), type: before['type'], data: added })
    await world.clock.advance(40 * SECOND)
    expect(Object.keys(Object((await world.get('secret', name))['data']))).toEqual(
      Object.keys(Object(before['data'])),
    )
    expect(await notes()).toContain(
      `Removed keys that Fitout did not write from Secret "${name}": "evil.yaml"`,
    )
    await world.clock.advance(10 * MINUTE)
    expect(world.writes.filter(write => write.includes('secrets')).length).toBe(2)
    expect(await states(world)).toEqual(['api Ready', 'app Ready', 'values Ready'])
  })
})

test('A set of another owner that has the owner label of a cluster by a copy is left alone', async () => {
  await fitOut(world)
  const labels = { [names.ownerLabel]: await uid() }
  const spec = { clusterSelector: { matchLabels: { a: 'b' } }, resources: [], strategy: 'ApplyOnce' }
  await world.put({ ...head('resourceSet', 'mine', { labels }), spec })
  await world.clock.advance(MINUTE)
  expect(await world.has('resourceSet', 'mine')).toBe(true)
})

test('What a moved cluster takes along of the hand-overs to its old self is withdrawn', async () => {
  await fitOut(world)
  const old = '01234567-89ab-cdef-0123-456789abcdef'
  const owner = { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', name: 'blue', uid: await uid() }
  const metadata = { labels: { [names.ownerLabel]: old }, ownerReferences: [owner] }
  const name = `fitout-${old}-values`
  const spec = {
    clusterSelector: { matchLabels: { [names.addresseeLabel]: old } },
    resources: [{ kind: 'Secret', name }],
    strategy: 'Reconcile',
  }
  await world.put({
    ...head('secret', name, metadata),
    type: 'addons.cluster.x-k8s.io/resource-set',
    data: {},
  })
  await world.put({ ...head('resourceSet', name, metadata), spec })
  await world.clock.advance(MINUTE)
  expect([await world.has('secret', name), await world.has('resourceSet', name)]).toEqual([false, false])
  expect(await states(world)).toEqual(['api Ready', 'app Ready', 'values Ready'])
})

test('The ClusterFitout of a moved cluster is labelled with its new owner', async () => {
  await fitOut(world)
  const { metadata, ...rest } = await world.get('clusterFitout', 'blue')
  const { name, namespace = '', ownerReferences = [] } = metadata
  const moved = { name, namespace, ownerReferences, labels: { [names.ownerLabel]: 'old' } }
  await world.put({ apiVersion: rest.apiVersion, kind: rest.kind, metadata: moved })
  await world.clock.advance(MINUTE)
  expect((await world.get('clusterFitout', 'blue')).metadata.labels).toEqual({
    [names.ownerLabel]: await uid(),
  })
})

test('An address that came along with a moved cluster goes when its plan does', async () => {
  await fitOut(world)
  await world.putCluster({ ...profile, [names.addresseeLabel]: 'the-uid-it-had-before' })
  await world.remove('fitout', 'test')
  await world.clock.advance(2 * MINUTE)
  const { labels } = (await world.get('cluster', 'blue')).metadata
  expect(labels).toEqual(profile)
  expect(await world.has('clusterFitout', 'blue')).toBe(false)
})

test('What was followed is not believed while its watch is broken: the cluster itself is asked', async () => {
  await fitOut(world)
  world.faultOf = ({ server, verb }) =>
    server === 'workload' && verb === 'watch' ? new ApiError('Unreachable', { call: 'watch' }) : undefined
  world.workload.endWatches()
  await world.clock.advance(SECOND)
  const conditions = [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }]
  await world.make({ ...deployment, status: { ...Object(deployment['status']), conditions } })
  await world.clock.advance(MINUTE)
  expect(await states(world)).toContain('app Failed')
})

test('A Ready that is only believed is not counted as confirmed', async () => {
  const metrics = memoryMetrics()
  world.metrics = metrics
  await fitOut(world)
  await breakTheAddOn()
  await world.clock.advance(100 * SECOND)
  expect(await readiness()).toEqual(['True', 'True'])
  expect(metrics.value('ready_unconfirmed_seconds', { fitout: 'default/test' })).toBeGreaterThan(90)
})

test('Who asks for a look gets one: everything is read again from the cluster', async () => {
  await fitOut(world)
  await world.clock.advance(MINUTE)
  const lists: string[] = []
  world.faultOf = ({ server, verb, kind }) => {
    if (server === 'workload' && verb === 'list') lists.push(kind)
    return undefined
  }
  const refresh = { [names.refreshAnnotation]: 'now' }
  await world.put({ ...head('clusterFitout', 'blue', { annotations: refresh }), spec: { fitout: 'test' } })
  await world.clock.advance(5 * SECOND)
  expect(lists).toEqual(expect.arrayContaining(['Deployment', 'ConfigMap', 'Namespace']))
})

// A kind is believed to be served for an hour: what tells that it is not are its watches.
function stopServing({ watches }: { readonly watches: 'end' | 'fall silent' | 'go on' }): void {
  const { workload } = world
  const kind = workload.kinds.named(deployment.apiVersion, deployment.kind)
  if (!kind) throw new Error('cannot stop serving what is not served')
  workload.kinds.stop(kind)
  for (const watch of watches === 'go on' ? [] : workload.watches(kind)) {
    if (watches === 'end') watch.end()
    else workload.close(watch)
  }
}
