import { BLANK, BREAK, END, GAP, isDigit } from './characters.ts'
import type { Cursor } from './cursor.ts'
import { takeName, takeTagHandle, takeUri } from './scan-name.ts'

/** A line that begins with a percent sign. */
export type Directive =
  | { readonly kind: 'version'; readonly major: number; readonly minor: number }
  | { readonly kind: 'tag'; readonly handle: string; readonly prefix: string }

/** Reads a `%YAML` or `%TAG` line; no other is known. */
export function scanDirective(cursor: Cursor): Directive {
  const start = cursor.at++
  const name = takeName(cursor)
  if (name === '' || (cursor.classHere() & GAP) === 0)
    throw cursor.error('SYNTAX', 'a directive without a name', start)
  if (name !== 'YAML' && name !== 'TAG')
    throw cursor.error('SYNTAX', `an unknown directive "%${name}"`, start)
  const directive = name === 'YAML' ? takeVersion(cursor) : takeTagDirective(cursor)
  skipRest(cursor)
  return directive
}

function takeVersion(cursor: Cursor): Directive {
  skipBlanks(cursor)
  const major = takeNumber(cursor)
  if (cursor.text.charAt(cursor.at) !== '.') throw cursor.error('SYNTAX', 'a YAML version without a dot')
  cursor.at++
  return { kind: 'version', major, minor: takeNumber(cursor) }
}

function takeNumber(cursor: Cursor): number {
  const from = cursor.at
  while (isDigit(cursor.text.charCodeAt(cursor.at))) cursor.at++
  const length = cursor.at - from
  if (length < 1 || length > 2) throw cursor.error('SYNTAX', 'a YAML version that is not a number', from)
  return Number(cursor.text.slice(from, cursor.at))
}

function takeTagDirective(cursor: Cursor): Directive {
  skipBlanks(cursor)
  const from = cursor.at
  const handle = takeTagHandle(cursor)
  if (handle !== '!' && !handle.endsWith('!'))
    throw cursor.error('SYNTAX', 'a tag handle without its second "!"', from)
  if (cursor.classHere() !== BLANK) throw cursor.error('SYNTAX', 'a tag handle without a space after it')
  skipBlanks(cursor)
  const prefix = takeUri(cursor)
  if ((cursor.classHere() & GAP) === 0) throw cursor.error('SYNTAX', 'a tag prefix without a space after it')
  return { kind: 'tag', handle, prefix }
}

function skipBlanks(cursor: Cursor): void {
  while (cursor.classHere() === BLANK) cursor.at++
}

function skipRest(cursor: Cursor): void {
  skipBlanks(cursor)
  if (cursor.text.charAt(cursor.at) === '#') cursor.skipLine()
  const found = cursor.classHere()
  if ((found & (BREAK | END)) === 0) throw cursor.error('SYNTAX', 'text after a directive')
  if (found === BREAK) cursor.takeBreak()
}
