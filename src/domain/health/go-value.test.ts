import { expect, test } from 'vitest'
import { goKind, goType, goValue } from './go-value.ts'

const cases = [
  { given: null, kind: 'nil', type: '<nil>', printed: '<nil>' },
  { given: undefined, kind: 'nil', type: '<nil>', printed: '<nil>' },
  { given: 'a b', kind: 'string', type: 'string', printed: 'a b' },
  { given: true, kind: 'bool', type: 'bool', printed: 'true' },
  { given: -3, kind: 'int64', type: 'int64', printed: '-3' },
  { given: 2n ** 63n - 1n, kind: 'int64', type: 'int64', printed: '9223372036854775807' },
  { given: 2n ** 63n, kind: 'float64', type: 'float64', printed: '9223372036854776000' },
  { given: 1.25, kind: 'float64', type: 'float64', printed: '1.25' },
  { given: 0.00001, kind: 'float64', type: 'float64', printed: '1e-05' },
  { given: 1e21, kind: 'float64', type: 'float64', printed: '1e+21' },
  { given: 1e-100, kind: 'float64', type: 'float64', printed: '1e-100' },
  { given: ['a', 1, null], kind: 'slice', type: '[]interface {}', printed: '[a 1 <nil>]' },
  {
    given: { b: [], a: { c: 1 } },
    kind: 'map',
    type: 'map[string]interface {}',
    printed: 'map[a:map[c:1] b:[]]',
  },
]
for (const { given, kind, type, printed } of cases) {
  test(`Go holds ${printed} for ${type}`, () => {
    expect([goKind(given), goType(given), goValue(given)]).toEqual([kind, type, printed])
  })
}

test('What is deep or long is cut', () => {
  expect(goValue([[[[[['too deep']]]]]])).toBe('[[[[[…]]]]]')
  expect(goValue(Array.from({ length: 100 }, (_, index) => index))).toBe('[0 1 2 3 4 5 6 7 8 9]')
})
