import { assert, integer, nat, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { rowWindow } from './row-window.ts'

test('the rows that are seen are drawn, and the space around them keeps the height of the list', () => {
  const scrolled = record({
    count: nat(5_000),
    height: integer({ min: 20, max: 120 }),
    seen: integer({ min: 100, max: 1_500 }),
    hidden: integer({ min: -500, max: 200_000 }),
  })
  assert(
    property(scrolled, given => {
      const { first, end, above, below } = rowWindow(given)
      expect(end - first).toBeLessThanOrEqual(60)
      expect(above + (end - first) * given.height + below).toBe(given.count * given.height)
      const seenFirst = Math.max(0, Math.floor(given.hidden / given.height))
      expect(first).toBeLessThanOrEqual(Math.min(seenFirst, Math.max(0, given.count - 1)))
      const seenLast = Math.min(given.count - 1, Math.floor((given.hidden + given.seen) / given.height))
      const isWholeSeen = Math.ceil(given.seen / given.height) + 16 > 60 || end > seenLast
      expect(isWholeSeen).toBe(true)
    }),
  )
})
