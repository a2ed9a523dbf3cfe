import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionAt } from '../yaml/position.ts'
import { positionFinder } from './position-finder.ts'

test('positionFinder finds the same places, in whatever order it is asked', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n', '😀') })
  fc.assert(
    fc.property(text, fc.array(fc.nat({ max: 20 })), (text, offsets) => {
      const find = positionFinder(text)
      const inside = offsets.filter(offset => offset <= text.length)
      expect(inside.map(find)).toEqual(inside.map(offset => positionAt(text, offset)))
    }),
  )
})
