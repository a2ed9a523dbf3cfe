import { describe, expect, test } from 'vitest'
import { found } from '#test/domain/sample-facts.ts'
import type { ReadError } from '../../api/schema/cluster-fitout-schema.ts'
import type { StepStatus } from '../../plan/step-status.ts'
import { explain } from '../explain.ts'
import { situation } from '#test/situations/situation.ts'
import type { Why } from '../why.ts'

const helm = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'flux-system', name: 'helm-controller' }

/** For tests: what is told of a step whose proof cannot be read. */
function whyUnread(readError: ReadError, on: 'Workload' | 'Management' = 'Workload'): Why {
  // No advice may hang on the words.
  const message = 'no answer'
  const evidence = [{ cluster: on, object: helm, health: 'Unknown', message }] as const
  const said = { reason: 'ProofNotRead', message: `Deployment x cannot be evaluated: ${message}` }
  const proof = {
    health: 'Unknown',
    isStable: false,
    brokenForMs: 0,
    sentence: said.message,
    evidence,
  } as const
  const { facts } = situation('unread', 'ProofNotRead', {
    said,
    facts: { steps: new Map([['flux', found({ proof, unread: { message, readError } })]]) },
  })
  // Whoever asks why gets no better answer.
  const answers = [...facts.answers.keys()].map(key => [key, { kind: 'unread', reason: message }] as const)
  return explain({ ...facts, answers: new Map(answers) })
}

describe('What to do about a proof that cannot be read depends on why:', () => {
  const cases: readonly { name: string; readError: ReadError; on?: 'Management'; want: readonly string[] }[] =
    [
      {
        name: 'a permission is named, and whose it is',
        readError: 'Forbidden',
        want: [
          'Give the user of the kubeconfig of Cluster "payments-eu" the permission to get, list and watch Deployment of apps/v1 in namespace "flux-system"',
          'Refresh now',
        ],
      },
      {
        name: 'on the management cluster the account of Fitout needs it',
        readError: 'Forbidden',
        on: 'Management',
        want: [
          'Give the service account of Fitout the permission to get, list and watch Deployment of apps/v1 in namespace "flux-system"',
          'Refresh now',
        ],
      },
      {
        name: 'a server that throttles needs no permission',
        readError: 'Throttled',
        want: [
          'Find out what else loads the API server, and what its FlowSchemas allow; Fitout retries with backoff',
          'Refresh now',
        ],
      },
      {
        name: 'too much is asked for less',
        readError: 'TooLarge',
        want: [
          'Select fewer objects in the proof: by name, in one namespace, or by a narrower selector',
          'Refresh now',
        ],
      },
      {
        name: 'a server that is late is looked at',
        readError: 'TimedOut',
        want: [
          'Check the API server, and the webhook that converts Deployment, if there is one',
          'Refresh now',
        ],
      },
      {
        name: 'and so is one that fails',
        readError: 'ServerError',
        want: [
          'Check the API server, and the webhook that converts Deployment, if there is one',
          'Refresh now',
        ],
      },
      {
        name: 'what nobody foresaw is told as it is',
        readError: 'Other',
        want: ['Find out why Deployment of apps/v1 in namespace "flux-system" cannot be read', 'Refresh now'],
      },
    ]
  test.for(cases)('$name', ({ readError, on, want }) => {
    const { reason, next } = whyUnread(readError, on)
    expect({ reason, next: next.map(({ text }) => text) }).toEqual({ reason: 'ProofNotRead', next: want })
  })

  test('what was read and cannot be judged is not a matter of permissions', () => {
    const { facts } = situation('expression', 'ProofNotRead', {
      said: {
        reason: 'ProofNotRead',
        message: 'Deployment x cannot be evaluated: `current` cannot be evaluated: no such key: a',
      },
    })
    expect(explain(facts).next.map(({ text }) => text)).toEqual([
      'Correct the expression of the proof',
      'Refresh now',
    ])
  })
})

test('A step that is Ready by its last word, and cannot be read, is explained by what cannot be read', () => {
  const message = 'API server is throttling requests (429)'
  const since = '2026-11-16T11:50:00Z'
  const steps: readonly StepStatus[] = [
    { name: 'cni', state: 'Ready', reason: 'Ready', message: 'All is well' },
    { name: 'dns', state: 'Ready', reason: 'Ready', message: 'All is well', unreadSince: since },
  ]
  const { facts } = situation('lost', 'ProofNotRead', {
    facts: {
      status: {
        kind: 'read',
        value: {
          state: 'Unknown',
          step: 'dns',
          cause: { reason: 'ProofNotRead', message, step: 'dns', actor: 'Operator', since },
          steps,
        },
      },
    },
  })
  const { reason, sentence, state, ruledOut } = explain(facts)
  expect({ reason, sentence, state, ruledOut }).toEqual({
    reason: 'ProofNotRead',
    sentence: message,
    state: 'Ready',
    ruledOut: ['API server', 'CNI', 'bindings and hashes'],
  })
})
