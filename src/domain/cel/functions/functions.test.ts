import { describe, expect, test } from 'vitest'
import { answerCel } from '#test/domain/answer-cel.ts'

type Case = readonly [expression: string, answer: unknown]

const groups: Readonly<Record<string, readonly Case[]>> = {
  'strings by character': [
    ["'h😀llo'.size()", 5],
    ["'h😀llo'.charAt(1)", '😀'],
    ["'hello'.charAt(5)", ''],
    ["'hello'.charAt(6)", 'index out of range: 6'],
    ["'h😀llo'.indexOf('l')", 2],
    ["'hello'.lastIndexOf('l')", 3],
    ["'hello'.lastIndexOf('l', 2)", 2],
    ["'hello'.lastIndexOf('hello world')", -1],
    ["'h😀llo'.substring(1, 2)", '😀'],
    ["'hello'.substring(3, 1)", 'invalid substring range. start: 3, end: 1'],
    ["'hello'.substring(6)", 'index out of range: 6'],
    ["'h😀llo'.reverse()", 'oll😀h'],
    ["'ÄbC'.lowerAscii() + 'äbC'.upperAscii()", 'ÄbcäBC'],
    ["' \\u0085a\\u00a0'.trim() + '\\ufeffa'.trim()", 'a\ufeffa'],
    ["strings.quote('a\\n\"\\\\')", String.raw`"a\n\"\\"`],
  ],
  'splitting, joining and replacing': [
    ["'a,b,c'.split(',')", ['a', 'b', 'c']],
    ["'a,b,c'.split(',', 2)", ['a', 'b,c']],
    ["'a,b,c'.split(',', 0)", []],
    ["'ab'.split('')", ['a', 'b']],
    ["''.split(',')", ['']],
    ["'abc'.replace('', '-')", '-a-b-c-'],
    ["'abc'.replace('', '-', 2)", '-a-bc'],
    ["'abab'.replace('a', 'x', 1)", 'xbab'],
    ["['a', 'b'].join('/')", 'a/b'],
    ["['a', 1].join()", 'join: invalid input: 1'],
    ['[1].join()', 'no such overload: join(list)'],
  ],
  format: [
    ["'%s %s'.format(['a', [1, 2.5, {'b': null, 'a': true}]])", 'a [1, 2.5, {a: true, b: null}]'],
    ["'%d %d %d'.format([1, 2u, 3.5])", '1 2 3.5'],
    ["'%.0f %.1f %f'.format([2.5, 0.25, 1])", '2 0.2 1.000000'],
    ["'%e %.2e'.format([0.0, 12345])", '0.000000e+00 1.23e+04'],
    ["'%x %X %x %x'.format([255, -255, 'hé', b'a'])", 'ff -FF 68c3a9 61'],
    ["'%b %b %o %%'.format([5, true, 8])", '101 1 10 %'],
    ["'%s'.format([timestamp('2023-01-01T00:00:00+05:30')])", '2022-12-31T18:30:00Z'],
    ["'%s'.format([duration('90m')])", '5400s'],
    ["'%s %s'.format([1])", 'index 1 out of range'],
    ["'%'.format([1])", 'unexpected end of string'],
    ["'%q'.format([1])", 'could not parse formatting clause: unrecognized formatting clause "q"'],
    [
      "'%d'.format(['a'])",
      'error during formatting: decimal clause can only be used on ints, uints, and doubles, was given string',
    ],
    [
      "'%.101f'.format([1.0])",
      'could not parse formatting clause: error while parsing precision: precision 101 exceeds maximum allowed precision 100',
    ],
  ],
  conversions: [
    ["[bool('t'), bool('False')]", [true, false]],
    ["[double('1_000.5'), double('0x1p-2'), double('.5')]", [1000.5, 0.25, 0.5]],
    [
      '[string(1234567.0), string(0.00001), string(-0.0), string(100000.0)]',
      ['1.234567e+06', '1e-05', '-0', '100000'],
    ],
    ["string(double('-inf'))", '-Inf'],
    ["[int(1.9), int(-1.9), int('+7'), int(5u)]", [1, -1, 7, 5]],
    ['int(-9223372036854775808.0)', 'integer overflow'],
    ["uint('-1')", "type conversion error from 'string' to 'uint'"],
    ['uint(-1)', 'unsigned integer overflow'],
    ["string(b'\\xff')", 'invalid UTF-8 in bytes, cannot convert to string'],
    ["int(duration('1s')) + int(timestamp('1970-01-01T00:00:01Z'))", 1000000001],
    ["string(duration('1h30m'))", '5400s'],
    ['string([1])', 'no such overload: string(list)'],
    ['type(type(1)) == type', true],
  ],
  'timestamps and durations': [
    ["string(timestamp('2023-01-01T00:00:00.120+05:30'))", '2023-01-01T00:00:00.12+05:30'],
    ["timestamp('2023-01-01T00:00:00+05:30').getHours()", 18],
    ["timestamp('2023-01-01T00:00:00Z').getHours('America/New_York')", 19],
    ["timestamp('2023-01-01T00:00:00Z').getMinutes('-05:30')", 30],
    ["timestamp('2024-03-01T12:34:56.789Z').getDayOfYear()", 60],
    ["timestamp('2024-03-01T12:34:56.789Z').getMilliseconds()", 789],
    ["timestamp('2024-03-01T00:00:00Z').getHours('Nowhere/X')", 'unknown time zone Nowhere/X'],
    ["timestamp('2024-03-01T00:00:00Z').getHours('europe/berlin')", 'unknown time zone europe/berlin'],
    ["timestamp('2023-01-01T00:00:00Z') - duration('1h') == timestamp('2022-12-31T23:00:00Z')", true],
    ["string(timestamp('2023-01-01T00:00:00Z') - timestamp('2022-12-31T00:00:00Z'))", '86400s'],
    ["timestamp('9999-12-31T23:59:59Z') + duration('1s')", 'timestamp overflow'],
    ["timestamp('2023-01-01T00:00:00Z') - timestamp('0001-01-01T00:00:00Z')", 'integer overflow'],
    ["duration('1.5h').getMinutes()", 90],
    ["duration('1d')", "type conversion error from 'string' to 'google.protobuf.Duration'"],
  ],
  optionals: [
    ["{}.?a.orValue('none')", 'none'],
    ["{'a': {'b': 1}}.?a.b.value()", 1],
    ['[1][?5].hasValue()', false],
    ['[?optional.of(1), ?optional.none(), 2]', [1, 2]],
    ["{?'a': optional.none(), ?'b': optional.of(1)}", { b: 1 }],
    ['[?1]', 'cannot initialize optional list element from non-optional value 1'],
    ['optional.none().value()', 'optional.none() dereference'],
    ["optional.ofNonZeroValue('').hasValue()", false],
    ['optional.of(2).optMap(v, v * 2).value() + optional.of(1).optFlatMap(v, optional.of(v)).value()', 5],
    ['1.optMap(v, v)', 'no such overload: hasValue(int)'],
    ['[1, 2].first().value() + [1, 2].last().value()', 3],
    ['[optional.of(1), optional.none()].unwrapOpt()', [1]],
  ],
  'sets and encoders': [
    ['sets.contains([1, 2.0], [2u])', true],
    ['sets.equivalent([1], [1, 1])', true],
    ['sets.intersects([1], [])', false],
    ["base64.encode(b'hello')", 'aGVsbG8='],
    ["string(base64.decode('aGVs\\nbG8'))", 'hello'],
    ["base64.decode('a')", 'illegal base64 data'],
    [
      "json.encode({'i': 9007199254740993, 'd': 1.0, 't': duration('1s')})",
      '{"d":1,"i":"9007199254740993","t":"1s"}',
    ],
    ['json.encode({1: 2})', "unsupported type conversion from 'int' to string"],
  ],
}

for (const [group, cases] of Object.entries(groups)) {
  describe(`The functions for ${group}`, () => {
    for (const [expression, want] of cases) {
      test(`answer ${expression}`, () => {
        const answer = answerCel(expression)
        expect('value' in answer ? answer.value : answer.reason).toEqual(want)
      })
    }
  })
}
