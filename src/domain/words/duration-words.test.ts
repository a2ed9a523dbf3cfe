import { describe, expect, test } from 'vitest'
import { ageWords, durationWords, stopwatchWords } from './duration-words.ts'

const S = 1000
const M = 60 * S
const H = 60 * M
const D = 24 * H

describe('A duration in words', () => {
  const cases = [
    { name: 'is seconds below a minute', given: 42 * S, long: '42s', age: '42s' },
    { name: 'leaves parts of a second out', given: 42 * S + 999, long: '42s', age: '42s' },
    { name: 'has two units from a minute on', given: 4 * M + 12 * S, long: '4m12s', age: '4m' },
    { name: 'has two digits for seconds behind minutes', given: 12 * M + 4 * S, long: '12m04s', age: '12m' },
    { name: 'drops a zero unit', given: 5 * M, long: '5m', age: '5m' },
    { name: 'has no third unit', given: 3 * H + 5 * M + 59 * S, long: '3h05m', age: '3h' },
    { name: 'does not skip a zero unit for a smaller one', given: 3 * H + 59 * S, long: '3h', age: '3h' },
    { name: 'has one digit for hours behind days', given: 6 * D + 4 * H, long: '6d4h', age: '6d' },
    { name: 'is nothing for none', given: 0, long: '0s', age: '0s' },
    { name: 'is nothing for what has not begun', given: -5 * S, long: '0s', age: '0s' },
  ]
  test.for(cases)('$name', ({ given, long, age }) => {
    expect([durationWords(given), ageWords(given)]).toEqual([long, age])
  })

  test('is minutes and seconds on a stopwatch, however many', () => {
    expect([0, 12 * S, 75 * M + 3 * S].map(stopwatchWords)).toEqual(['00:00', '00:12', '75:03'])
  })
})
