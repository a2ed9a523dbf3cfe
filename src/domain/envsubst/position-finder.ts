import type { Position } from '../yaml/position.ts'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/**
 * Returns a function that finds the line and column of an offset in `text`.
 *
 * Offsets that grow from call to call cost one pass over the text in all: a text with many variables stays cheap.
 */
export function positionFinder(text: string): (offset: number) => Position {
  let line = 1
  let lineStart = 0
  let at = 0
  return offset => {
    if (offset < at) [line, lineStart, at] = [1, 0, 0]
    for (; at < offset; at++) {
      if (!isBreak(text, at)) continue
      line++
      lineStart = at + 1
    }
    return { line, column: offset - lineStart + 1, offset }
  }
}

function isBreak(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED)
}
