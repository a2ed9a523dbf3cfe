import { describe, expect, test } from 'vitest'
import { answerCel } from '#test/domain/answer-cel.ts'
import { kubernetesEnvironment } from './kubernetes-environment.ts'

const variables = { type: 'web', 'a.b': 'dotted', x: 5, l: [1, 2], s: { key: null } }

// docs/reference/cel.md says why each of these is as it is.
describe('Oddities of cel-go that are kept', () => {
  const cases = [
    { name: 'a variable hides a type', given: "type == 'web'", want: 'web' === 'web' },
    { name: 'a name with a dot is found before the field of a variable', given: 'a.b', want: 'dotted' },
    {
      name: 'a leading dot asks for the variable outside of all macros',
      given: 'l.map(x, .x)',
      want: [5, 5],
    },
    { name: 'a function can be called like a member', given: "'5'.int()", want: 5 },
    { name: 'a member can be called like a function', given: "startsWith('ab', 'a')", want: true },
    { name: 'two negations are none, whatever is negated', given: "!!'a'", want: 'a' },
    { name: 'has() continues behind its parenthesis', given: "has({'a': 1}.a).c", want: false },
    { name: 'has() in has() is has()', given: "has(has({'a': 1}.a))", want: true },
    {
      name: 'has() in a conditional may be an optional',
      given: "(true ? has({'x': {'y': 'z'}}.?x.y) : false).hasValue()",
      want: true,
    },
    {
      name: 'the variable of optMap grows when it is an empty list',
      given: 'optional.of([]).optMap(x, [x + [1], x + [2]]).value()',
      want: [
        [1, 2],
        [1, 2],
      ],
    },
    {
      name: 'large integers meet doubles as doubles',
      given: '9007199254740993 == 9007199254740992.0',
      want: true,
    },
    { name: 'a double finds an int among keys', given: '{1: 2}[1.0]', want: 2 },
    { name: 'numbers of different types are different keys', given: '{1: 1, 1u: 2, 1.0: 3}.size()', want: 3 },
    { name: 'the last of two equal keys counts', given: "{1: 'a', 1: 'b'}[1]", want: 'b' },
    {
      name: 'a map is equal to another only one way round',
      given: '[{1.0: 1} == {1: 1}, {1: 1} == {1.0: 1}]',
      want: [true, false],
    },
    { name: 'a literal pattern looks into types', given: "type(1).matches('int')", want: true },
    { name: 'a literal pattern looks into optionals', given: "optional.of('abc').matches('b')", want: true },
    {
      name: 'hours round up close to a whole one',
      given: "duration('2562046h59m59.999999999s').getHours()",
      want: 2562047,
    },
    { name: 'or() takes anything on its right', given: 'optional.none().or(1)', want: 1 },
    { name: 'an offset beyond the end finds nothing', given: "'abc'.indexOf('c', 9)", want: -1 },
    { name: 'an empty text is found at the end', given: "'abc'.indexOf('', 9)", want: 3 },
    { name: 'a null field is there', given: 'has(s.key) && s.key == null', want: true },
    { name: 'old names of operators can be called', given: '_in_(1, [1])', want: true },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(answerCel(given, variables)).toEqual({ value: want }))
  }

  const failures = [
    { name: 'a double is no key that an int finds', given: '{1.0: 2}[1]', want: 'no such key: 1' },
    {
      name: 'a computed pattern does not look into types',
      given: "type(1).matches('in' + 't')",
      want: 'no such overload: matches',
    },
    {
      name: 'the last fault of a filter is reported',
      given: "[0, 'a'].filter(n, 12 / n > 4)",
      want: 'no such overload',
    },
    {
      name: 'the first fault of a map is reported',
      given: "[0, 'a'].map(n, 12 / n)",
      want: 'division by zero',
    },
    {
      name: 'the macro existsOne does not exist',
      given: '[1].existsOne(e, true)',
      want: 'no such attribute(s): e',
    },
    { name: 'two variables are not there', given: '[1].all(i, v, true)', want: 'no such attribute(s): i' },
  ]
  for (const { name, given, want } of failures) {
    test(name, () => expect(answerCel(given, variables)).toMatchObject({ reason: want }))
  }
})

describe('Oddities of the API server that are kept', () => {
  const cases = [
    {
      name: 'a sum of quantities can stand on the left of ==',
      given: "quantity('1k').add(5) == quantity('1005')",
      want: { value: true },
    },
    {
      name: 'a sum of quantities cannot stand on the right',
      given: "quantity('1005') == quantity('1k').add(5)",
      want: { code: 'CEL_EVALUATION', reason: 'no such overload' },
    },
    {
      name: 'a whole number of thousandths is no integer',
      given: "quantity('1000m').isInteger()",
      want: { value: false },
    },
    { name: 'a long number is no integer', given: "quantity('1000Ti').isInteger()", want: { value: false } },
    { name: 'elements without an order are sorted', given: "[1, 'a'].isSorted()", want: { value: true } },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(answerCel(given, {}, { environment: kubernetesEnvironment })).toEqual(want))
  }
})

describe('Oddities of cel-go that are not kept', () => {
  const cases = [
    {
      name: 'bytes as a key are an error and no panic',
      given: "{b'a': 1}",
      want: { reason: 'unsupported key type: bytes' },
    },
    {
      name: 'bytes among keys are an error and no panic',
      given: "b'a' in {'a': x}",
      want: { reason: 'unsupported key type: bytes' },
    },
    {
      name: 'JSON has no spaces',
      given: "json.encode({'b': [1, 2], 'a': null})",
      want: { value: '{"a":null,"b":[1,2]}' },
    },
    { name: 'keys keep their order', given: "{'b': 1, 'a': 2}.map(k, k)", want: { value: ['b', 'a'] } },
    {
      name: 'overloads have no names',
      given: 'int64_to_string(5)',
      want: { reason: 'no such overload: int64_to_string' },
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(answerCel(given, variables)).toMatchObject(want))
  }
})
