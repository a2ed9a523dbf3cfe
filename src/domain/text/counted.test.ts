import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('Only one thing is one thing', () => {
  expect([0, 1, 2, 1000].map(count => counted(count, 'cluster'))).toEqual([
    '0 clusters',
    '1 cluster',
    '2 clusters',
    '1000 clusters',
  ])
})
