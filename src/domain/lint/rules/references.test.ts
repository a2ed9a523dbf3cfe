import { expect, test } from 'vitest'
import { slip } from './references.ts'

test.for([
  { name: 'letters that changed places', given: 'karpentre', there: ['karpenter'], want: 'karpenter' },
  { name: 'a letter too many', given: 'fleet-sourrce', there: ['fleet-source'], want: 'fleet-source' },
  { name: 'a plural', given: 'karpenter-crds', there: ['karpenter-crd'], want: 'karpenter-crd' },
  { name: 'another word', given: 'mailu-charts', there: ['aqua-charts'], want: undefined },
  { name: 'another number', given: 'cluster-12', there: ['cluster-13'], want: undefined },
  { name: 'a short word', given: 'team-qa', there: ['team-pa'], want: undefined },
  { name: 'a word more', given: 'podinfo-dev', there: ['podinfo'], want: undefined },
  { name: 'two words that differ', given: 'sourec-fleat', there: ['source-fleet'], want: undefined },
  { name: 'nothing else', given: 'karpenter', there: [], want: undefined },
] as const)('of a name that does not exist, $name is a slip, or is not', ({ given, there, want }) => {
  expect(slip(given, there)).toBe(want)
})
