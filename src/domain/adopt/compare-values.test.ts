import { describe, expect, test } from 'vitest'
import { rawDifferences, shownDifference } from './compare-values.ts'

const hidden = (reason: string, path: string) => ({
  path,
  found: undefined,
  planned: undefined,
  hidden: reason,
})

describe('A difference of values', () => {
  test('is found by path, with lists as a whole, and not for an empty map', () => {
    const found = { a: { b: 1, c: 'x' }, list: [1, 2], empty: {} }
    const planned = { a: { b: 2, c: 'x' }, list: [1], new: true }
    expect(rawDifferences(found, planned)).toEqual([
      { path: ['a', 'b'], found: 1, planned: 2 },
      { path: ['list'], found: [1, 2], planned: [1] },
      { path: ['new'], found: undefined, planned: true },
    ])
  })

  test('is found between a text and a number', () => {
    expect(rawDifferences({ a: '1' }, { a: 1 })).toEqual([{ path: ['a'], found: '1', planned: 1 }])
  })

  const shown = { path: ['a.b', 'c'], found: 'x', planned: 'y' }
  test('is shown with both values', () => {
    const want = { path: String.raw`a\.b.c`, found: '"x"', planned: '"y"' }
    expect(shownDifference(shown)).toEqual(want)
  })

  test('is not shown if a side comes from a Secret', () => {
    const fromSecrets = { 'a.b': { c: 'y' } }
    expect(shownDifference(shown, fromSecrets)).toEqual(hidden('it comes from a Secret', String.raw`a\.b.c`))
  })

  test('is not shown if a key, or the name of an item, sounds like a secret', () => {
    const items = { path: ['env'], found: [{ name: 'DB_PASSWORD', value: 'x' }], planned: undefined }
    expect(shownDifference(items)).toEqual(hidden('it may be a secret', 'env'))
    const key = { path: ['db', 'password'], found: 'x', planned: 'y' }
    expect(shownDifference(key)).toEqual(hidden('it may be a secret', 'db.password'))
  })
})
