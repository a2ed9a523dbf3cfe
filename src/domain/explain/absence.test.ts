import { expect, test } from 'vitest'
import type { QueryAnswer } from '../proof/read/query.ts'
import { explain } from './explain.ts'
import type { ExplainFacts } from './explain-facts.ts'
import { situation } from '#test/situations/situation.ts'
import { situations } from '#test/situations/situations.ts'
import { proving } from '#test/situations/pod-samples.ts'
import { deployment, sample, says } from '#test/situations/sample-objects.ts'

const refused = deployment('flux-system/helm-controller', {
  status: {
    replicas: 0,
    conditions: [
      says(
        'ReplicaFailure=True FailedCreate',
        'pods "helm-controller-abc" is forbidden: error looking up service account flux-system/helm: serviceaccount "helm" not found',
      ),
    ],
  },
})

const account = 'Deployment flux-system/helm-controller uses ServiceAccount flux-system/helm, which'
const withoutAccount = situation('x', 'AdmissionRefused', proving(refused, [])).facts

test('What someone did not find, and is not there, does not exist', () => {
  expect(explain(withoutAccount).sentence).toBe(`${account} does not exist`)
})

test('What someone did not find, and was made since, is not said to be missing', () => {
  const made = sample('v1 ServiceAccount', 'flux-system/helm')
  const { facts } = situation('x', 'AdmissionRefused', proving(refused, [made]))
  expect(explain(facts).sentence).toBe(`${account} was not found, and exists now`)
})

test('What someone did not find, and nobody could read since, is not said to be missing', () => {
  expect(explain(withLost(withoutAccount, / ServiceAccount /)).sentence).toBe(`${account} was not found`)
})

test('Nothing is said not to exist on a workload cluster of which nothing could be read', () => {
  const said = situations
    .map(({ name, facts }) => ({ name, sentence: explain(withLost(facts, /^Workload /)).sentence }))
    .filter(({ sentence }) => sentence.includes('which does not exist'))
  expect(said).toEqual([])
})

function withLost(facts: ExplainFacts, which: RegExp): ExplainFacts {
  const lost: QueryAnswer = { kind: 'unread', reason: 'connection refused' }
  const answers = [...facts.answers].map(([key, answer]) => [key, which.test(key) ? lost : answer] as const)
  return { ...facts, answers: new Map(answers) }
}
