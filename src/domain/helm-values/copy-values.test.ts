import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { copyValues, type HelmValues, MAX_VALUES_COUNT } from './copy-values.ts'

describe('copyValues', () => {
  test('copies everything, __proto__ too', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), fc.jsonValue()), given => {
        expect(JSON.stringify(copyValues(asValues(given)))).toBe(JSON.stringify(given))
      }),
    )
  })

  test('shares nothing with what it copied', () => {
    const values = { map: { a: 1 }, list: [{ b: 2 }] }
    const copy = copyValues(values)
    expect([copy['map'] === values.map, copy['list'] === values.list]).toStrictEqual([false, false])
  })

  test('changes leaves if told to', () => {
    const values = copyValues({ a: [1n, { b: 2n }] }, value =>
      typeof value === 'bigint' ? Number(value) : value,
    )
    expect(values).toStrictEqual({ a: [1, { b: 2 }] })
  })

  test('refuses values that are too deep, such as a ring', () => {
    const ring: { a?: HelmValues } = {}
    ring.a = asValues(ring)
    expect(() => copyValues(asValues(ring))).toThrow(expect.objectContaining({ code: 'VALUES_TOO_DEEP' }))
  })

  test('refuses values that are too many', () => {
    const values = { a: Array.from({ length: MAX_VALUES_COUNT }, () => 1) }
    expect(() => copyValues(values)).toThrow(expect.objectContaining({ code: 'VALUES_TOO_MANY' }))
  })
})

/** What the types of a test cannot know to be values. */
function asValues(given: object): HelmValues {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test made them
  return given as HelmValues
}
