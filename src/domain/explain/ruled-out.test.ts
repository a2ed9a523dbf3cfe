import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aStep } from '#test/domain/sample-fitout.ts'
import type { ClusterFitoutStatus } from '../api/schema/cluster-fitout-schema.ts'
import type { ObservedCluster, StepFacts, ViewFact } from '../plan/cluster-facts.ts'
import { decide, type Decision } from '../plan/decide.ts'
import { hold } from '../plan/holds.ts'
import {
  aCluster,
  aPlan,
  current,
  found,
  gated,
  noAnswer,
  NOON,
  readable,
  someFacts,
} from '#test/domain/sample-facts.ts'
import type { StepStatus } from '../plan/step-status.ts'
import { type ExplainFacts, unread } from './explain-facts.ts'
import { ruledOut } from './ruled-out.ts'

const proof = { objects: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'apps', name: 'x' }] }
const plan = aPlan([
  aStep('api', { dependsOn: [], proof: { preset: 'api' } }),
  gated('cni', { dependsOn: ['api'], proof: { preset: 'calico' } }),
  aStep('agent', { dependsOn: ['cni'], proof }),
  aStep('app', { dependsOn: ['agent'], proof }),
  gated('late', { dependsOn: ['agent', 'app'], proof }),
])

/** For tests: what is read when this status is explained. */
function explained(status: ClusterFitoutStatus, parts: Partial<ExplainFacts> = {}): ExplainFacts {
  return {
    now: NOON,
    namespace: 'prod',
    name: 'blue',
    step: undefined,
    cluster: unread,
    fitout: { kind: 'read', value: plan },
    status: { kind: 'read', value: status },
    view: { kind: 'read', value: readable },
    kubeconfig: unread,
    steps: new Map(),
    resourceSets: new Map(),
    packs: new Map(),
    secrets: new Map(),
    answers: new Map(),
    others: new Map(),
    ...parts,
  }
}

const isReady = (name: string): StepStatus => ({ name, state: 'Ready', reason: 'Ready' })
const allReady = plan.spec.steps.map(({ name }) => isReady(name))
const broken = { ...current, health: 'InProgress', isStable: false } as const

describe('Checked, OK', () => {
  const cases: readonly { name: string; given: ExplainFacts; want: readonly string[] }[] = [
    {
      name: 'is what was read and is ready',
      given: explained({ steps: allReady }),
      want: ['API server', 'CNI', 'step agent', 'step app', 'step late', 'kubeconfig'],
    },
    {
      name: 'is no step whose proof does not hold now, though it is still called Ready',
      given: explained({
        steps: [isReady('cni'), { ...isReady('agent'), unprovenSince: '2026-11-16T12:00:00Z' }],
      }),
      want: ['API server', 'CNI', 'kubeconfig'],
    },
    {
      name: 'is no step that cannot be read, and then not the kubeconfig either',
      given: explained({
        steps: [isReady('cni'), { ...isReady('agent'), unreadSince: '2026-11-16T12:00:00Z' }],
      }),
      want: ['API server', 'CNI'],
    },
    {
      name: 'is no step that was just seen not to hold',
      given: explained(
        { steps: [isReady('cni'), isReady('agent')] },
        {
          steps: new Map([
            ['cni', found()],
            ['agent', found({ proof: broken })],
          ]),
        },
      ),
      want: ['API server', 'CNI', 'kubeconfig'],
    },
    {
      name: 'is not the API server while a step proves that it is not ready',
      given: explained({ steps: [{ name: 'api', state: 'Proving', reason: 'ProofInProgress' }] }),
      want: ['kubeconfig'],
    },
    {
      name: 'is not what two steps prove and one of them does not',
      given: explained(
        { steps: [isReady('one'), { name: 'two', state: 'Failed', reason: 'ProofFailed' }] },
        {
          fitout: {
            kind: 'read',
            value: aPlan([
              aStep('one', { proof: { preset: 'flux' } }),
              aStep('two', { proof: { preset: 'flux', with: { namespace: 'flux-two' } } }),
            ]),
          },
        },
      ),
      want: ['API server', 'kubeconfig'],
    },
  ]
  test.each(cases)('$name', ({ given, want }) => expect(ruledOut(given)).toEqual(want))
})

describe('Whatever is read of a cluster, and whenever,', () => {
  const proofs = fc.constantFrom<StepFacts['proof']>(
    current,
    { ...current, isStable: false },
    broken,
    { ...broken, brokenForMs: 5000 },
    { ...broken, brokenForMs: 60_000 },
    { ...broken, brokenForMs: 121_000 },
    { ...broken, health: 'Failed' },
    { ...broken, health: 'Unknown' },
    undefined,
  )
  const stepFacts = fc
    .record({
      proof: proofs,
      unread: fc.option(fc.constant(noAnswer), { nil: undefined, freq: 6 }),
      isHeld: fc.boolean(),
      isApplied: fc.boolean(),
    })
    .map(({ proof, unread: cause, isHeld, isApplied }) =>
      found({
        proof,
        deliveries: [{ resourceSet: 'x', isApplied, message: 'ConfigMap "a" is not applied yet' }],
        handOver: isHeld ? [hold('HandOverKeyMissing', 'Secret "x" lacks key "y"')] : [],
        ...(cause === undefined ? {} : { unread: cause }),
      }),
    )
  const views = fc.constantFrom<ViewFact>(readable, readable, readable, readable, {
    kind: 'unread',
    reason: 'ClusterUnreachable',
    message: 'API server cannot be reached',
    since: NOON,
  })
  const looks = fc.array(
    fc.record({
      laterMs: fc.constantFrom(1000, 9000, 59_000, 130_000),
      view: views,
      steps: fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(found()) }, stepFacts), {
        minLength: plan.spec.steps.length,
        maxLength: plan.spec.steps.length,
      }),
    }),
    { minLength: 1, maxLength: 8 },
  )

  test('the words on the cluster, on its steps and on what is fine agree', () => {
    fc.assert(
      fc.property(looks, all => {
        const contradictions: string[] = []
        let last = decide(someFacts({ fitout: plan }), 1)
        let [now, cluster] = [NOON, aCluster()]
        for (const { laterMs, view, steps } of all) {
          now += laterMs
          cluster = withOpened(cluster, last)
          const seen = new Map(plan.spec.steps.map(({ name }, index) => [name, steps[index] ?? found()]))
          const facts = someFacts({ fitout: plan, cluster, now, view, previous: last.status, steps: seen })
          last = decide(facts, 1)
          contradictions.push(...contradictionsIn(last.status, view))
        }
        expect(contradictions).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})

function withOpened({ ownLabels }: ObservedCluster, { opening }: Decision): ObservedCluster {
  const own = new Set([...ownLabels, ...opening.flatMap(({ gate }) => gate?.label ?? [])])
  return aCluster({ ownLabels: own, labels: Object.fromEntries([...own].map(label => [label, 'true'])) })
}

/** What in a status cannot be true together. */
function contradictionsIn(status: ClusterFitoutStatus, view: ViewFact): readonly string[] {
  const { state, steps = [], cause, conditions = [] } = status
  const { status: ready, message: said = '' } = conditions.find(({ type }) => type === 'Ready') ?? {}
  const isAllReady = steps.every(step => step.state === 'Ready')
  const fine = ruledOut(explained(status, { view: { kind: 'read', value: view } }))
  const named = new Map([
    ['cni', 'CNI'],
    ['api', 'API server'],
  ])
  const isFine = (name: string) => fine.includes(named.get(name) ?? `step ${name}`)
  return [
    ...((state === 'Ready') === (ready === 'True') ? [] : [`state ${state}, condition ${ready}`]),
    ...((state === 'Unknown') === (ready === 'Unknown') ? [] : [`state ${state}, condition ${ready}`]),
    ...((state === 'Ready') === (cause === undefined) ? [] : [`state ${state}, cause ${cause?.reason}`]),
    ...(state === 'Ready' && !isAllReady ? ['Ready with a step that is not'] : []),
    ...(state === 'FittingOut' && isAllReady ? ['FittingOut with all steps ready'] : []),
    ...steps.filter(step => isFine(step.name) && step.state !== 'Ready').map(step => `${step.name} is fine`),
    ...steps.flatMap(step => waitedFor(step).filter(isFine)).map(name => `${name} is waited for and fine`),
    ...steps
      .flatMap(waitedFor)
      .filter(name => steps.some(step => step.name === name && isPlainlyReady(step)))
      .map(name => `${name} is waited for and Ready`),
    ...steps
      .filter(step => step.state === 'Ready' && said.includes(`Step ${step.name} is not ready`))
      .map(step => `${step.name} is Ready and said not to be`),
    ...(cause?.step !== undefined && isFine(cause.step)
      ? [`cause is step ${cause.step}, which is fine`]
      : []),
  ]
}

function waitedFor({ state, message = '' }: StepStatus): readonly string[] {
  return state === 'Waiting' ? [...message.matchAll(/"(\w+)"/g)].map(([, name = '']) => name) : []
}

function isPlainlyReady({ state, unreadSince, unprovenSince }: StepStatus): boolean {
  return state === 'Ready' && unreadSince === undefined && unprovenSince === undefined
}
