import { encodeUtf8 } from '../../bytes/utf8.ts'
import { ParseFailure } from './parse-failure.ts'

const escapes =
  /\\(?:([abfnrtv"'\\?`])|([0-3][0-7]{2})|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/g

const simple: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** What stands between the quotes of a literal, and where. Every way to end a line is a line feed there. */
export interface LiteralText {
  readonly content: string
  readonly offset: number
  readonly isRaw: boolean
}

/** The text that a string literal stands for. */
export function unescapeString({ content, offset, isRaw }: LiteralText): string {
  const text = normalized(content)
  if (isRaw || !text.includes('\\')) return text
  let result = ''
  let end = 0
  for (const match of text.matchAll(escapes)) {
    result += text.slice(end, match.index) + charOf(match, offset)
    end = match.index + match[0].length
  }
  return result + text.slice(end)
}

/** The bytes that a bytes literal stands for: octal and hexadecimal escapes are bytes, not characters. */
export function unescapeBytes({ content, offset, isRaw }: LiteralText): Uint8Array {
  const text = normalized(content)
  if (isRaw || !text.includes('\\')) return encodeUtf8(text)
  const bytes: number[] = []
  let end = 0
  for (const match of text.matchAll(escapes)) {
    pushUtf8(bytes, text.slice(end, match.index))
    bytes.push(byteOf(match, offset))
    end = match.index + match[0].length
  }
  pushUtf8(bytes, text.slice(end))
  return Uint8Array.from(bytes)
}

function charOf([, letter, octal, byte, short, long]: RegExpExecArray, offset: number): string {
  if (letter !== undefined) return simple[letter] ?? letter
  const code =
    octal === undefined ? Number.parseInt(byte ?? short ?? long ?? '', 16) : Number.parseInt(octal, 8)
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  if (!isCharacter) throw new ParseFailure('invalid unicode code point', offset)
  return String.fromCodePoint(code)
}

function byteOf([, letter, octal, byte]: RegExpExecArray, offset: number): number {
  if (letter !== undefined) return (simple[letter] ?? letter).charCodeAt(0)
  if (octal !== undefined) return Number.parseInt(octal, 8)
  if (byte !== undefined) return Number.parseInt(byte, 16)
  throw new ParseFailure('unable to unescape string', offset)
}

function pushUtf8(bytes: number[], text: string): void {
  for (const byte of encodeUtf8(text)) bytes.push(byte)
}

function normalized(content: string): string {
  return content.includes('\r') ? content.replace(/\r\n?/g, '\n') : content
}
