import { ParseFailure } from './parse-failure.ts'

/** A string or bytes literal between its quotes. */
export interface ScannedString {
  readonly isBytes: boolean
  readonly isRaw: boolean
  readonly contentStart: number
  readonly contentEnd: number
  readonly end: number
}

const opening = /([bB]?)([rR]?)("""|'''|"|')/y
const escape = /\\(?:[abfnrtv"'\\?`]|[0-3][0-7]{2}|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/y

/** Finds the end of the literal that begins at `start`; undefined when none begins there. */
export function scanString(text: string, start: number): ScannedString | undefined {
  opening.lastIndex = start
  const match = opening.exec(text)
  if (!match) return undefined
  const [prefix, bytes, raw, quote = ''] = match
  const contentStart = start + prefix.length
  const isRaw = raw !== ''
  const contentEnd = isRaw ? endOfRaw(text, contentStart, quote) : endOfEscaped(text, contentStart, quote)
  if (contentEnd === undefined) throw new ParseFailure('this literal has no end', start)
  return { isBytes: bytes !== '', isRaw, contentStart, contentEnd, end: contentEnd + quote.length }
}

function endOfRaw(text: string, start: number, quote: string): number | undefined {
  const end = text.indexOf(quote, start)
  if (end < 0) return undefined
  return quote.length === 1 && /[\r\n]/.test(text.slice(start, end)) ? undefined : end
}

function endOfEscaped(text: string, start: number, quote: string): number | undefined {
  let index = start
  while (index < text.length) {
    if (text.startsWith(quote, index)) return index
    const unit = text.charAt(index)
    if (quote.length === 1 && (unit === '\n' || unit === '\r')) return undefined
    index += unit === '\\' ? escapeLength(text, index) : 1
  }
  return undefined
}

function escapeLength(text: string, index: number): number {
  escape.lastIndex = index
  const match = escape.exec(text)
  if (!match) throw new ParseFailure(`unknown escape ${JSON.stringify(text.slice(index, index + 2))}`, index)
  return match[0].length
}
