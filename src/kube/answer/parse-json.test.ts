import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJsonObject } from './parse-json.ts'

const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`

describe('parseJsonObject', () => {
  const cases = [
    { name: 'reads an object', given: '{"a": [1, "x"]}', want: { a: [1, 'x'] } },
    {
      name: 'takes brackets in strings for text',
      given: `{"a": "${'[{'.repeat(2000)}"}`,
      want: { a: '[{'.repeat(2000) },
    },
    { name: 'knows escaped quotes', given: String.raw`{"a": "\"[\\"}`, want: { a: '"[\\' } },
    { name: 'refuses a list', given: '[]', want: undefined },
    { name: 'refuses a word', given: '"a"', want: undefined },
    { name: 'refuses null', given: 'null', want: undefined },
    { name: 'refuses nothing', given: '', want: undefined },
    { name: 'refuses a byte order mark', given: '\ufeff{}', want: undefined },
    { name: 'refuses more than one value', given: '{} {}', want: undefined },
    { name: 'refuses comments', given: '{} // x', want: undefined },
    { name: 'refuses what is nested too deep', given: nested(1001), want: undefined },
    { name: 'refuses brackets without end', given: `{"a":${'['.repeat(1_000_000)}`, want: undefined },
  ]
  test.each(cases)('$name', ({ given, want }) => expect(parseJsonObject(Buffer.from(given))).toEqual(want))

  test('reads what is nested as deep as it may be', () => {
    expect(parseJsonObject(Buffer.from(nested(1000)))).toBeDefined()
  })

  test('refuses what is not UTF-8', () => {
    expect(parseJsonObject(Buffer.from([0x7b, 0x22, 0xc3, 0x22, 0x3a, 0x31, 0x7d]))).toBeUndefined()
  })

  test('reads what JSON.parse reads, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), text => {
        expect(parseJsonObject(Buffer.from(text.toWellFormed()))).toEqual(expected(text.toWellFormed()))
      }),
    )
  })
})

function expected(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
