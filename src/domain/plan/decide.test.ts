import { describe, expect, test } from 'vitest'
import { type ClusterFacts } from './cluster-facts.ts'
import { decide, stepsToAsk } from './decide.ts'
import { hold } from './holds.ts'
import {
  aCluster,
  aPlan,
  current,
  decideLater,
  found,
  gated,
  inProgress,
  noAnswer,
  NOON,
  readable,
  someFacts,
  states,
  withGates,
} from '#test/domain/sample-facts.ts'

const minutes = (count: number) => NOON + count * 60_000
const types = (facts: ClusterFacts) => decide(facts, 1).status.conditions?.map(({ type }) => type)
const ready = found()
const broken = (brokenForMs: number) => new Map([['cni', found({ proof: { ...inProgress, brokenForMs } })]])
const unreachable = (since: number) =>
  ({ kind: 'unread', reason: 'ClusterUnreachable', message: 'API server cannot be reached', since }) as const

describe('A gate opens', () => {
  const cases: readonly {
    name: string
    given: ClusterFacts
    opens: readonly string[]
    want: readonly string[]
  }[] = [
    {
      name: 'for the first step as soon as the cluster can be read',
      given: someFacts(),
      opens: ['cni'],
      want: ['cni Delivering', 'flux Waiting'],
    },
    {
      name: 'for the next step when the one before is proven',
      given: someFacts({ cluster: withGates('cni'), steps: new Map([['cni', ready]]) }),
      opens: ['flux'],
      want: ['cni Ready', 'flux Delivering'],
    },
    {
      name: 'for no step before the one before is applied',
      given: someFacts({
        cluster: withGates('cni'),
        steps: new Map([
          [
            'cni',
            found({
              deliveries: [
                { resourceSet: 'cni', isApplied: false, message: 'ConfigMap "a" is not applied yet' },
              ],
            }),
          ],
        ]),
      }),
      opens: [],
      want: ['cni Delivering', 'flux Waiting'],
    },
    {
      name: 'for no step before the proof of the one before has held long enough',
      given: someFacts({
        cluster: withGates('cni'),
        steps: new Map([['cni', found({ proof: { ...current, isStable: false } })]]),
      }),
      opens: [],
      want: ['cni Proving', 'flux Waiting'],
    },
    {
      name: 'for steps that need nothing of each other at once',
      given: someFacts({
        fitout: aPlan([gated('a', { dependsOn: [] }), gated('b', { dependsOn: [] })]),
      }),
      opens: ['a', 'b'],
      want: ['a Delivering', 'b Delivering'],
    },
    {
      name: 'not on a paused cluster',
      given: someFacts({ cluster: aCluster({ isPaused: true }) }),
      opens: [],
      want: ['cni Held', 'flux Waiting'],
    },
    {
      name: 'not on a cluster that is being deleted',
      given: someFacts({ cluster: aCluster({ isDeleting: true }) }),
      opens: [],
      want: ['cni Held', 'flux Waiting'],
    },
    {
      name: 'not before the control plane is initialized',
      given: someFacts({ cluster: aCluster({ isInitialized: false }) }),
      opens: [],
      want: ['cni Held', 'flux Waiting'],
    },
    {
      name: 'not while the Fitout is suspended',
      given: someFacts({ fitout: aPlan([gated('cni')], { suspend: true }) }),
      opens: [],
      want: ['cni Held'],
    },
    {
      name: 'not while the cluster cannot be read',
      given: someFacts({ view: unreachable(NOON) }),
      opens: [],
      want: ['cni Held', 'flux Waiting'],
    },
    {
      name: 'not before the values are handed over',
      given: someFacts({
        steps: new Map([
          ['cni', found({ handOver: [hold('HandOverKeyMissing', 'Secret "x" lacks key "y"')] })],
        ]),
      }),
      opens: [],
      want: ['cni Held', 'flux Waiting'],
    },
    {
      name: 'not for what the version of the cluster does not take',
      given: someFacts({
        steps: new Map([['cni', found({ unsupported: 'Flux 2.9 needs Kubernetes 1.34 or newer' })]]),
      }),
      opens: [],
      want: ['cni Held', 'flux Waiting'],
    },
    {
      name: 'not if a user gave the label another value',
      given: someFacts({ cluster: aCluster({ labels: { 'cni.example.com/on': 'maybe' } }) }),
      opens: [],
      want: ['cni Held', 'flux Waiting'],
    },
  ]
  test.each(cases)('$name', ({ given, opens, want }) => {
    const decision = decide(given, 1)
    expect(decision.opening.map(({ name }) => name)).toEqual(opens)
    expect(states(decision)).toEqual(want)
  })
})

describe('Labels of the Cluster', () => {
  test('are the gates that are open and those that open now', () => {
    const { labels } = decide(someFacts({ cluster: withGates('cni'), steps: new Map([['cni', ready]]) }), 1)
    expect(labels).toEqual({ 'cni.example.com/on': 'true', 'flux.example.com/on': 'true' })
  })

  test('stay when a proof is false again, or nothing can be read', () => {
    const cluster = withGates('cni', 'flux')
    const broken = found({ proof: { ...current, health: 'Failed' } })
    const open = { 'cni.example.com/on': 'true', 'flux.example.com/on': 'true' }
    expect(decide(someFacts({ cluster, steps: new Map([['cni', broken]]) }), 1).labels).toEqual(open)
    expect(decide(someFacts({ cluster, view: unreachable(NOON) }), 1).labels).toEqual(open)
  })

  test('lose the gate of a step that left the plan', () => {
    const facts = someFacts({ cluster: withGates('cni', 'old'), fitout: aPlan([gated('cni')]) })
    expect(decide(facts, 1).labels).toEqual({ 'cni.example.com/on': 'true' })
  })

  test('do not take over a gate that another hand opened, but the step runs', () => {
    const cluster = aCluster({ labels: { 'cni.example.com/on': 'true' } })
    const decision = decide(someFacts({ cluster, steps: new Map([['cni', ready]]) }), 1)
    expect(decision.labels).toEqual({ 'flux.example.com/on': 'true' })
    expect(decision.status.steps?.[0]).toMatchObject({ state: 'Ready', openedBy: 'External' })
  })

  test('have the address of the cluster if values are handed over', () => {
    const step = gated('cni', { render: ['templates'] })
    const { labels } = decide(someFacts({ fitout: aPlan([step]) }), 1)
    expect(labels).toEqual({ 'cni.example.com/on': 'true', 'hand-over.fitout.dev/addressee': 'uid-blue' })
  })

  test('are left alone on a paused, a deleted and a suspended cluster', () => {
    const cluster = withGates('cni')
    expect(decide(someFacts({ cluster: { ...cluster, isPaused: true } }), 1).labels).toBeUndefined()
    expect(decide(someFacts({ cluster: { ...cluster, isDeleting: true } }), 1).labels).toBeUndefined()
    const fitout = aPlan([gated('cni')], { suspend: true })
    expect(decide(someFacts({ cluster, fitout }), 1).labels).toBeUndefined()
  })
})

describe('Hand-overs', () => {
  test('are left as they are on a paused, a deleted and a suspended cluster', () => {
    expect(decide(someFacts({ cluster: aCluster({ isPaused: true }) }), 1).handOvers).toBeUndefined()
    expect(decide(someFacts({ cluster: aCluster({ isDeleting: true }) }), 1).handOvers).toBeUndefined()
    const fitout = aPlan([gated('cni')], { suspend: true })
    expect(decide(someFacts({ fitout }), 1).handOvers).toBeUndefined()
  })
})

describe('A step', () => {
  const proving = someFacts({
    cluster: withGates('cni'),
    steps: new Map([
      [
        'cni',
        found({
          proof: inProgress,
        }),
      ],
    ]),
  })

  test('is Stuck when its time is over, and still continues to Ready', () => {
    const late = decideLater(proving, { now: minutes(11) })
    expect(late.status.steps?.[0]).toMatchObject({ state: 'Stuck', message: 'DaemonSet n/a: 1 of 3' })
    const facts = { ...proving, previous: late.status, now: minutes(12), steps: new Map([['cni', ready]]) }
    expect(states(decide(facts, 1))).toEqual(['cni Ready', 'flux Delivering'])
  })

  test('is not Stuck before', () => {
    expect(states(decideLater(proving, { now: minutes(9) }))).toEqual(['cni Proving', 'flux Waiting'])
  })

  test('is Failed when an object says so', () => {
    const failed = found({
      proof: { health: 'Failed', isStable: false, brokenForMs: 0, sentence: 'Job n/a failed', evidence: [] },
    })
    const decision = decide(someFacts({ cluster: withGates('cni'), steps: new Map([['cni', failed]]) }), 1)
    expect(states(decision)).toEqual(['cni Failed', 'flux Waiting'])
    expect(decision.status.cause).toMatchObject({
      reason: 'ProofFailed',
      message: 'Job n/a failed',
      step: 'cni',
    })
  })

  test('keeps the times of what has not changed', () => {
    const first = decide(proving, 1).status.steps?.[0]
    const again = decideLater(proving, { now: minutes(3) }).status.steps?.[0]
    expect(again).toEqual(first)
    expect(first).toMatchObject({ since: '2026-11-16T12:00:00Z', openedAt: '2026-11-16T12:00:00Z' })
  })

  const was = someFacts({ cluster: withGates('cni'), steps: new Map([['cni', ready]]) })

  test('stays Ready, word for word, while its proof does not hold for a moment; but nothing starts on it', () => {
    const first = decide(was, 1)
    const moment = decideLater(was, { now: minutes(1), steps: broken(60_000) })
    expect(moment.status.steps?.[0]).toEqual({
      ...first.status.steps?.[0],
      unprovenSince: '2026-11-16T12:00:00Z',
    })
    expect(moment.opening).toEqual([])
    expect(states(moment)).toEqual(['cni Ready', 'flux Waiting'])
  })

  test('is not Ready any more when its proof has not held for two minutes, or says that it failed', () => {
    expect(states(decideLater(was, { now: minutes(3), steps: broken(121_000) }))[0]).toBe('cni Proving')
    const failed = found({ proof: { ...current, health: 'Failed', brokenForMs: 0 } })
    expect(states(decideLater(was, { steps: new Map([['cni', failed]]) }))[0]).toBe('cni Failed')
  })

  test('is not Ready any more after two minutes, although another client began to look in between', () => {
    const moment = decideLater(was, { now: minutes(1), steps: broken(60_000) })
    const anew = { ...was, previous: moment.status, now: minutes(2), steps: broken(0) }
    expect(states(decide(anew, 1))[0]).toBe('cni Proving')
  })

  test('is not Ready any more after two minutes, although it could not be read for one of them', () => {
    const unread = decideLater(was, {
      now: minutes(1),
      steps: new Map([['cni', found({ unread: noAnswer })]]),
    })
    const seen = { ...was, previous: unread.status, now: minutes(3), steps: broken(0) }
    expect(states(decide(seen, 1))[0]).toBe('cni Proving')
    const doubted = decideLater(was, { now: minutes(1), steps: broken(60_000) })
    const lost = {
      ...was,
      previous: doubted.status,
      now: minutes(2),
      steps: new Map([['cni', found({ unread: noAnswer })]]),
    }
    expect(decide(lost, 1).status.steps?.[0]).toMatchObject({
      state: 'Ready',
      unreadSince: '2026-11-16T12:00:00Z',
    })
  })

  test('that holds again is believed again from the start', () => {
    const moment = decideLater(was, { now: minutes(1), steps: broken(60_000) })
    const again = decide({ ...was, previous: moment.status, now: minutes(2) }, 1)
    expect(again.status.steps?.[0]).not.toHaveProperty('unprovenSince')
  })

  test('that cannot be read counts from when it was heard of last', () => {
    const unread = found({ unread: noAnswer, unheardMs: 60_000 })
    const decision = decideLater(was, { now: minutes(1), steps: new Map([['cni', unread]]) })
    expect(decision.status.steps?.[0]).toMatchObject({ unreadSince: '2026-11-16T12:00:00Z' })
  })

  test('has its whole time again when it was ready before', () => {
    const lost = decideLater(was, { now: minutes(60), steps: broken(121_000) })
    expect(states(lost)).toEqual(['cni Proving', 'flux Waiting'])
    const facts = { ...was, previous: lost.status, now: minutes(71), steps: broken(781_000) }
    expect(states(decide(facts, 1))[0]).toBe('cni Stuck')
  })

  test('continues although one before it is not ready any more', () => {
    const cluster = withGates('cni', 'flux')
    const steps = new Map([...proving.steps, ['flux', ready]])
    expect(states(decide(someFacts({ cluster, steps }), 1))).toEqual(['cni Proving', 'flux Ready'])
  })
})

describe('A cluster that cannot be read', () => {
  const was = someFacts({
    cluster: withGates('cni', 'flux'),
    steps: new Map([
      ['cni', ready],
      ['flux', ready],
    ]),
  })

  test('keeps its last words, marked', () => {
    const decision = decideLater(was, { now: minutes(1), view: unreachable(minutes(1)) })
    expect(states(decision)).toEqual(['cni Ready', 'flux Ready'])
    expect(decision.status.steps?.[0]?.unreadSince).toBe('2026-11-16T12:01:00Z')
    expect(decision.status.state).toBe('Ready')
  })

  test('is Unknown after two minutes, and says why', () => {
    const decision = decideLater(was, { now: minutes(5), view: unreachable(minutes(1)) })
    expect(decision.status.state).toBe('Unknown')
    expect(decision.status.conditions?.[0]).toMatchObject({
      type: 'Ready',
      status: 'Unknown',
      reason: 'ClusterUnreachable',
      message: 'API server cannot be reached',
    })
  })

  test('counts as one if another cluster is behind the kubeconfig', () => {
    const decision = decideLater(was, { now: minutes(5), view: { ...readable, identity: 'another' } })
    expect(decision.status.cause?.reason).toBe('WorkloadIdentityChanged')
    expect(decision.status.cluster?.identity).toBe('kube-system-1')
    expect(decision.opening).toEqual([])
  })

  test('says what it waits for now, as long as it was never read', () => {
    const uninitialized = someFacts({
      cluster: aCluster({ isInitialized: false }),
      view: { kind: 'unread', reason: 'KubeconfigMissing', message: 'No kubeconfig yet', since: NOON },
    })
    const later = decideLater(uninitialized, { cluster: aCluster() })
    expect(later.status.steps?.[0]).toMatchObject({ state: 'Held', reason: 'KubeconfigMissing' })
    expect(later.status.steps?.[0]?.unreadSince).toBeUndefined()
  })

  test('opens no gate on words of earlier', () => {
    const cniReady = someFacts({ cluster: withGates('cni'), steps: new Map([['cni', ready]]) })
    expect(decideLater(cniReady, { view: unreachable(minutes(1)) }).opening).toEqual([])
  })
})

describe('The conditions', () => {
  test('say Ready when all is', () => {
    const steps = new Map([
      ['cni', ready],
      ['flux', ready],
    ])
    const decision = decide(someFacts({ cluster: withGates('cni', 'flux'), steps }), 7)
    expect(decision.status).toMatchObject({ state: 'Ready', observedGeneration: 7 })
    expect(decision.status.cause).toBeUndefined()
    expect(decision.status.step).toBeUndefined()
    expect(decision.ready).toEqual({ status: 'True', reason: 'Ready', message: 'All steps are ready' })
    expect(decision.status.conditions?.map(({ type, status }) => `${type} ${status}`)).toEqual(['Ready True'])
  })

  test('call no cluster Ready while a step is held by something that ends by itself', () => {
    const held = found({ handOver: [hold('HandOverNotDelivered', 'Secret "x" is not delivered yet')] })
    const steps = new Map([
      ['cni', ready],
      ['flux', held],
    ])
    const decision = decide(someFacts({ cluster: withGates('cni'), steps }), 1)
    expect([decision.status.state, ...states(decision)]).toEqual(['FittingOut', 'cni Ready', 'flux Held'])
  })

  test('say Reconciling on the way, and Stalled when a person must act', () => {
    expect(types(someFacts())).toEqual(['Ready', 'Reconciling'])
    const held = found({ handOver: [hold('HandOverKeyMissing', 'Secret "x" lacks key "y"')] })
    expect(types(someFacts({ steps: new Map([['cni', held]]) }))).toEqual(['Ready', 'Stalled'])
  })

  test('name the step and what it waits for', () => {
    const held = found({ handOver: [hold('HandOverKeyMissing', 'Secret "x" lacks key "y"')] })
    expect(decide(someFacts({ steps: new Map([['cni', held]]) }), 1).ready).toEqual({
      status: 'False',
      reason: 'HandOverKeyMissing',
      message: 'Step cni is not ready: Secret "x" lacks key "y"',
    })
  })

  test('name only the step on the Cluster itself, while all continues by itself', () => {
    expect(decide(someFacts(), 1).ready).toEqual({
      status: 'False',
      reason: 'FittingOut',
      message: 'Step cni is not ready',
    })
  })

  test('change their time only with their status', () => {
    const later = decideLater(someFacts(), { now: minutes(3) })
    expect(later.status.conditions?.[0]?.lastTransitionTime).toBe('2026-11-16T12:00:00Z')
  })
})

test('Only steps that can start are asked about', () => {
  expect(stepsToAsk(someFacts()).map(({ name }) => name)).toEqual(['cni'])
  const cluster = withGates('flux')
  expect(stepsToAsk(someFacts({ cluster })).map(({ name }) => name)).toEqual(['cni', 'flux'])
})

test('The same facts give the same decision', () => {
  const facts = someFacts({ cluster: withGates('cni'), steps: new Map([['cni', ready]]) })
  expect(decide(facts, 1)).toEqual(decide(facts, 1))
})
