import { BreakRun, fold } from './break-run.ts'
import { BLANK, BREAK, COLON, FLOW, GAP, classOf } from './characters.ts'
import type { Cursor } from './cursor.ts'
import { joinIfMany } from './join-if-many.ts'

const HASH = 0x23
const SPACE = 0x20
const TAB = 0x09

/** Reads a scalar without quotes, over as many lines as it has, and leaves the cursor at what follows. */
export function scanPlain(cursor: Cursor): string {
  const from = cursor.at
  const end = endOfRun(cursor)
  cursor.scalarEnd = end
  const line = cursor.text.slice(from, end)
  return cursor.classHere() === BREAK ? scanMoreLines(cursor, line) : line
}

function scanMoreLines(cursor: Cursor, first: string): string {
  const { text } = cursor
  let parts: string[] | undefined
  while (cursor.classHere() === BREAK) {
    const between = foldLines(cursor)
    cursor.keyAllowed = true
    if (endsBeforeLine(cursor)) break
    const from = cursor.at
    const end = endOfRun(cursor)
    if (end === from) break
    parts ??= [first]
    parts.push(between + text.slice(from, end))
    joinIfMany(parts)
    cursor.scalarEnd = end
    cursor.keyAllowed = false
  }
  return parts === undefined ? first : parts.join('')
}

/** Goes over the words of one line and the blanks behind them, and returns where the last word ends. */
function endOfRun(cursor: Cursor): number {
  const { text } = cursor
  const stops = cursor.flowLevel > 0 ? GAP | COLON | FLOW : GAP | COLON
  let { at } = cursor
  let end = at
  for (;;) {
    const wordStart = at
    at = endOfWord(text, at, stops)
    if (at > wordStart) end = at
    if (classOf(text.charCodeAt(at)) !== BLANK) break
    do at++
    while (classOf(text.charCodeAt(at)) === BLANK)
    if (text.charCodeAt(at) === HASH) break
  }
  cursor.at = at
  return end
}

function endOfWord(text: string, from: number, stops: number): number {
  let at = from
  for (;;) {
    let found = classOf(text.charCodeAt(at))
    while ((found & stops) === 0) found = classOf(text.charCodeAt(++at))
    // A colon inside a word, as in an image name, is part of it.
    if (found !== COLON || (classOf(text.charCodeAt(at + 1)) & GAP) !== 0) return at
    at++
  }
}

/** Goes to the next line that is not empty, and returns what stands for the breaks if the scalar continues there. */
function foldLines(cursor: Cursor): string {
  const first = cursor.takeBreak()
  skipIndentation(cursor)
  if (cursor.classHere() !== BREAK) return fold(first, '')
  const more = new BreakRun()
  while (cursor.classHere() === BREAK) {
    more.add(cursor.takeBreak())
    skipIndentation(cursor)
  }
  return fold(first, more.text)
}

function skipIndentation(cursor: Cursor): void {
  const { text } = cursor
  let { at } = cursor
  const required = cursor.lineStart + cursor.indent + 1
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === TAB && at < required)
      throw cursor.error('SYNTAX', 'a tab in the indentation, where only spaces are allowed', at)
    if (code !== SPACE && code !== TAB) break
    at++
  }
  cursor.at = at
}

function endsBeforeLine(cursor: Cursor): boolean {
  if (cursor.flowLevel === 0 && cursor.column <= cursor.indent) return true
  return cursor.text.charCodeAt(cursor.at) === HASH || cursor.isAtDocumentMarker()
}
