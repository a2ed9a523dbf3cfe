import { describe, expect, test } from 'vitest'
import type { ClusterFitoutStatus } from '../api/schema/cluster-fitout-schema.ts'
import { NOON } from '#test/domain/sample-facts.ts'
import { factOf, READY_NOTICE_MS } from './fact.ts'
import { aClusterFitout, aFact, heldStatus, readyStatus } from '#test/domain/sample-fact.ts'

const noon = '2026-11-16T12:00:00Z'
const isReady = { type: 'Ready', reason: 'Some', message: 'Some', lastTransitionTime: noon } as const
const cause = { reason: 'ProofInProgress', message: 'Not yet', step: 'cni', actor: 'Nobody' } as const

describe('A ClusterFitout tells', () => {
  const cases: readonly { name: string; status: ClusterFitoutStatus; want: string | undefined }[] = [
    { name: 'of a hold that a user must end', status: heldStatus(), want: 'trouble Held' },
    { name: 'of a step that failed', status: heldStatus({ state: 'Failed' }), want: 'trouble Failed' },
    { name: 'of a step that is stuck', status: heldStatus({ state: 'Stuck' }), want: 'trouble Stuck' },
    {
      name: 'of a cluster that could not be read for long',
      status: heldStatus({ state: 'Unknown', conditions: [{ ...isReady, status: 'Unknown' }] }),
      want: 'trouble Unknown',
    },
    {
      name: 'of what does not continue before Git is fixed, although its gate is open',
      status: heldStatus({ state: 'FittingOut' }),
      want: 'trouble FittingOut',
    },
    { name: 'of a cluster that got ready', status: readyStatus(), want: 'ready Ready' },
    {
      name: 'nothing of what happens by itself',
      status: { state: 'FittingOut', cause, conditions: [{ ...isReady, status: 'False' }] },
      want: undefined,
    },
    {
      name: 'nothing of what is paused',
      status: { state: 'Paused', cause, conditions: [{ ...isReady, status: 'False' }] },
      want: undefined,
    },
    {
      name: 'nothing of what is on its way out',
      status: { state: 'Deleting', cause, conditions: [{ ...isReady, status: 'False' }] },
      want: undefined,
    },
    { name: 'nothing before anything was said', status: {}, want: undefined },
  ]
  test.for(cases)('$name', ({ status, want }) => {
    const fact = factOf(aClusterFitout(status), NOON)
    expect(fact && `${fact.kind} ${fact.state}`).toBe(want)
  })

  test('in the words of its status', () => {
    const { key, ...fact } = aFact(heldStatus())
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(fact).toEqual({
      kind: 'trouble',
      cluster: { namespace: 'prod', name: 'blue' },
      fitout: { name: 'eks', uid: 'uid-eks', generation: 2 },
      state: 'Held',
      reason: 'HandOverKeyMissing',
      step: 'karpenter',
      actor: 'Git',
      sentence: 'Secret "blue-eks" lacks key "queue"',
      next: 'Add the key: kubectl edit secret blue-eks',
      since: noon,
    })
  })

  test('that it is ready only as long as that is news', () => {
    const ready = aClusterFitout(readyStatus())
    expect(factOf(ready, NOON + READY_NOTICE_MS)).toBeDefined()
    expect(factOf(ready, NOON + READY_NOTICE_MS + 1)).toBeUndefined()
  })
})

describe('The key of a fact', () => {
  const { key } = aFact(heldStatus())
  const { cause: held } = heldStatus()

  test('stays when only the words change', () => {
    const words = { cause: held && { ...held, message: 'Other words', next: 'Something else' } }
    expect(aFact(heldStatus(words)).key).toBe(key)
  })

  const others: readonly { name: string; fact: ReturnType<typeof aFact> }[] = [
    { name: 'cluster', fact: aFact(heldStatus(), { uid: 'another' }) },
    { name: 'step', fact: aFact(heldStatus({ cause: held && { ...held, step: 'cni' } })) },
    { name: 'reason', fact: aFact(heldStatus({ cause: held && { ...held, reason: 'ProofFailed' } })) },
    {
      name: 'version of the plan',
      fact: aFact(heldStatus({ fitout: { name: 'eks', uid: 'uid-eks', generation: 3 } })),
    },
    {
      name: 'time of not being ready',
      fact: aFact(
        heldStatus({
          state: 'Unknown',
          conditions: [{ ...isReady, status: 'Unknown', lastTransitionTime: '2026-11-16T11:00:00Z' }],
        }),
      ),
    },
  ]
  test.for(others)('is another one for another $name', ({ fact }) => {
    expect(fact.key).not.toBe(key)
  })
})
