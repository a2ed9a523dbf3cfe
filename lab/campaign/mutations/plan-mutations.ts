import { ref } from '../../kube/kube-object.ts'
import { type Base, deliveryNames } from '../base.ts'
import type { Mutation } from './mutation.ts'

/** Mistakes in the plan itself, that the API server lets pass. */
export function planMutations(base: Base): readonly Mutation[] {
  const object = ref('fitout.dev/v1alpha1', 'Fitout', 'base')
  const step = (name: string, change: Base['step'], words: readonly string[]): Mutation => ({
    name: `step: ${name}`,
    operator: 'plan',
    mutated: { side: 'management', object, field: ['spec', 'steps'], words },
    change: whole => ({ ...whole, step: { ...whole.step, ...change } }),
  })
  const [first] = base.wants
  if (!first) return []
  const { apiVersion, kind, metadata } = first
  const proof = (changed: object) => ({ proof: { objects: [{ apiVersion, kind, ...metadata, ...changed }] } })
  return [
    step('the proof names an object that nobody brings', proof({ name: 'wbe' }), ['wbe']),
    step('the proof names a kind that there is not', proof({ kind: 'Deploymnet' }), ['Deploymnet']),
    step(
      'the proof names a version that there is not',
      proof({ apiVersion: `${apiVersion.split('/')[0]}/v9` }),
      ['v9'],
    ),
    step(
      'the gate is another label than that of the set',
      { gate: { label: `other-${base.id}.example.com/enabled` } },
      [deliveryNames(base.id).gate, `other-${base.id}`],
    ),
    step('the set has another name', { resourceSets: [`${base.id}-set`] }, [`${base.id}-set`]),
    step('an expression that is never true', proof({ current: 'false' }), ['current', 'expression', 'false']),
    step('an expression about a field that there is not', proof({ current: 'status.nothing.here == 1' }), [
      'nothing',
      'no such key',
      'expression',
    ]),
  ]
}
