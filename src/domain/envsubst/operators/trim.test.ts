import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expand, lookupIn } from '../expand.ts'

function fill(text: string, v: string): string {
  const expansion = expand(text, lookupIn({ v }), 'lenient')
  return expansion.ok ? expansion.text : 'unset'
}

describe('trimming', () => {
  const cases = [
    { name: 'takes the shortest front', text: '${v#*/}', v: 'a/b/c', want: 'b/c' },
    { name: 'takes the longest front', text: '${v##*/}', v: 'a/b/c', want: 'c' },
    { name: 'takes the shortest end', text: '${v%/*}', v: 'a/b/c', want: 'a/b' },
    { name: 'takes the longest end', text: '${v%%/*}', v: 'a/b/c', want: 'a' },
    { name: 'takes a plain text once', text: '${v#v}', v: 'vv1', want: 'v1' },
    { name: 'leaves a value alone that does not match', text: '${v#x}${v%x}', v: 'abc', want: 'abcabc' },
    { name: 'leaves an empty value alone', text: '[${v##*}]', v: '', want: '[]' },
    { name: 'takes any single character for a question mark', text: '${v#a?c}', v: 'abcd', want: 'd' },
    { name: 'takes a character out of a class', text: '${v#[a-c]}', v: 'bz', want: 'z' },
    { name: 'takes a character that is not in a class', text: '${v#[^a-c]}', v: 'xz', want: 'z' },
    { name: 'takes an escaped star for a star', text: '${v#\\*}', v: '*a', want: 'a' },
    { name: 'takes several stars for one', text: '${v##a**c}', v: 'abcbcd', want: 'd' },
    { name: 'matches every chunk between stars', text: '${v##*b*d}', v: 'abcdcde', want: 'e' },
    { name: 'takes one byte for a lone star, and not none', text: '${v#*}', v: 'abc', want: 'bc' },
    { name: 'takes everything for a lone star at its longest', text: '[${v##*}]', v: 'abc', want: '[]' },
    { name: 'never matches a class that is not closed', text: '${v#[a}', v: '[a', want: '[a' },
    { name: 'never matches an empty class', text: '${v#[]a]}', v: ']', want: ']' },
    { name: 'never matches a backslash at the end', text: '${v#a\\}', v: 'a\\', want: 'a\\' },
    {
      name: 'turns a class around at the end, where it means nothing',
      text: '${v%[0-9]}',
      v: 'node7',
      want: 'node7',
    },
    { name: 'keeps a character whole that is plain in the pattern', text: '${v#*é}', v: 'aéb', want: 'b' },
    { name: 'takes a range of letters of any script', text: '${v##*[а-я]}', v: 'aбв1', want: '1' },
    { name: 'replaces a character that is cut at the end', text: '${v%?}', v: 'aé', want: 'a\ufffd' },
  ]
  for (const { name, text, v, want } of cases) test(name, () => expect(fill(text, v)).toBe(want))
})

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '/'), maxLength: 12 })
const patterns = fc.array(fc.constantFrom('a', 'b', '/', '*', '?', '[ab]', '[^a]'), {
  minLength: 1,
  maxLength: 6,
})

// A pattern of ours as a regular expression that matches a whole text.
function asRegExp(pattern: readonly string[]): RegExp {
  return new RegExp(`^${pattern.join('').replaceAll('*', '.*').replaceAll('?', '.')}$`, 's')
}

describe('trimming, for any pattern,', () => {
  test('takes away the shortest and the longest front that matches', () => {
    fc.assert(
      fc.property(letters, patterns, (v, pattern) => {
        const fronts = Array.from(v, (_, index) => v.slice(0, index + 1)).filter(front =>
          asRegExp(pattern).test(front),
        )
        expect(fill(`\${v#${pattern.join('')}}`, v)).toBe(v.slice(fronts.at(0)?.length ?? 0))
        expect(fill(`\${v##${pattern.join('')}}`, v)).toBe(v.slice(fronts.at(-1)?.length ?? 0))
      }),
      { numRuns: 300 },
    )
  })

  test('gives the same for letters of one and of two bytes, if whole characters are not asked for', () => {
    const plain = fc.array(fc.constantFrom('a', 'b', '/', '*'), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(letters, plain, fc.constantFrom('#', '##', '%', '%%'), (v, pattern, operator) => {
        // A lone star takes bytes, and so half a letter.
        fc.pre(/[ab/]/.test(pattern.join('')))
        const trimmed = fill(`\${v${operator}${pattern.join('')}}`, v)
        expect(fill(`\${v${operator}${twoBytes(pattern.join(''))}}`, twoBytes(v))).toBe(twoBytes(trimmed))
      }),
      { numRuns: 300 },
    )
  })
})

function twoBytes(text: string): string {
  return text.replaceAll('a', 'ä').replaceAll('b', 'ß')
}
