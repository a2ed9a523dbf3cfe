import { quoteAsGo } from '../text/quote-as-go.ts'
import { positionAt } from '../yaml/position.ts'
import { QuantityError } from './quantity-error.ts'
import { readSuffix, type Suffix } from './quantity-suffix.ts'
import type { Quantity } from './quantity.ts'

/** Longer texts are refused: nothing that is meant needs more, and long numbers take time. */
const MAX_LENGTH = 1_000

/** The power of ten of a nano, the least that is kept. */
const NANO = -9
const MAX_INT64 = 2n ** 63n - 1n

/** Reads a quantity as Kubernetes does (`500m`, `1.5Gi`, `1e3`), exactly, or throws a QuantityError. */
export function parseQuantity(text: string): Quantity {
  const number = split(text)
  const suffix = readSuffix(number.suffix)
  if (suffix === undefined) {
    throw refuse(text, {
      code: 'UNKNOWN_SUFFIX',
      cause: "unable to parse quantity's suffix",
      offset: number.suffixOffset,
    })
  }
  const short = shortQuantity(text, number, suffix)
  if (short) return short
  // Where a short number may lack all digits (`Ki` is 0), a long one may not.
  const hasDigits = /[0-9]/.test(text.slice(0, number.suffixOffset))
  if (hasDigits) return longQuantity(number, suffix)
  throw refuse(text, {
    code: 'INVALID_QUANTITY',
    cause: 'unable to parse numeric part of quantity',
    offset: 0,
  })
}

interface SplitNumber {
  readonly isNegative: boolean
  /** Without leading zeros, but never empty. */
  readonly whole: string
  readonly fraction: string
  readonly suffix: string
  readonly suffixOffset: number
}

function split(text: string): SplitNumber {
  if (text.length > MAX_LENGTH) {
    throw refuse(text, {
      code: 'QUANTITY_TOO_LONG',
      cause: `it is longer than ${MAX_LENGTH} characters`,
      offset: MAX_LENGTH,
    })
  }
  const [number = '', sign = '', whole = '', fraction = ''] =
    /^([-+]?)0*([0-9]*)(?:\.([0-9]*))?/.exec(text) ?? []
  const [suffix = ''] = /^[eEinumkKMGTP]*[-+]?[0-9]*/.exec(text.slice(number.length)) ?? []
  const end = number.length + suffix.length
  if (text === '' || end < text.length)
    throw refuse(text, { code: 'INVALID_QUANTITY', cause: wrongFormat, offset: end })
  return { isNegative: sign === '-', whole: whole || '0', fraction, suffix, suffixOffset: number.length }
}

const wrongFormat =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

// Amounts that fit into 64 bits. Kubernetes keeps the text of most of them as it is, canonical or not.
function shortQuantity(text: string, number: SplitNumber, { format, power }: Suffix): Quantity | undefined {
  const { whole, fraction } = number
  const isBinary = format === 'BinarySI'
  const exponent = isBinary ? 0 : (power - fraction.length) | 0
  const room = isBinary
    ? 14 - whole.length - Math.trunc((power * 3) / 10)
    : 18 - whole.length - fraction.length
  if (room < 0 || exponent < NANO || (isBinary && fraction !== '')) return undefined

  const shown = BigInt(whole + fraction)
  const amount = isBinary ? shown << BigInt(power) : shown
  const isKept = isBinary ? shown % 8n !== 0n : exponent % 3 === 0 && !/^0|000$/.test(whole + fraction)
  return { digits: number.isNegative ? -amount : amount, exponent, format, text: isKept ? text : undefined }
}

function longQuantity({ isNegative, whole, fraction }: SplitNumber, { format, power }: Suffix): Quantity {
  const shown = BigInt(whole + fraction)
  const isBinary = format === 'BinarySI'
  const exact = isBinary
    ? { digits: shown << BigInt(power), exponent: -fraction.length }
    : { digits: shown, exponent: power - fraction.length }
  const { digits, exponent } = roundedUp(exact)

  // Digits stand before the point in as many places as the exponent says: 1 is ten to the power of nine nanos.
  const one = 10n ** BigInt(Math.min(0, exponent) * -1)
  const isCapped = isBinary && digits > MAX_INT64 * one
  const amount = isCapped ? { digits: MAX_INT64, exponent: 0 } : { digits, exponent }
  const isFraction = isBinary && digits > 0n && digits < one
  return {
    digits: isNegative ? -amount.digits : amount.digits,
    exponent: amount.exponent,
    format: isFraction ? 'DecimalSI' : format,
    text: undefined,
  }
}

// Who asks for less than can be counted gets the least that can be counted, not nothing.
function roundedUp({
  digits,
  exponent,
}: Pick<Quantity, 'digits' | 'exponent'>): Pick<Quantity, 'digits' | 'exponent'> {
  const excess = NANO - exponent
  if (excess <= 0) return { digits, exponent }
  if (excess > MAX_LENGTH) return { digits: digits > 0n ? 1n : 0n, exponent: NANO }
  const unit = 10n ** BigInt(excess)
  return { digits: (digits + unit - 1n) / unit, exponent: NANO }
}

interface Refusal {
  readonly code: QuantityError['code']
  readonly cause: string
  readonly offset: number
}

function refuse(text: string, { code, cause, offset }: Refusal): QuantityError {
  const given = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return new QuantityError(
    code,
    `cannot read quantity ${quoteAsGo(given)}: ${cause}`,
    positionAt(text, offset),
  )
}
