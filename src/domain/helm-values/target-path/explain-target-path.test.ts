import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeValuesFrom } from '../values-from/merge-values-from.ts'
import { adviceSentence } from './advice.ts'
import { type ExplainOptions, explainTargetPath } from './explain-target-path.ts'

// The unit "binary" of fast-check means the same, but takes seconds to set up.
const anyText = fc.string({ unit: fc.nat({ max: 0x10ffff }).map(code => String.fromCodePoint(code)) })

const roleArn = 'serviceAccount.annotations.eks.amazonaws.com/role-arn'
const escapedRoleArn = String.raw`serviceAccount.annotations.eks\.amazonaws\.com/role-arn`

describe('a targetPath that takes an annotation apart', () => {
  const explained = explainTargetPath(roleArn, 'arn:aws:iam::1:role/x')

  test('is shown with the keys that it makes', () => {
    const steps = ['serviceAccount', 'annotations', 'eks', 'amazonaws', 'com/role-arn']
    expect(explained.outcome).toMatchObject({ kind: 'set', set: [{ steps, value: 'arn:aws:iam::1:role/x' }] })
  })

  test('is shown with the path that was meant', () => expect(explained.meant).toBe(escapedRoleArn))

  test('has one finding, with the advice to change the path', () => {
    expect(explained.findings).toMatchObject([
      {
        code: 'KEY_SPLIT_AT_DOTS',
        level: 'wrong',
        key: 'eks.amazonaws.com/role-arn',
        makes: ['eks', 'amazonaws', 'com/role-arn'],
        advice: [{ code: 'CHANGE_PATH', path: escapedRoleArn }],
      },
    ])
  })

  test('is explained in a sentence', () => {
    expect(explained.sentence).toBe(
      `targetPath "${roleArn}" sets serviceAccount → annotations → eks → amazonaws → com/role-arn to text; ` +
        'the dots of "eks.amazonaws.com/role-arn" make the keys eks → amazonaws → com/role-arn; ' +
        `a backslash before each dot keeps them together; most likely meant: ${escapedRoleArn}`,
    )
  })

  test('is explained without a value too', () => {
    const { outcome, meant } = explainTargetPath(roleArn, undefined)
    expect([outcome.kind, meant]).toStrictEqual(['set', escapedRoleArn])
  })
})

describe('a targetPath that is right', () => {
  test('has no finding and is what was meant', () => {
    expect(explainTargetPath(escapedRoleArn, 'arn:aws:iam::1:role/x')).toMatchObject({
      meant: undefined,
      findings: [],
    })
  })
})

describe('a value', () => {
  const cases: readonly {
    name: string
    value: string
    options?: ExplainOptions
    path?: string
    want: readonly string[]
  }[] = [
    { name: 'that is plain text has no finding', value: 'nginx', want: [] },
    { name: 'true becomes a boolean', value: 'true', want: ['BECOMES_BOOLEAN note'] },
    { name: 'null takes the default away', value: 'null', want: ['BECOMES_NULL risk'] },
    { name: 'of few digits becomes a number', value: '8080', want: ['BECOMES_INTEGER note'] },
    { name: 'of twelve digits may be an account', value: '123456789012', want: ['BECOMES_INTEGER risk'] },
    {
      name: 'of twelve digits with a zero stays text',
      value: '012345678901',
      want: ['LEADING_ZERO_STAYS_TEXT risk'],
    },
    {
      name: 'of too many digits stays text',
      value: '12345678901234567890',
      want: ['BIG_INTEGER_STAYS_TEXT risk'],
    },
    { name: 'with a plus sign loses it', value: '+49', want: ['INTEGER_REWRITTEN wrong'] },
    { name: 'with a fraction stays text', value: '1.0', want: ['NUMBER_STAYS_TEXT risk'] },
    { name: 'with an exponent stays text', value: '1e3', want: ['NUMBER_STAYS_TEXT risk'] },
    { name: 'yes stays text', value: 'yes', want: ['YAML_WORD_STAYS_TEXT risk'] },
    { name: 'that is empty stays so', value: '', want: ['EMPTY_VALUE note'] },
    {
      name: 'that is empty is dropped below an item',
      value: '',
      path: 'a[0].b',
      want: ['EMPTY_VALUE_DROPPED wrong'],
    },
    { name: 'with a comma is taken apart', value: 'a:1,b:2', want: ['COMMA_SPLITS wrong'] },
    {
      name: 'in quotes is taken apart at a comma too',
      value: '"a,b"',
      want: ['QUOTES_REMOVED note', 'COMMA_SPLITS wrong'],
    },
    {
      name: 'with an escaped comma is not taken apart',
      value: String.raw`a\,b`,
      want: ['BACKSLASH_DROPPED note'],
    },
    { name: 'with a backslash loses it', value: String.raw`pa\ss`, want: ['BACKSLASH_DROPPED wrong'] },
    { name: 'with an equals sign keeps it', value: 'a=b', want: ['EQUALS_KEPT note'] },
    { name: 'in braces becomes a list', value: '{a,b}', want: ['BECOMES_LIST note'] },
    { name: 'of nothing but braces becomes a list of one', value: '{}', want: ['EMPTY_BRACES wrong'] },
    { name: 'that is a JSON object becomes a list', value: '{"a":1}', want: ['JSON_BECOMES_LIST wrong'] },
    { name: 'with an open brace is refused', value: '{a', want: ['LIST_NOT_CLOSED wrong'] },
    { name: 'behind a brace is a further assignment', value: '{a}b=c', want: ['TEXT_AFTER_LIST wrong'] },
    {
      name: 'that is a JSON list is taken apart',
      value: '[1,2]',
      want: ['COMMA_SPLITS wrong', 'DOCUMENT_STAYS_TEXT risk'],
    },
    { name: 'that is YAML stays text', value: 'a: 1\nb: 2\n', want: ['DOCUMENT_STAYS_TEXT risk'] },
    { name: 'with a line end stays text', value: '5\n', want: ['SPACE_KEPT risk'] },
    {
      name: 'in quotes with a line end keeps them',
      value: '"5"\n',
      want: ['QUOTES_KEPT wrong', 'SPACE_KEPT risk'],
    },
    { name: 'in quotes is text', value: '"5"', want: ['QUOTES_REMOVED note', 'TYPE_STAYS_TEXT note'] },
    {
      name: 'that is literal is text',
      value: '5',
      options: { literal: true },
      want: ['TYPE_STAYS_TEXT note'],
    },
    {
      name: 'that is a literal boolean is true to a template',
      value: 'false',
      options: { literal: true },
      want: ['TYPE_STAYS_TEXT risk'],
    },
    {
      name: 'that is literal keeps its quotes',
      value: '"x"',
      options: { literal: true },
      want: ['QUOTES_KEPT wrong'],
    },
    {
      name: 'that is literal is never taken apart',
      value: String.raw`{a,b}\=`,
      options: { literal: true },
      want: [],
    },
    {
      name: 'that is a literal file is as it should be',
      value: 'a: [1,2]\nb: 2\n',
      options: { literal: true },
      want: ['DOCUMENT_STAYS_TEXT note'],
    },
  ]
  for (const { name, value, options, path = 'a', want } of cases) {
    test(name, () => {
      const { findings } = explainTargetPath(path, value, options)
      expect(findings.map(({ code, level }) => `${code} ${level}`)).toStrictEqual(want)
    })
  }
})

describe('a path', () => {
  const cases: readonly {
    name: string
    path: string
    options?: ExplainOptions
    want: readonly string[]
    kind: string
  }[] = [
    { name: 'that Kubernetes refuses is named so', path: 'a b', want: ['REFUSED_BY_API'], kind: 'set' },
    { name: 'that is too long is refused', path: 'a'.repeat(251), want: ['REFUSED_BY_API'], kind: 'set' },
    {
      name: 'with quotes is refused and repaired',
      path: 'a."b.c"',
      want: ['QUOTED_KEY', 'REFUSED_BY_API'],
      kind: 'set',
    },
    {
      name: 'with a backslash before a slash drops it',
      path: String.raw`a\/b`,
      want: ['DROPPED_BACKSLASH'],
      kind: 'set',
    },
    {
      name: 'behind the end of a list fills it',
      path: 'a[2]',
      want: ['REPLACES_LIST', 'FILLS_WITH_NULL'],
      kind: 'set',
    },
    {
      name: 'at the top loses to inline values',
      path: 'a',
      options: { values: { a: 1 } },
      want: ['LOSES_TO_INLINE'],
      kind: 'set',
    },
    {
      name: 'below the top wins over inline values',
      path: 'a.b',
      options: { values: { a: { b: 1 } } },
      want: [],
      kind: 'set',
    },
    {
      name: 'in a list wins over inline values',
      path: 'a[0]',
      options: { values: { a: [1] } },
      want: [],
      kind: 'set',
    },
    {
      name: 'behind an inline list loses to it',
      path: 'a[1]',
      options: { values: { a: [1] } },
      want: ['LOSES_TO_INLINE'],
      kind: 'set',
    },
    {
      name: 'through inline text fails',
      path: 'a.b',
      options: { values: { a: 'text' } },
      want: [],
      kind: 'fails',
    },
    { name: 'with an index above 65536 fails', path: 'a[70000]', want: [], kind: 'fails' },
    { name: 'that begins with a dot sets nothing', path: '.a', want: ['TEMPLATE_PREFIX'], kind: 'nothing' },
    { name: 'that is empty means that the value is YAML', path: '', want: [], kind: 'no-path' },
  ]
  for (const { name, path, options, want, kind } of cases) {
    test(name, () => {
      const { findings, outcome } = explainTargetPath(path, 'x', options)
      expect({ codes: findings.map(({ code }) => code), kind: outcome.kind }).toStrictEqual({
        codes: want,
        kind,
      })
    })
  }
})

describe('for any path and value, the explanation', () => {
  test('ends where Flux ends', () => {
    const paths = fc.constantFrom('a', 'a.b', 'a[0]', 'a[1].b', 'b', 'a.b.c', String.raw`a\.b`)
    const inline = fc.constantFrom({}, { a: 1 }, { a: { b: 1 } }, { a: [1] }, { a: [1, { b: 2 }], b: null })
    fc.assert(
      fc.property(
        paths,
        fc.constantFrom('x', '5', '', 'x,b=1', '{1,2}', 'x,y'),
        inline,
        (targetPath, value, values) => {
          const valuesFrom = [{ kind: 'Secret', name: 's', targetPath }]
          const merged = orUndefined(() =>
            mergeValuesFrom({ values, valuesFrom, find: () => ({ 'values.yaml': value }) }),
          )
          const { outcome } = explainTargetPath(targetPath, value, { values })
          expect('values' in outcome ? outcome.values : undefined).toStrictEqual(merged?.values)
        },
      ),
    )
  })

  test('is given, and does not tell the value', () => {
    const pieces = fc.constantFrom(
      'a',
      '.',
      '[0]',
      '\\',
      ',',
      '=',
      '{',
      '}',
      '"',
      '\n',
      ' ',
      '0',
      '5',
      'true',
    )
    const texts = fc.oneof(
      anyText,
      fc.array(pieces).map(all => all.join('')),
    )
    fc.assert(
      fc.property(texts, texts, fc.boolean(), (path, value, literal) => {
        const { sentence, findings } = explainTargetPath(path, `${value}geheim${value}`, { literal })
        const told = [
          sentence,
          ...findings.flatMap(({ message, advice }) => [message, ...advice.map(adviceSentence)]),
        ]
        expect(told.filter(words => words.includes('geheim'))).toStrictEqual([])
      }),
    )
  })
})

function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
