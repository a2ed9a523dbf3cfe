import { BreakRun, fold } from './break-run.ts'
import { BLANK, BREAK, END, classOf, hexValue } from './characters.ts'
import type { Cursor } from './cursor.ts'
import { joinIfMany } from './join-if-many.ts'

const SINGLE_QUOTE = 0x27
const DOUBLE_QUOTE = 0x22
const BACKSLASH = 0x5c

/** Reads a scalar in single quotes; the cursor is at the first of them and ends behind the last. */
export function scanSingleQuoted(cursor: Cursor): string {
  const { text } = cursor
  const start = cursor.at++
  const parts: string[] = []
  for (;;) {
    takeRun(cursor, start, parts)
    if (text.charCodeAt(cursor.at + 1) !== SINGLE_QUOTE) break
    parts.push("'")
    joinIfMany(parts)
    cursor.at += 2
  }
  cursor.scalarEnd = ++cursor.at
  return joined(parts)
}

/** Reads a scalar in double quotes; the cursor is at the first of them and ends behind the last. */
export function scanDoubleQuoted(cursor: Cursor): string {
  const { text } = cursor
  const start = cursor.at++
  const parts: string[] = []
  for (;;) {
    takeRun(cursor, start, parts)
    if (text.charCodeAt(cursor.at) === DOUBLE_QUOTE) break
    parts.push(takeEscape(cursor, start))
    joinIfMany(parts)
  }
  cursor.scalarEnd = ++cursor.at
  return joined(parts)
}

function joined(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : parts.join('')
}

/** Reads up to the quote or, in double quotes, up to a backslash. Lines are folded on the way. */
function takeRun(cursor: Cursor, start: number, parts: string[]): void {
  const { text } = cursor
  const quote = text.charCodeAt(start)
  let from = cursor.at
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === quote || (code === BACKSLASH && quote === DOUBLE_QUOTE)) break
    const found = classOf(code)
    if (found === END) throw cursor.error('SYNTAX', 'a quote that is never closed', start)
    if (found !== BREAK) {
      at++
      continue
    }
    parts.push(text.slice(from, withoutBlanks(text, from, at)))
    cursor.at = at
    parts.push(fold(cursor.takeBreak(), skipEmptyLines(cursor)))
    joinIfMany(parts)
    from = at = cursor.at
  }
  cursor.at = at
  if (at > from || parts.length === 0) parts.push(text.slice(from, at))
}

// Blanks before a line break do not count; those that were written as escapes lie before `from`.
function withoutBlanks(text: string, from: number, at: number): number {
  let end = at
  while (end > from && classOf(text.charCodeAt(end - 1)) === BLANK) end--
  return end
}

/** Goes to the next character that is neither blank nor break, and returns the breaks on the way. */
function skipEmptyLines(cursor: Cursor): string {
  const breaks = new BreakRun()
  for (;;) {
    const found = cursor.classHere()
    if (found === BLANK) cursor.at++
    else if (found === BREAK) breaks.add(cursor.takeBreak())
    else break
  }
  if (cursor.isAtDocumentMarker()) throw cursor.error('SYNTAX', 'a document marker inside quotes')
  return breaks.text
}

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\u001b',
  ' ': ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
}

const hexDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

function takeEscape(cursor: Cursor, start: number): string {
  const backslash = cursor.at++
  if (cursor.classHere() === BREAK) {
    cursor.takeBreak()
    return skipEmptyLines(cursor)
  }
  const letter = cursor.text.charAt(cursor.at++)
  if (letter === '\0') throw cursor.error('SYNTAX', 'a quote that is never closed', start)
  const digits = hexDigits[letter]
  if (digits !== undefined) return takeCodePoint(cursor, digits, backslash)
  const character = escapes[letter]
  // YAML 1.1 has fewer escapes than JSON: neither \/ nor surrogate pairs.
  if (character === undefined) throw cursor.error('SYNTAX', `an unknown escape "\\${letter}"`, backslash)
  return character
}

function takeCodePoint(cursor: Cursor, digits: number, backslash: number): string {
  let value = 0
  for (let left = digits; left > 0; left--) {
    const digit = hexValue(cursor.text.charCodeAt(cursor.at))
    if (digit < 0)
      throw cursor.error('SYNTAX', `an escape with fewer than ${digits} hexadecimal digits`, backslash)
    value = value * 16 + digit
    cursor.at++
  }
  const isSurrogate = value >= 0xd800 && value <= 0xdfff
  if (isSurrogate || value > 0x10ffff)
    throw cursor.error('SYNTAX', 'an escape that is not a valid character', backslash)
  return String.fromCodePoint(value)
}
