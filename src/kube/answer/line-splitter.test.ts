import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineSplitter } from './line-splitter.ts'

test('lines are the same however the bytes are cut', () => {
  const text = fc
    .array(fc.constantFrom('a', 'é', '😀', '\n', 'xyz'), { maxLength: 60 })
    .map(parts => parts.join(''))
  const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
  fc.assert(
    fc.property(text, sizes, (whole, cuts) => {
      const bytes = Buffer.from(whole)
      const splitter = new LineSplitter()
      const lines: string[] = []
      let at = 0
      for (let turn = 0; at < bytes.length; turn++) {
        const next = at + (cuts[turn % cuts.length] ?? 1)
        lines.push(...splitter.push(bytes.subarray(at, next)).map(line => line.toString()))
        at = next
      }
      const want = whole.split('\n')
      const rest = want.pop() ?? ''
      expect([lines, splitter.pendingBytes]).toEqual([want, Buffer.byteLength(rest)])
    }),
  )
})

test('a million pieces of one byte cost no more than their bytes', () => {
  const splitter = new LineSplitter()
  const before = process.memoryUsage().heapUsed
  const piece = Buffer.from('x')
  for (let count = 0; count < 1_000_000; count++) splitter.push(piece)
  expect(splitter.pendingBytes).toBe(1_000_000)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000)
  expect(splitter.push(Buffer.from('\n')).map(line => line.length)).toEqual([1_000_000])
})
