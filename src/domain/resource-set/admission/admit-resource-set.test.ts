import { describe, expect, test } from 'vitest'
import { admitResourceSet, defaultResourceSetSpec, webhookProblems } from './admit-resource-set.ts'
import { MAX_RESOURCES } from './resource-set-schema.ts'

const source = { kind: 'ConfigMap', name: 'pack' }
const clusterSelector = { matchLabels: { env: 'prod' } }
const spec = { clusterSelector, resources: [source], strategy: 'ApplyOnce' }

function many(count: number): readonly unknown[] {
  return Array.from({ length: count }, (_, index) => ({ kind: 'Secret', name: `s-${index}` }))
}

describe('admitResourceSet', () => {
  const cases = [
    { name: 'takes a set', given: spec, want: [] },
    { name: 'takes one without a strategy', given: { clusterSelector, resources: [source] }, want: [] },
    { name: 'takes one with an empty strategy', given: { ...spec, strategy: '' }, want: [] },
    { name: 'takes the same source twice', given: { ...spec, resources: [source, source] }, want: [] },
    { name: 'takes 100 sources', given: { ...spec, resources: many(MAX_RESOURCES) }, want: [] },
    { name: 'refuses 101 sources', given: { ...spec, resources: many(101) }, want: ['spec.resources'] },
    { name: 'refuses no sources', given: { ...spec, resources: [] }, want: ['spec.resources'] },
    { name: 'refuses a spec without sources', given: { clusterSelector }, want: ['spec.resources'] },
    { name: 'refuses no spec', given: undefined, want: ['spec'] },
    {
      name: 'refuses another kind of source and an empty name',
      given: { ...spec, resources: [source, { kind: 'Pod', name: '' }] },
      want: ['spec.resources[1].kind', 'spec.resources[1].name'],
    },
    {
      name: 'refuses a source without kind and with a long name',
      given: { ...spec, resources: [{ name: 'x'.repeat(254) }] },
      want: ['spec.resources[0].kind', 'spec.resources[0].name'],
    },
    { name: 'refuses another strategy', given: { ...spec, strategy: 'Once' }, want: ['spec.strategy'] },
    {
      name: 'refuses no selector',
      given: { resources: [source] },
      want: ['spec.clusterSelector'],
    },
    {
      name: 'refuses an empty selector',
      given: { ...spec, clusterSelector: {} },
      want: ['spec.clusterSelector'],
    },
    {
      name: 'refuses a selector with a wrong key',
      given: { ...spec, clusterSelector: { matchLabels: { '-env': 'prod' } } },
      want: ['spec.clusterSelector'],
    },
    {
      name: 'refuses a selector with a number',
      given: { ...spec, clusterSelector: { matchLabels: { env: 1 } } },
      want: ['spec.clusterSelector'],
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(admitResourceSet(given).map(({ path }) => path)).toEqual(want))
  }
})

describe('admitResourceSet, of a change,', () => {
  const cases = [
    { name: 'takes the same spec', given: spec, old: spec, want: [] },
    { name: 'takes other sources', given: { ...spec, resources: many(2) }, old: spec, want: [] },
    { name: 'takes a strategy where there was none', given: spec, old: { clusterSelector }, want: [] },
    {
      name: 'takes labels in another order',
      given: { ...spec, clusterSelector: { matchLabels: { a: '1', b: '2' } } },
      old: { ...spec, clusterSelector: { matchLabels: { b: '2', a: '1' } } },
      want: [],
    },
    {
      name: 'refuses another strategy',
      given: { ...spec, strategy: 'Reconcile' },
      old: spec,
      want: ['spec.strategy'],
    },
    {
      name: 'refuses no strategy where it was Reconcile, because the default is another one',
      given: { clusterSelector, resources: [source] },
      old: { ...spec, strategy: 'Reconcile' },
      want: ['spec.strategy'],
    },
    {
      name: 'refuses another selector',
      given: { ...spec, clusterSelector: { matchLabels: { env: 'test' } } },
      old: spec,
      want: ['spec.clusterSelector'],
    },
    {
      name: 'refuses an empty list where there was none, because Go distinguishes the two',
      given: { ...spec, clusterSelector: { ...clusterSelector, matchExpressions: [] } },
      old: spec,
      want: ['spec.clusterSelector'],
    },
  ]
  for (const { name, given, old, want } of cases) {
    test(name, () => expect(admitResourceSet(given, old).map(({ path }) => path)).toEqual(want))
  }
})

test('the webhook alone refuses a strategy that goes away', () => {
  const problem = 'Invalid value: field is immutable'
  expect(webhookProblems({ clusterSelector, strategy: '' }, spec)).toEqual([
    { path: 'spec.strategy', problem },
  ])
})

test('the default strategy is ApplyOnce', () => {
  expect(defaultResourceSetSpec({ strategy: '' })).toEqual({ strategy: 'ApplyOnce' })
  expect(defaultResourceSetSpec({ strategy: 'Reconcile' })).toEqual({ strategy: 'Reconcile' })
})
