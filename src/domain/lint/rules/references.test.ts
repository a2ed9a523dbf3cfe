import { expect, test } from 'vitest'
import { nearestFolder, slip, slipInFolder } from './references.ts'

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

test.for([
  {
    name: 'with a letter too few',
    given: './infra/ap',
    there: ['./infra/app', './apps/app'],
    want: './infra/app',
  },
  {
    name: 'with a typo in two parts',
    given: 'clustrs/pord',
    there: ['clusters/prod'],
    want: 'clusters/prod',
  },
  {
    name: 'that is like another but for one part, which is another word',
    given: 'platform/app/nginx/overlays/prod',
    there: ['platform/app/vault/overlays/prod', 'platform/app/overlays/prod'],
    want: undefined,
  },
] as const)('a folder $name is near to one that exists, or is not', ({ given, there, want }) => {
  expect(nearestFolder(given, there)).toBe(want)
})

test.for([
  {
    name: 'a letter less',
    given: 'clusters/productio',
    there: ['apps', 'clusters/production'],
    want: 'clusters/production',
  },
  { name: 'two letters less', given: 'clusters/producti', there: ['clusters/production'], want: undefined },
  {
    name: 'a typo in two parts',
    given: 'cluster/productio',
    there: ['clusters/production'],
    want: undefined,
  },
  { name: 'a part more', given: 'clusters/production/apps', there: ['clusters/production'], want: undefined },
  { name: 'nothing else', given: 'clusters/production', there: ['clusters/production'], want: undefined },
] as const)('of a folder that does not exist, $name is a slip, or is not', ({ given, there, want }) => {
  expect(slipInFolder(given, there)).toBe(want)
})
