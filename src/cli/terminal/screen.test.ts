import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Screen } from './screen.ts'
import { SampleScreen } from '#test/cli/sample-screen.ts'

function drawn(frames: readonly (readonly string[])[], size = { columns: 20, rows: 5 }) {
  const seen = new SampleScreen()
  const writes: string[] = []
  const screen = new Screen({ size: () => size, write: text => (writes.push(text), seen.feed(text)) })
  for (const frame of frames) screen.draw(frame)
  return { seen, writes }
}

describe('A screen', () => {
  test('writes a line that changed, and no other', () => {
    const { writes } = drawn([
      ['one', 'two', 'three'],
      ['one', '2', 'three'],
    ])
    expect(writes[1]).toBe('\u001B[2;1H\u001B[0m2\u001B[K')
  })

  test('writes nothing when nothing changed', () => {
    expect(drawn([['one'], ['one']]).writes).toHaveLength(1)
  })

  test('is drawn again when its size changes', () => {
    const seen = new SampleScreen()
    let columns = 20
    const screen = new Screen({ size: () => ({ columns, rows: 3 }), write: text => seen.feed(text) })
    screen.draw(['one'])
    seen.feed('\u001B[2;1Hleft over')
    columns = 10
    screen.draw(['one'])
    expect(seen.lines()).toEqual(['one'])
  })

  test('shows the last frame, whatever came before', () => {
    const line = fc.stringMatching(/^[ -~]{0,10}$/)
    const frames = fc.array(fc.array(line, { maxLength: 5 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(frames, given => {
        const want = (given.at(-1) ?? []).map(text => text.trimEnd())
        expect(drawn(given).seen.lines()).toEqual(want.slice(0, want.findLastIndex(text => text !== '') + 1))
      }),
    )
  })
})
