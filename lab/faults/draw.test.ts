import { expect, test } from 'vitest'
import { drawing, drawingFor } from './draw.ts'

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

test('a test draws the same each time, and a soak something else', () => {
  const [test1, test2] = [drawingFor({}), drawingFor({ FITOUT_SEED: '' })]
  const [soak1, soak2] = [drawingFor({ FITOUT_SOAK: 'yes' }), drawingFor({ FITOUT_SOAK: 'yes' })]
  expect([test1.seed, test2.seed, drawingFor({ FITOUT_SEED: '7', FITOUT_SOAK: 'yes' }).seed]).toEqual([
    1, 1, 7,
  ])
  expect(soak1.seed).not.toBe(soak2.seed)
})
