import { expect, test } from 'vitest'
import { sourceProblems } from './source-problems.ts'
import { MAX_SOURCE_BYTES, readSource } from './source.ts'

const comment = '#'.repeat(32)
const cases = [
  { name: 'takes a source of just 1 MiB', given: { data: { a: '#'.repeat(MAX_SOURCE_BYTES) } }, want: [] },
  {
    name: 'refuses one byte more, in bytes and over all values',
    given: { data: { a: 'é'.repeat(MAX_SOURCE_BYTES / 2 - 16), b: `${comment}#` } },
    want: ['TOO_LARGE'],
  },
  { name: 'refuses a key that is none', given: { data: { 'a/b': comment } }, want: ['BAD_KEY'] },
  { name: 'refuses a source with binaryData only', given: { binaryData: { a: 'AAAA' } }, want: ['NO_DATA'] },
  {
    name: 'refuses a Secret of another type',
    given: { kind: 'Secret', type: 'Opaque', stringData: { a: comment } },
    want: ['WRONG_TYPE'],
  },
]
for (const { name, given, want } of cases) {
  test(`sourceProblems ${name}`, () => {
    expect(sourceProblems(readSource({ kind: 'ConfigMap', ...given })).map(({ code }) => code)).toEqual(want)
  })
}
