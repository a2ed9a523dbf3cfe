import { expect, test } from 'vitest'
import { drawing } from './draw.ts'

const letters = ['a', 'b', 'c', 'd', 'e', 'f']

test('the same seed draws the same', () => {
  const draws = [drawing('7'), drawing('7')].map(draw => [draw.some(letters, 3), draw.below(1000)])
  expect(draws[0]).toEqual(draws[1])
})

test('other seeds draw otherwise', () => {
  const draws = Array.from({ length: 20 }, (_, seed) => drawing(String(seed)).some(letters, 2).join(''))
  expect(new Set(draws).size).toBeGreaterThan(5)
})

test('no item is drawn twice, and no more than there are', () => {
  expect(drawing('1').some(letters, 99)).toEqual(letters)
})
