import { expect, test } from 'vitest'
import type { ResourceEntry } from '../binding.ts'
import { planApply } from './plan-apply.ts'
import { readSourceObjects } from '../read-source-objects.ts'
import type { Strategy } from '../resource-set.ts'
import { readSource } from '../source.ts'

const source = readSource({
  kind: 'ConfigMap',
  data: {
    all: ['new', 'equal', 'other'].map(name => `kind: Namespace\nmetadata: {name: ${name}}\n`).join('---\n'),
  },
})
const live = new Map([
  ['equal', { kind: 'Namespace', metadata: { name: 'equal', uid: '1' } }],
  ['other', { kind: 'Namespace', metadata: { name: 'other', labels: { a: 'b' } } }],
])

function plan(strategy: Strategy, entry?: Partial<ResourceEntry>): readonly string[] {
  const defaults = { kind: 'ConfigMap', name: 'x', applied: true, hash: 'now', lastAppliedTime: '' } as const
  return planApply({
    strategy,
    entry: entry && { ...defaults, ...entry },
    hash: 'now',
    objects: readSourceObjects(source),
    find: ({ name }) => live.get(name),
  }).map(({ action, reason }) => `${action}: ${reason}`)
}

const creating = ['create: not-there', 'leave: exists', 'leave: exists']
const patching = ['create: not-there', 'patch: equal', 'patch: differs']
const cases = [
  {
    name: 'ApplyOnce creates what does not exist and leaves the rest',
    given: plan('ApplyOnce'),
    want: creating,
  },
  {
    name: 'ApplyOnce tries again after a failure',
    given: plan('ApplyOnce', { applied: false }),
    want: creating,
  },
  {
    name: 'ApplyOnce leaves everything once the source is applied, whatever has changed',
    given: plan('ApplyOnce', { hash: 'old' }),
    want: Array.from({ length: 3 }, () => 'leave: applied-once'),
  },
  { name: 'Reconcile patches what is there, equal or not', given: plan('Reconcile'), want: patching },
  { name: 'Reconcile follows a changed source', given: plan('Reconcile', { hash: 'old' }), want: patching },
  {
    name: 'Reconcile does not look at objects of an unchanged source',
    given: plan('Reconcile', {}),
    want: Array.from({ length: 3 }, () => 'leave: source-unchanged'),
  },
]
for (const { name, given, want } of cases) test(name, () => expect(given).toEqual(want))
