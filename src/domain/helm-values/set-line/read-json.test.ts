import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson } from './read-json.ts'

// The unit "binary" of fast-check means the same, but takes seconds to set up.
const anyText = fc.string({ unit: fc.nat({ max: 0x10ffff }).map(code => String.fromCodePoint(code)) })

const always = () => true

describe('readJson', () => {
  const read = [
    { name: 'stops behind a number', given: '1x', want: 1, end: 1 },
    { name: 'takes one zero for a number', given: '01', want: 0, end: 1 },
    { name: 'stops at a second dot', given: '1.5.2', want: 1.5, end: 3 },
    { name: 'stops behind a word', given: 'truex', want: true, end: 4 },
    { name: 'skips space within', given: '[ 1 ,\t2 ]', want: [1, 2], end: 9 },
    { name: 'reads empty containers', given: '{ }', want: {}, end: 3 },
    {
      name: 'lets the last of equal keys win',
      given: '{"a":{"x":1},"a":{"y":2}}',
      want: { a: { y: 2 } },
      end: 25,
    },
    { name: 'joins the halves of a pair', given: String.raw`"\ud83d\ude00"`, want: '😀', end: 14 },
    { name: 'replaces half of a pair', given: String.raw`"\ud83dx"`, want: '\ufffdx', end: 9 },
    { name: 'takes what is too small for zero', given: '1e-999', want: 0, end: 6 },
  ]
  for (const { name, given, want, end } of read) {
    test(name, () => expect(readJson(given, 0, always)).toStrictEqual({ ok: true, value: want, end }))
  }

  const refused = [
    { name: 'refuses nothing at all', given: '', offset: 0 },
    { name: 'refuses a number that ends in a dot', given: '1.', offset: 0 },
    { name: 'refuses a number that ends in its exponent', given: '1e+', offset: 0 },
    { name: 'refuses a number that is too large', given: '[1e999]', offset: 1 },
    { name: 'refuses a number without digits', given: '-', offset: 0 },
    { name: 'refuses a comma at the end of a list', given: '[1,]', offset: 3 },
    { name: 'refuses a key that is no text', given: '{a:1}', offset: 1 },
    { name: 'refuses a key without a colon', given: '{"a" 1}', offset: 5 },
    { name: 'refuses the wrong bracket', given: '[1}', offset: 2 },
    { name: 'refuses a text that is not closed', given: String.raw`"a\"`, offset: 0 },
    { name: 'refuses a line end in a text', given: '"a\nb"', offset: 0 },
    { name: 'refuses an unknown escape', given: String.raw`"\x"`, offset: 0 },
    { name: 'refuses brackets without end', given: '['.repeat(100_000), offset: 1000 },
  ]
  for (const { name, given, offset } of refused) {
    test(name, () => expect(readJson(given, 0, always)).toStrictEqual({ ok: false, offset }))
  }

  test('reads whatever is JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', ' ', ',x', ']'), (json, rest) => {
        const end = json.trimEnd().length
        expect(readJson(json + rest, 0, always)).toStrictEqual({ ok: true, value: JSON.parse(json), end })
      }),
    )
  })

  test('reads or refuses anything', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(readJson(text, 0, always)).toHaveProperty('ok')
      }),
    )
  })
})
