import { CelUint, type CelValue } from '../value/cel-value.ts'
import { ParseFailure } from './parse-failure.ts'
import { scanString } from './scan-string.ts'
import type { CelToken } from './token.ts'
import { unescapeBytes, unescapeString, type LiteralText } from './unescape.ts'

const MAX_INT = 2n ** 63n - 1n
const MAX_UINT = 2n ** 64n - 1n

/** Digits that no 64 bits can hold are not worth reading. */
const MAX_DIGITS = 400

/** The value of a literal; `sign` is a minus that belongs to it, because -2^63 has no positive partner. */
export function parseLiteral({ kind, text, offset }: CelToken, sign: '' | '-'): CelValue {
  switch (kind) {
    case 'int':
      return parseInt64(text, sign) ?? refuse('invalid int literal', offset)
    case 'uint':
      return parseUint64(text.slice(0, -1)) ?? refuse('invalid uint literal', offset)
    case 'double':
      return finite(Number(sign + text)) ?? refuse('invalid double literal', offset)
    case 'string':
      return unescapeString(literalText(text, offset))
    case 'bytes':
      return unescapeBytes(literalText(text, offset))
    case 'true':
    case 'false':
      return kind === 'true'
    default:
      return null
  }
}

function parseInt64(text: string, sign: '' | '-'): bigint | undefined {
  const magnitude = wholeNumber(text)
  if (magnitude === undefined) return undefined
  if (sign === '-') return magnitude <= MAX_INT + 1n ? -magnitude : undefined
  return magnitude <= MAX_INT ? magnitude : undefined
}

function parseUint64(text: string): CelUint | undefined {
  const magnitude = wholeNumber(text)
  return magnitude !== undefined && magnitude <= MAX_UINT ? new CelUint(magnitude) : undefined
}

function wholeNumber(text: string): bigint | undefined {
  const significant = text.replace(/^0+(?=[0-9])/, '')
  return significant.length > MAX_DIGITS ? undefined : BigInt(significant)
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined
}

function literalText(text: string, offset: number): LiteralText {
  const found = scanString(text, 0) ?? refuse('unable to unescape string', offset)
  return { content: text.slice(found.contentStart, found.contentEnd), offset, isRaw: found.isRaw }
}

function refuse(reason: string, offset: number): never {
  throw new ParseFailure(reason, offset)
}
