import { describe, expect, test } from 'vitest'
import type { HelmValues } from './copy-values.ts'
import { mergeDrafts, mergeValues } from './merge-values.ts'

describe('mergeValues', () => {
  const cases: readonly { name: string; under: HelmValues; over: HelmValues; want: HelmValues }[] = [
    {
      name: 'merges maps key by key',
      under: { a: { x: 1, y: 2 } },
      over: { a: { y: 3 } },
      want: { a: { x: 1, y: 3 } },
    },
    { name: 'replaces lists', under: { a: [1, 2] }, over: { a: [3] }, want: { a: [3] } },
    { name: 'replaces a map with a scalar', under: { a: { x: 1 } }, over: { a: 2 }, want: { a: 2 } },
    { name: 'replaces a scalar with a map', under: { a: 1 }, over: { a: { x: 2 } }, want: { a: { x: 2 } } },
    { name: 'replaces with null', under: { a: { x: 1 } }, over: { a: null }, want: { a: null } },
    {
      name: 'keeps a map under an empty map',
      under: { a: { x: 1 } },
      over: { a: {} },
      want: { a: { x: 1 } },
    },
  ]
  for (const { name, under, over, want } of cases) {
    test(name, () => expect(mergeValues(under, over)).toStrictEqual(want))
  }

  test('keeps __proto__ as a key', () => {
    const merged = mergeValues({ ['__proto__']: { a: 1 } }, { ['__proto__']: { b: 2 } })
    expect(JSON.stringify(merged)).toBe('{"__proto__":{"a":1,"b":2}}')
  })

  test('stops when it was asked to do no more', () => {
    const values = { a: { x: 1, y: 2 } }
    expect(mergeDrafts(values, values, { left: 6 })).toStrictEqual(values)
    expect(() => mergeDrafts(values, values, { left: 5 })).toThrow(
      expect.objectContaining({ code: 'VALUES_TOO_MANY' }),
    )
  })

  test('leaves both sides as they are', () => {
    const under = { a: { x: 1 } }
    const over = { a: { y: 2 } }
    mergeValues(under, over)
    expect([under, over]).toStrictEqual([{ a: { x: 1 } }, { a: { y: 2 } }])
  })
})
