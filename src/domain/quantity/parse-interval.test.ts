import { describe, expect, test } from 'vitest'
import { parseInterval } from './parse-interval.ts'

test('An interval of Flux is a duration', () => {
  expect(parseInterval('1h30m0.5s20ms')).toBe(5_400_520_000_000n)
})

describe('Flux refuses as an interval', () => {
  for (const given of ['', '0', '-1m', '+1m', '1us', '1ns', '.5s', '1.s', '1d', '10', '1m ', '1m\n']) {
    test(JSON.stringify(given), () => {
      const message = expect.stringContaining("should match '^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$'")
      expect(() => parseInterval(given)).toThrow(
        expect.objectContaining({ code: 'NOT_AN_INTERVAL', message }),
      )
    })
  }
})

test('An interval that is too long for Go is refused', () => {
  expect(() => parseInterval('2562048h')).toThrow(expect.objectContaining({ code: 'INVALID_DURATION' }))
})
