import { expect, test } from 'vitest'
import { validateLabelSelector, validateLabels } from './validate-label-selector.ts'

test('A right selector has no problems, nor has none at all', () => {
  const selector = { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'c', operator: 'Exists' }] }
  expect(validateLabelSelector(selector, 'spec.selector')).toEqual([])
  expect(validateLabelSelector(undefined, 'spec.selector')).toEqual([])
})

const cases = [
  {
    name: 'A set without values',
    given: { key: 'a', operator: 'NotIn' },
    field: 'values',
    problem: "Required value: must be specified when `operator` is 'In' or 'NotIn'",
  },
  {
    name: 'A value for mere existence',
    given: { key: 'a', operator: 'Exists', values: [''] },
    field: 'values',
    problem: "Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
  },
  {
    name: 'An unknown operator',
    given: { key: 'a', operator: 'Gt' },
    field: 'operator',
    problem: 'Invalid value: "Gt": not a valid selector operator',
  },
  {
    name: 'A wrong key',
    given: { key: '-', operator: 'Exists' },
    field: 'key',
    problem: 'Invalid value: "-": name part must consist',
  },
  {
    name: 'A wrong value',
    given: { key: 'a', operator: 'In', values: ['b', 'c d'] },
    field: 'values[1]',
    problem: 'Invalid value: "c d": a valid label',
  },
]
for (const { name, given, field, problem } of cases) {
  test(`${name} is reported where it stands`, () => {
    expect(validateLabelSelector({ matchExpressions: [given] }, 'spec.selector')).toEqual([
      { path: `spec.selector.matchExpressions[0].${field}`, problem: expect.stringContaining(problem) },
    ])
  })
}

test('Every problem of the labels is reported under their path', () => {
  expect(validateLabels({ 'a b': 'c', d: 'e f' }, 'metadata.labels')).toEqual([
    { path: 'metadata.labels', problem: expect.stringContaining('"a b"') },
    { path: 'metadata.labels', problem: expect.stringContaining('"e f"') },
  ])
})
