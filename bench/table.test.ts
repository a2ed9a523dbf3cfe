import { expect, test } from 'vitest'
import { table } from './table.ts'

test('figures stand in columns, with the rate and the memory where they are known', () => {
  const text = table([
    { name: 'node', medianMs: 48.25, ratio: 1, peakMegabytes: 46.6 },
    { name: 'fitout', medianMs: 1000, ratio: 20.725, perSecond: { amount: 5.0123, unit: 'MB' } },
  ])
  expect(text.split('\n')).toEqual([
    '            median    ratio',
    '  node     48.3 ms     1.00    at most 47 MB of memory',
    '  fitout  1000.0 ms    20.73    5.01 MB/s',
  ])
})
