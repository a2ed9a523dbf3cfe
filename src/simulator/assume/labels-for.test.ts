import { describe, expect, test } from 'vitest'
import { compileLabelSelector } from '../../domain/labels/label-selector.ts'
import { labelsFor } from './labels-for.ts'

const expression = (key: string, operator: string, ...values: readonly string[]) => ({
  key,
  operator,
  values,
})

describe('labels for a selector', () => {
  const cases = [
    { name: 'are its own', given: { matchLabels: { a: '1', b: '2' } }, want: { a: '1', b: '2' } },
    { name: 'have the first of several values', given: [expression('a', 'In', 'x', 'y')], want: { a: 'x' } },
    {
      name: 'have a value that two expressions allow',
      given: [expression('a', 'In', 'x', 'y'), expression('a', 'In', 'y', 'z')],
      want: { a: 'y' },
    },
    {
      name: 'have a value that is not forbidden',
      given: [expression('a', 'In', 'x', 'y'), expression('a', 'NotIn', 'x')],
      want: { a: 'y' },
    },
    { name: 'leave out what need not be there', given: [expression('a', 'NotIn', 'x')], want: {} },
    { name: 'leave out what must not be there', given: [expression('a', 'DoesNotExist')], want: {} },
    { name: 'have some value where any will do', given: [expression('a', 'Exists')], want: { a: 'sample' } },
    {
      name: 'have another value where that one is forbidden',
      given: [expression('a', 'Exists'), expression('a', 'NotIn', 'sample', 'sample-2')],
      want: { a: 'sample-2-2' },
    },
    {
      name: 'cannot be had when a value is asked for and forbidden',
      given: [expression('a', 'In', 'x'), expression('a', 'NotIn', 'x')],
      want: undefined,
    },
    {
      name: 'cannot be had when a label must and must not be there',
      given: [expression('a', 'Exists'), expression('a', 'DoesNotExist')],
      want: undefined,
    },
    {
      name: 'cannot be had when two values are asked for',
      given: [expression('a', 'In', 'x'), expression('a', 'In', 'y')],
      want: undefined,
    },
  ]
  test.for(cases)('$name', ({ given, want }) => {
    const selector = Array.isArray(given) ? { matchExpressions: given } : given
    expect(labelsFor(compileLabelSelector(selector))).toEqual(want)
  })
})
