import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerCel } from '#test/domain/answer-cel.ts'
import { kubernetesEnvironment } from '../kubernetes-environment.ts'
import { formatIpAddress, parseIpAddress } from './ip-address.ts'

type Case = readonly [expression: string, answer: unknown]

const groups: Readonly<Record<string, readonly Case[]>> = {
  lists: [
    ['[1, 2, 2].isSorted()', true],
    ["['b', 'a'].isSorted()", false],
    ['[[1, 2].sum(), [].sum()]', [3, 0]],
    ["[duration('1s'), duration('2s')].sum() == duration('3s')", true],
    ['[1, 2.0].sum()', 'no such overload'],
    ["[[1, 3, 2].max(), ['b', 'a'].min()]", [3, 'a']],
    ['[].max()', 'max called on empty list'],
    ["[[1, 2, 1].lastIndexOf(1), [1].indexOf('a'), 'abc'.indexOf('c')]", [2, -1, 2]],
    ['[1, 2, 3].slice(1, 3)', [2, 3]],
    ['[1].slice(0, 2)', 'cannot slice(0, 2), list is length 1'],
    ['[[1], [2, [3]]].flatten(2)', [1, 2, 3]],
    ['[3, 1, 2].sort()', [1, 2, 3]],
    ["[3, 'a'].sort()", 'list elements must have the same type'],
    ["[{'a': 2}, {'a': 1}].sortBy(e, e.a)", [{ a: 1 }, { a: 2 }]],
    ['[1, 1.0, 2].distinct() + lists.range(2) + [1, 2].reverse()', [1, 2, 0, 1, 2, 1]],
  ],
  'two variables': [
    ['[1, 2].all(i, v, i < v)', true],
    ["{'a': 1}.transformMap(k, v, v + 1)", { a: 2 }],
    ['[1, 2].transformList(i, v, v > 1, i)', [1]],
    ["['x', 'y'].transformMapEntry(i, v, {v: i})", { x: 0, y: 1 }],
    ['[1, 1].transformMapEntry(i, v, {v: i})', 'insert failed: key 1 already exists'],
    ['[1].exists(i, i, true)', 'duplicate variable name: i'],
    ['1.all(i, v, true)', 'unsupported comprehension range type: types.Int'],
  ],
  'regular expressions': [
    ["'abc 123'.find('[0-9]+')", '123'],
    ["'abc'.find('x')", ''],
    ["'a1b22'.findAll('[0-9]+')", ['1', '22']],
    ["'a1b22'.findAll('[0-9]+', 1)", ['1']],
    ["'a,b'.findAll('[^,]*')", ['a', 'b']],
    ["'a'.find('(' + '')", 'Illegal regex: error parsing regexp: missing closing ): `(`'],
  ],
  URLs: [
    ["url('https://user@Example.com:80/a b?x=1&x=2&y=%41#f').getQuery()", { x: ['1', '2'], y: ['A'] }],
    [
      "url('https://[::1]:80/').getHost() + url('https://[::1]:80/').getHostname() + url('https://[::1]:80/').getPort()",
      '[::1]:80::180',
    ],
    ["url('HTTPS://a/b c/é').getEscapedPath() + url('HTTPS://a').getScheme()", '/b%20c/%C3%A9https'],
    [
      "[isURL('https://a:b'), isURL('a/b'), isURL('/a/b'), isURL('mailto:a@b'), isURL('http://a#b')]",
      [false, false, true, true, false],
    ],
    ["url('http://a%zz/')", 'URL parse error during conversion from string'],
    ["url('http://a') == url('http://a')", true],
  ],
  quantities: [
    ["[isQuantity('1.5Gi'), isQuantity('1GB')]", [true, false]],
    ["quantity('200M').compareTo(quantity('0.2G'))", 0],
    ["quantity('50k').add(20).sub(quantity('100k')).sub(-50000) == quantity('20')", true],
    ["quantity('1Ki').asInteger()", 1024],
    ["quantity('0.5').asInteger()", 'cannot convert value to integer'],
    ["quantity('1.5Gi').asApproximateFloat()", 1610612736],
    [
      "[quantity('2').isGreaterThan(quantity('1500m')), quantity('2').isLessThan(quantity('1'))]",
      [true, false],
    ],
    ["sign(quantity('-1'))", -1],
  ],
  addresses: [
    ["string(ip('2001:DB8:0:0:1:0:0:1'))", '2001:db8::1:0:0:1'],
    [
      "[isIP('1.2.3.4'), isIP('01.2.3.4'), isIP('::ffff:1.2.3.4'), isIP('fe80::1%eth0')]",
      [true, false, false, false],
    ],
    ["ip.isCanonical('2001:DB8::1')", false],
    [
      "[ip('::1').family(), ip('::1').isLoopback(), ip('169.254.0.1').isLinkLocalUnicast(), ip('255.255.255.255').isGlobalUnicast()]",
      [6, true, true, false],
    ],
    ["string(cidr('10.1.2.3/8').masked())", '10.0.0.0/8'],
    [
      "[cidr('10.0.0.0/8').containsIP('10.9.9.9'), cidr('10.0.0.0/8').containsCIDR('10.0.0.0/7')]",
      [true, false],
    ],
    ["[isCIDR('10.0.0.0/33'), isCIDR('10.0.0.0/08'), isCIDR('::/0')]", [false, false, true]],
    ["cidr('10.0.0.0/8').prefixLength()", 8],
  ],
  'what is not here': [
    ["semver('1.2.3')", 'this function is not available here: semver'],
    ["format.uuid().validate('x')", 'this function is not available here: format.uuid'],
    ["'%s'.format([1])", 'this function is not available here: format'],
    ['json.encode(1)', 'no such attribute(s): json'],
  ],
}

for (const [group, cases] of Object.entries(groups)) {
  describe(`The Kubernetes environment knows ${group}:`, () => {
    for (const [expression, want] of cases) {
      test(expression, () => {
        const answer = answerCel(expression, {}, { environment: kubernetesEnvironment })
        expect('value' in answer ? answer.value : answer.reason).toEqual(want)
      })
    }
  })
}

describe('An IP address, for any bits,', () => {
  const addresses = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map(bits => ({ family: 4 as const, bits })),
    fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map(bits => ({ family: 6 as const, bits })),
    fc.array(fc.constantFrom(0n, 1n), { minLength: 8, maxLength: 8 }).map(groups => ({
      family: 6 as const,
      bits: groups.reduce<bigint>((bits, group) => (bits << 16n) | group, 0n),
    })),
  )
  test('is read back from its canonical text', () => {
    fc.assert(
      fc.property(addresses, address => {
        expect(parseIpAddress(formatIpAddress(address))).toEqual(address)
      }),
    )
  })
})
