import { describe, expect, test } from 'vitest'
import { evaluateCel } from './evaluate-cel.ts'
import { kubernetesEnvironment } from './kubernetes-environment.ts'
import { parseCel } from './parse-cel.ts'
import type { Environment } from './plan/environment.ts'
import { toJson } from './value/to-json.ts'

const variables = {
  object: {
    metadata: { name: 'web', generation: 3, labels: { 'app.kubernetes.io/name': 'web' } },
    spec: { replicas: 2 },
  },
  numbers: [1, 2, 3],
  empty: [],
}

/** The value as JSON, or the reason why there is none. */
function answer(text: string, environment?: Environment): unknown {
  const parsed = parseCel(text, environment)
  if (!parsed.ok) return `not parsed: ${parsed.error.reason}`
  const result = evaluateCel(parsed.expression, variables)
  return result.ok ? toJson(result.value) : `failed: ${result.error.reason}`
}

const groups: Readonly<Record<string, readonly (readonly [expression: string, value: unknown])[]>> = {
  'Whole numbers': [
    ['1 + 2 * 3 - 4', 3],
    ['-7 / 2', -3],
    ['-7 % 2', -1],
    ['0x1F', 31],
    ['9223372036854775807 + 1', 'failed: integer overflow'],
    ['-9223372036854775808 - 1', 'failed: integer overflow'],
    ['1u + 2u', 3],
    ['0u - 1u', 'failed: unsigned integer overflow'],
    ['1 / 0', 'failed: division by zero'],
    ['1 % 0', 'failed: modulus by zero'],
    ['1 + 1u', 'failed: no such overload'],
    ['object.metadata.generation + 1', 4],
  ],
  'Fractions and comparisons': [
    ['1.5 + 1.5', 3],
    ['1 == 1.0', true],
    ['1 < 1.5', true],
    ['1u > -1', true],
    ["'a' < 'b'", true],
    ["1 == '1'", false],
    ['[1, 2] == [1.0, 2u]', true],
    ["{'a': 1} == {'a': 1.0}", true],
    ['double("NaN") == double("NaN")', false],
    ["'a' < 1", 'failed: no such overload'],
  ],
  Logic: [
    ['true || 1 / 0 > 0', true],
    ['1 / 0 > 0 || true', true],
    ['false && 1 / 0 > 0', false],
    ['1 / 0 > 0 && false', false],
    ['1 / 0 > 0 && true', 'failed: division by zero'],
    ["true ? 'yes' : 'no'", 'yes'],
    ['!true', false],
    ['!1', 'failed: no such overload'],
  ],
  Texts: [
    ["'a' + 'b'", 'ab'],
    ['"\\u00e9".size()', 1],
    ["size('\u{1f6a2}')", 1],
    ["'abc'.startsWith('ab') && 'abc'.endsWith('bc') && 'abc'.contains('b')", true],
    ["'aaab'.matches('a+b')", true],
    ["'abc'.matches('(')", 'not parsed: error parsing regexp: missing closing ): `(`'],
    ["r'\\n'.size()", 2],
    ["'''a\nb'''", 'a\nb'],
    ["'tacocat'.charAt(3)", 'o'],
    ["'a,b,c'.split(',')", ['a', 'b', 'c']],
    ["['a', 'b'].join('-')", 'a-b'],
    ["'hello'.replace('l', 'L', 1)", 'heLlo'],
    ["' x '.trim() + 'AbC'.lowerAscii() + 'AbC'.upperAscii()", 'xabcABC'],
    ["'hello'.substring(1, 3)", 'el'],
    ["'%s is %d of %.1f'.format(['it', 1, 2.5])", 'it is 1 of 2.5'],
    ["b'abc' == bytes('abc')", true],
  ],
  'Lists and maps': [
    ['numbers[0] + numbers[2]', 4],
    ['numbers[3]', 'failed: index out of bounds: 3'],
    ['2 in numbers', true],
    ["'name' in object.metadata", true],
    ['size(numbers) + numbers.size()', 6],
    ["{'a': 1}.b", 'failed: no such key: b'],
    ["object.metadata.labels['app.kubernetes.io/name']", 'web'],
    ['object.metadata.labels.`app.kubernetes.io/name`', 'web'],
    ["{'a': 1, 'a': 2}", { a: 2 }],
    ['[1] + [2]', [1, 2]],
  ],
  Macros: [
    ['has(object.spec.replicas)', true],
    ['has(object.spec.paused)', false],
    ['numbers.all(e, e > 0)', true],
    ['empty.all(e, e > 0)', true],
    ['numbers.exists(e, e == 2)', true],
    ['numbers.exists_one(e, e > 2)', true],
    ['numbers.map(e, e * 2)', [2, 4, 6]],
    ['numbers.map(e, e > 1, e * 2)', [4, 6]],
    ['numbers.filter(e, e != 2)', [1, 3]],
    ["{'a': 1, 'b': 2}.all(k, k in ['a', 'b'])", true],
    ['[[1], [2, 3]].map(inner, inner.map(e, e + 1))', [[2], [3, 4]]],
  ],
  Optionals: [
    ['object.?spec.?replicas.orValue(9)', 2],
    ['object.?spec.?paused.orValue(false)', false],
    ['object.spec[?"paused"].hasValue()', false],
    ['optional.of(1).value()', 1],
    ['optional.none().orValue(5)', 5],
    ['[?optional.none(), 1]', [1]],
    ["{?'a': optional.of(1)}", { a: 1 }],
    ['optional.none().value()', 'failed: optional.none() dereference'],
  ],
  'Types and conversions': [
    ["int('42') + int(3.9) + int(2u)", 47],
    // A conversion of a constant is tried while the expression is parsed.
    ["int('x')", "not parsed: type conversion error from 'string' to 'int'"],
    ["double('1.5') + double(1)", 2.5],
    ['string(1) + string(1.5) + string(true)', '11.5true'],
    ['type(1) == int && type([]) == list', true],
    ["bool('true')", true],
    ['dyn(1) == 1', true],
  ],
  Times: [
    ["duration('1h30m').getMinutes()", 90],
    ["timestamp('2026-01-02T03:04:05Z').getFullYear()", 2026],
    ["timestamp('2026-01-02T00:00:00Z') - timestamp('2026-01-01T00:00:00Z') == duration('24h')", true],
    ["timestamp('2026-01-02T00:00:00Z').getHours('+02:00')", 2],
    ["string(duration('90s'))", '90s'],
  ],
  'What does not exist': [
    ['nothing', 'failed: no such attribute(s): nothing'],
    ['nothing(1)', 'failed: no such overload: nothing'],
  ],
}

for (const [group, cases] of Object.entries(groups)) {
  describe(group, () => {
    for (const [expression, value] of cases) {
      test(`${expression} is ${JSON.stringify(value)}`, () => expect(answer(expression)).toEqual(value))
    }
  })
}

describe('What Kubernetes adds', () => {
  const cases = [
    ['[1, 2, 3].isSorted() && [1, 2, 3].sum() == 6 && [3, 1].min() == 1 && [3, 1].max() == 3', true],
    ["['a', 'b', 'a'].indexOf('a') + ['a', 'b', 'a'].lastIndexOf('a')", 2],
    ["'abc 123'.find('[0-9]+')", '123'],
    ["'a1b22'.findAll('[0-9]+')", ['1', '22']],
    ["url('https://example.com:80/path?q=1').getHostname()", 'example.com'],
    ["isURL('nonsense')", false],
    ["quantity('1Gi').isGreaterThan(quantity('500Mi'))", true],
    ["isQuantity('1Gx')", false],
    ["ip('10.0.0.1').family()", 4],
    ["cidr('10.0.0.0/8').containsIP('10.1.2.3')", true],
  ] as const
  for (const [expression, value] of cases) {
    test(expression, () => expect(answer(expression, kubernetesEnvironment)).toEqual(value))
  }
})
