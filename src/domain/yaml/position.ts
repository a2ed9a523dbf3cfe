/** A place in a text as editors show it: lines and columns count from 1, `offset` from 0, both in UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
  readonly offset: number
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Finds line and column of an offset. Reads the text up to there: for messages, not for every node. */
export function positionAt(text: string, offset: number): Position {
  const end = Math.min(Math.max(offset, 0), text.length)
  let line = 1
  let lineStart = 0
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at)
    const isBreak = code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED)
    if (!isBreak) continue
    line++
    lineStart = at + 1
  }
  return { line, column: end - lineStart + 1, offset: end }
}

/** Returns a function that finds positions quickly: for many places in one text. */
export function positionsIn(text: string): (offset: number) => Position {
  const lineStarts = [0]
  for (const { 0: lineBreak, index } of text.matchAll(/\r\n?|\n/g)) lineStarts.push(index + lineBreak.length)
  return offset => {
    // The first one begins at 0, so each offset is in a line.
    const line = countBelow(lineStarts, offset + 1) - 1
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1, offset }
  }
}

/** How many of the numbers, which are sorted, are below the limit. */
export function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? Infinity) < limit) low = middle + 1
    else high = middle
  }
  return low
}
