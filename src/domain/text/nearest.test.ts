import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const verbs = ['init', 'pack', 'lint', 'plan', 'status', 'why', 'wait', 'completion']

describe('nearest', () => {
  const cases = [
    { name: 'forgives two swapped letters', given: 'statsu', want: 'status' },
    { name: 'forgives a missing letter', given: 'pak', want: 'pack' },
    { name: 'forgives an added letter', given: 'lintt', want: 'lint' },
    { name: 'forgives a wrong letter', given: 'ststus', want: 'status' },
    { name: 'forgives three typos in a long word', given: 'ocmpeltoin', want: 'completion' },
    { name: 'returns a candidate that was typed right', given: 'plan', want: 'plan' },
    { name: 'returns nothing for a word that is like no candidate', given: 'kubectl', want: undefined },
    { name: 'returns nothing for the empty word', given: '', want: undefined },
    { name: 'does not guess from two letters', given: 'lp', want: undefined },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(nearest(given, verbs)).toBe(want))
  }

  test('takes the first of two equally near candidates', () => {
    expect(nearest('cash', ['bash', 'dash'])).toBe('bash')
    expect(nearest('cash', ['dash', 'bash'])).toBe('dash')
  })

  test('returns nothing when there is no candidate', () => expect(nearest('status', [])).toBeUndefined())
})

const words = fc.string({ minLength: 3, maxLength: 12 })

describe('nearest, for any words,', () => {
  test('returns a candidate that was typed right, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(words), words, fc.array(words), (before, word, after) => {
        expect(nearest(word, [...before, word, ...after])).toBe(word)
      }),
    )
  })

  test('returns one of the candidates or nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (word, candidates) => {
        expect([undefined, ...candidates]).toContain(nearest(word, candidates))
      }),
    )
  })

  test('forgives any single typo', () => {
    fc.assert(
      fc.property(
        words.chain(word => fc.tuple(fc.constant(word), oneTypoIn(word))),
        ([word, typo]) => {
          expect(nearest(typo, [word])).toBe(word)
        },
      ),
    )
  })

  test('finds a near from b exactly when it finds b near from a', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(nearest(a, [b]) === undefined).toBe(nearest(b, [a]) === undefined)
      }),
    )
  })

  test('keeps its answer when candidates that it did not choose are taken away', () => {
    fc.assert(
      fc.property(words, fc.array(words), (word, candidates) => {
        const chosen = nearest(word, candidates)
        expect(nearest(word, chosen === undefined ? [] : [chosen])).toBe(chosen)
      }),
    )
  })
})

/** Any word that is one swap, drop, addition or replacement away from `word`. */
function oneTypoIn(word: string): fc.Arbitrary<string> {
  return fc
    .record({
      position: fc.nat({ max: word.length - 2 }),
      letter: fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' }),
    })
    .chain(({ position, letter }) => {
      const head = word.slice(0, position)
      const [first = '', second = ''] = word.slice(position)
      const tail = word.slice(position + 2)
      return fc.constantFrom(
        head + second + first + tail,
        head + second + tail,
        head + letter + first + second + tail,
        head + letter + second + tail,
      )
    })
}
