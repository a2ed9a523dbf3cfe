import { describe, expect, test } from 'vitest'
import { checkRules } from './check-rules.ts'
import { readClass } from './read-class.ts'

function checked(schema: object, value?: unknown) {
  const found = readClass({
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'ClusterClass',
    metadata: { name: 'eks' },
    spec: { variables: [{ name: 'it', schema: { openAPIV3Schema: schema } }] },
  })
  if (!found) throw new Error('it is a ClusterClass')
  return checkRules(new Map(value === undefined ? [] : [['it', value]]), found)
}
const rule = (text: string, rest: object = {}) => ({
  'x-kubernetes-validations': [{ rule: text, ...rest }],
})
const number = { type: 'integer' }

describe('A rule of a class', () => {
  const cases: readonly { name: string; schema: object; value?: unknown; want: readonly string[] }[] = [
    { name: 'holds', schema: { ...number, ...rule('self > 1') }, value: 2, want: [] },
    {
      name: 'is broken, and says itself',
      schema: { ...number, ...rule('self > 1') },
      value: 1,
      want: ['it: must satisfy self > 1'],
    },
    {
      name: 'is broken, and has words',
      schema: { ...number, ...rule('self > 1', { message: 'must be more' }) },
      value: 1,
      want: ['it: must be more'],
    },
    {
      name: 'is broken, and makes its words',
      schema: { ...number, ...rule('self > 1', { messageExpression: '"not " + string(self)' }) },
      value: 1,
      want: ['it: not 1'],
    },
    {
      name: 'names the field that it is about',
      schema: {
        type: 'object',
        properties: { a: number, b: number },
        ...rule('self.a < self.b', { fieldPath: '.a', message: 'must be less than b' }),
      },
      value: { a: 2, b: 1 },
      want: ['it.a: must be less than b'],
    },
    {
      name: 'sees the defaults',
      schema: {
        type: 'object',
        default: {},
        properties: { a: { ...number, default: 3 } },
        ...rule('self.a < 2'),
      },
      want: ['it: must satisfy self.a < 2'],
    },
    {
      name: 'is for every item',
      schema: { type: 'array', items: { ...number, ...rule('self > 1') } },
      value: [2, 1],
      want: ['it.1: must satisfy self > 1'],
    },
    {
      name: 'is for every value of a map',
      schema: { type: 'object', additionalProperties: { ...number, ...rule('self > 1') } },
      value: { 'a-b': 1 },
      want: ['it.a-b: must satisfy self > 1'],
    },
    {
      name: 'names fields as the API server does',
      schema: {
        type: 'object',
        properties: { 'a-b': number, namespace: number },
        ...rule('self.a__dash__b < self.__namespace__'),
      },
      value: { 'a-b': 2, namespace: 1 },
      want: ['it: must satisfy self.a__dash__b < self.__namespace__'],
    },
    {
      name: 'that compares with the value before is not for a new cluster',
      schema: { ...number, ...rule('self == oldSelf') },
      value: 1,
      want: [],
    },
    {
      name: 'is not asked about a value that is not there',
      schema: { ...number, ...rule('self > 1') },
      want: [],
    },
  ]
  test.each(cases)('$name', ({ schema, value, want }) => {
    const { problems, unchecked } = checked(schema, value)
    expect(problems.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(want)
    expect(unchecked).toEqual([])
  })

  const left = [
    'self.isSemver()',
    'format.dns1123Label().validate(self).hasValue()',
    'self.nothing > 1',
    'self +',
  ]
  test.each(left)('is left to the API server: %s', text => {
    expect(checked({ type: 'string', ...rule(text) }, 'x')).toEqual({
      problems: [],
      unchecked: [{ path: ['it'], rule: text }],
    })
  })
})
