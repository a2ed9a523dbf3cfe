import { GAP, hexValue, isNameCharacter } from './characters.ts'
import type { Cursor } from './cursor.ts'

const PERCENT = 0x25
const MAY_FOLLOW_ANCHOR = '?:,]}%@`'

/** How long the name of an anchor or a tag may be. Upstream has no such limit, and a tag may be put together often. */
const MAX_NAME_LENGTH = 1024

const uriCharacters = new Uint8Array(128)
for (let code = 0; code < 128; code++) if (isNameCharacter(code)) uriCharacters[code] = 1
for (const mark of ";/?:@&=+$,.!~*'()[]") uriCharacters[mark.charCodeAt(0)] = 1

/** A tag as it is written: its handle, which a %TAG directive explains, and what follows. */
export interface TagName {
  readonly handle: string
  readonly suffix: string
}

/** Reads the name behind `&` or `*`. */
export function scanAnchor(cursor: Cursor): string {
  const start = cursor.at++
  const name = takeName(cursor)
  const next = cursor.text.charAt(cursor.at)
  const ends = (cursor.classHere() & GAP) !== 0 || MAY_FOLLOW_ANCHOR.includes(next)
  if (name === '' || !ends) throw cursor.error('SYNTAX', 'an anchor or alias that is not a name', start)
  return name
}

/** Reads letters, digits, `-` and `_`. */
export function takeName(cursor: Cursor): string {
  const from = cursor.at
  while (isNameCharacter(cursor.text.charCodeAt(cursor.at))) cursor.at++
  checkLength(cursor, from)
  return cursor.text.slice(from, cursor.at)
}

/** Reads a tag: `!name`, `!handle!name` or `!<uri>`. */
export function scanTag(cursor: Cursor): TagName {
  const start = cursor.at
  const tag = cursor.text.charAt(start + 1) === '<' ? takeVerbatimTag(cursor) : takeShortTag(cursor)
  if ((cursor.classHere() & GAP) === 0) throw cursor.error('SYNTAX', 'a tag without a space after it', start)
  return tag
}

function takeVerbatimTag(cursor: Cursor): TagName {
  cursor.at += 2
  const suffix = takeUri(cursor)
  if (cursor.text.charAt(cursor.at) !== '>') throw cursor.error('SYNTAX', 'a tag without its ">"')
  cursor.at++
  return { handle: '', suffix }
}

function takeShortTag(cursor: Cursor): TagName {
  const handle = takeTagHandle(cursor)
  if (handle.length > 1 && handle.endsWith('!')) return { handle, suffix: takeUri(cursor) }
  // What looked like a handle is the beginning of the name.
  const suffix = handle.slice(1) + takeUriRest(cursor)
  return suffix === '' ? { handle: '', suffix: '!' } : { handle: '!', suffix }
}

/** Reads `!`, `!!` or `!name!`; `!name` too, which is then no handle. */
export function takeTagHandle(cursor: Cursor): string {
  const from = cursor.at
  if (cursor.text.charAt(from) !== '!') throw cursor.error('SYNTAX', 'a tag handle without "!"')
  cursor.at++
  takeName(cursor)
  if (cursor.text.charAt(cursor.at) === '!') cursor.at++
  return cursor.text.slice(from, cursor.at)
}

/** Reads the URI of a tag, at least one character of it. */
export function takeUri(cursor: Cursor): string {
  const start = cursor.at
  const uri = takeUriRest(cursor)
  if (cursor.at === start) throw cursor.error('SYNTAX', 'a tag without a name')
  return uri
}

function takeUriRest(cursor: Cursor): string {
  const { text } = cursor
  const start = cursor.at
  let uri = ''
  for (;;) {
    const from = cursor.at
    let at = from
    while (uriCharacters[text.charCodeAt(at)] === 1) at++
    cursor.at = at
    checkLength(cursor, start)
    uri += text.slice(from, at)
    if (text.charCodeAt(at) !== PERCENT) return uri
    uri += takeEscapedCharacter(cursor)
  }
}

function checkLength(cursor: Cursor, start: number): void {
  if (cursor.at - start <= MAX_NAME_LENGTH) return
  const reason = `an anchor or a tag of more than ${MAX_NAME_LENGTH} characters`
  throw cursor.error('TOO_LARGE', reason, start)
}

/** Reads the octets of one UTF-8 character. Only ASCII can spell a tag that means something to us. */
function takeEscapedCharacter(cursor: Cursor): string {
  const start = cursor.at
  const first = takeOctet(cursor)
  const more = octetsAfter(first)
  if (more < 0) throw cursor.error('SYNTAX', 'a tag escape that begins no UTF-8 character', start)
  for (let left = more; left > 0; left--) {
    const octet = takeOctet(cursor)
    if (octet >> 6 !== 2) throw cursor.error('SYNTAX', 'a tag escape that is not UTF-8', start)
  }
  return more === 0 ? String.fromCharCode(first) : '\ufffd'
}

function octetsAfter(first: number): number {
  if (first < 0x80) return 0
  if (first >> 5 === 6) return 1
  if (first >> 4 === 14) return 2
  return first >> 3 === 30 ? 3 : -1
}

function takeOctet(cursor: Cursor): number {
  const { text, at } = cursor
  const high = hexValue(text.charCodeAt(at + 1))
  const low = hexValue(text.charCodeAt(at + 2))
  if (text.charCodeAt(at) !== PERCENT || high < 0 || low < 0) {
    throw cursor.error('SYNTAX', 'a tag escape without two hexadecimal digits')
  }
  cursor.at += 3
  return high * 16 + low
}
