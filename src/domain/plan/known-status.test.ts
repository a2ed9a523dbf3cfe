import { expect, test } from 'vitest'
import { knownStatus } from './known-status.ts'
import { refusedStatus } from './refused-status.ts'
import { NOON } from '#test/domain/sample-facts.ts'

const cluster = { name: 'blue', uid: 'uid-blue', identity: 'kube-system-1' }

test.for<[string, unknown, unknown]>([
  ['all that it says', { cluster, state: 'Ready' }, { cluster, state: 'Ready' }],
  ['the cluster, if no more can be read', { cluster, state: 'Odd' }, { cluster }],
  ['the cluster, if its version cannot', { cluster: { ...cluster, kubernetesVersion: 7 } }, { cluster }],
  ['nothing, if it does not say which cluster', { cluster: { uid: 'u' }, state: 'Odd' }, undefined],
  ['nothing, if there is none', undefined, undefined],
  ['nothing, if it is something else', 'Ready', undefined],
])('A status tells %s', ([, given, want]) => expect(knownStatus(given)).toEqual(want))

test('A plan that is refused does not make the proven cluster forgotten, whatever else the status says', () => {
  const fitout = { name: 'plan', uid: 'uid-plan', generation: 1 }
  const refused = { now: NOON, before: { cluster, state: 'Odd' }, fitout, generation: 1, message: 'No' }
  expect(refusedStatus(refused)).toMatchObject({ state: 'Held', cluster })
})
