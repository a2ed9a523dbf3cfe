import { expect, test } from 'vitest'
import { below, forkRandom, pick, seededRandom, seededUuid } from './seeded-random.ts'

test('the same seed gives the same numbers, another seed others', () => {
  expect(draw(1)).toEqual(draw(1))
  expect(draw(1)).not.toEqual(draw(2))
})

function draw(seed: number): readonly number[] {
  return Array.from({ length: 5 }, seededRandom(seed))
}

test('whole numbers stay below their limit and reach all of it', () => {
  const random = seededRandom(7)
  const seen = new Set(Array.from({ length: 500 }, () => below(random, 6)))
  expect([...seen].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5])
  expect(pick(random, [])).toBeUndefined()
})

test('identifiers have the form of a UUID and do not repeat', () => {
  const random = seededRandom(42)
  const ids = Array.from({ length: 2000 }, () => seededUuid(random))
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(2000)
  expect(seededUuid(seededRandom(42))).toBe(ids[0])
})

test('a fork goes its own way and moves its origin by one number', () => {
  const [origin, control] = [seededRandom(3), seededRandom(3)]
  const fork = forkRandom(origin)
  control()
  Array.from({ length: 10 }, fork)
  expect(origin()).toBe(control())
})
