import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerCel } from '#test/domain/answer-cel.ts'
import { Meter } from '../plan/meter.ts'
import { equal } from './equal.ts'
import { fromJson } from './from-json.ts'
import { Fault } from './cel-value.ts'
import { toJson } from './to-json.ts'

const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 4 })

test('any JSON value comes back as it went in', () => {
  fc.assert(
    fc.property(json, value => {
      const taken = fromJson(value)
      expect(taken instanceof Fault ? taken : toJson(taken)).toEqual(value)
    }),
  )
})

test('any JSON value is equal to itself, and to a copy', () => {
  fc.assert(
    fc.property(json, value => {
      const [one, other] = [fromJson(value), fromJson(structuredClone(value))]
      if (one instanceof Fault || other instanceof Fault) throw new Error('no JSON')
      expect(equal(one, other, new Meter(1_000_000))).toBe(true)
    }),
  )
})

const cases = [
  { name: 'a whole number is an int', given: 'type(x) == int', x: 5, want: true },
  { name: 'a bigint is an int', given: 'x - 1', x: 9007199254740993n, want: 9007199254740992n },
  { name: 'a bigint that does not fit is a double', given: 'type(x) == double', x: 2n ** 63n, want: true },
  { name: 'any other number is a double', given: 'type(x) == double', x: 0.5, want: true },
  { name: 'a key of every object is no field', given: 'has(x.constructor)', x: {}, want: false },
  {
    name: 'a field may have any name',
    given: 'x.__proto__',
    x: JSON.parse('{"__proto__": 1}') as unknown,
    want: 1,
  },
  { name: 'an undefined field is null', given: 'x.a', x: { a: undefined }, want: null },
]
for (const { name, given, x, want } of cases) {
  test(name, () => expect(answerCel(given, { x })).toEqual({ value: want }))
}

test('what is not JSON is reported', () => {
  expect(answerCel('x', { x: () => 1 })).toMatchObject({ reason: 'unsupported conversion from function' })
  expect(answerCel('x', { x: new Date(0) })).toMatchObject({ code: 'CEL_EVALUATION' })
})

test('values that are nested too deeply to be walked are reported', () => {
  let deep: unknown = 1
  for (let level = 0; level < 50_000; level++) deep = [deep]
  for (const given of ['x == x', "'%s'.format([x])", 'json.encode(x)']) {
    expect(answerCel(given, { x: deep })).toMatchObject({ code: 'CEL_COST_EXCEEDED' })
  }
})
