const MAX_INT64 = 2n ** 63n - 1n
const MIN_INT64 = -(2n ** 63n)
const MAX_UINT64 = 2n ** 64n - 1n

// Prefixes as in Go: 0x, 0o, 0b in either case, and a bare 0 for octal.
const INTEGER = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]([0-7]+)|(0[0-7]*)|([1-9][0-9]*))$/
const SIGN_BEHIND_PREFIX = /^0b([-+][01]+)$/
const DECIMAL = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
// So many digits of any base, sign and prefix among them, are a safe integer.
const SAFE_DIGITS = 15
const SHORT_DECIMAL = /^(?:0|[-+]?[1-9][0-9]{0,14})$/
const SHORT_FRACTION = /^[0-9]{1,9}\.[0-9]{0,9}$/

/** Reads a word that begins with a digit or a sign as upstream does, or returns undefined if it is no number. */
export function readNumber(word: string): number | bigint | undefined {
  if (SHORT_DECIMAL.test(word) || SHORT_FRACTION.test(word)) return Number(word)
  const digits = word.includes('_') ? word.replaceAll('_', '') : word
  return readInteger(digits) ?? readDecimal(digits) ?? readOddBinary(digits)
}

/** Reads a word that begins with a dot. Here, unlike elsewhere, an underscore must stand between digits. */
export function readFraction(word: string): number | undefined {
  if (/(?<![0-9])_|_(?![0-9])/.test(word)) return undefined
  return readDecimal(word.replaceAll('_', ''))
}

/** Whether a number was written as a float, or is one because it is too large for 64 bits. */
export function isFloat(word: string): boolean {
  if (SHORT_DECIMAL.test(word)) return false
  const digits = word.replaceAll('_', '')
  return readInteger(digits) === undefined && readOddBinary(digits) === undefined
}

function readInteger(digits: string): number | bigint | undefined {
  const [whole, sign = '', hex, binary, octal, zero, decimal] = INTEGER.exec(digits) ?? []
  if (whole === undefined) return undefined
  const groups = { hex, binary, octal: octal ?? zero, decimal }
  // Nearly all: what a number can hold needs no bigint.
  if (whole.length <= SAFE_DIGITS) return (sign === '-' ? -1 : 1) * smallMagnitudeOf(groups) + 0
  const magnitude = magnitudeOf(groups)
  if (magnitude === undefined) return undefined
  const value = sign === '-' ? -magnitude : magnitude
  // Upstream reads more than an int64 only without a sign.
  if (value < MIN_INT64 || value > (sign === '' ? MAX_UINT64 : MAX_INT64)) return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

interface Digits {
  readonly hex: string | undefined
  readonly binary: string | undefined
  readonly octal: string | undefined
  readonly decimal: string | undefined
}

function smallMagnitudeOf({ hex, binary, octal, decimal }: Digits): number {
  if (hex !== undefined) return parseInt(hex, 16)
  if (binary !== undefined) return parseInt(binary, 2)
  return octal === undefined ? Number(decimal) : parseInt(octal, 8)
}

function magnitudeOf({ hex, binary, octal, decimal }: Digits): bigint | undefined {
  if (hex !== undefined) return upTo64Bits(hex, '0x')
  if (binary !== undefined) return upTo64Bits(binary, '0b')
  return octal === undefined ? upTo64Bits(decimal ?? '0', '') : upTo64Bits(octal, '0o')
}

// No number of 64 bits has more digits; to convert millions of them would take seconds.
function upTo64Bits(digits: string, prefix: string): bigint | undefined {
  const significant = digits.replace(/^0+/, '')
  return significant.length <= 64 ? BigInt(`${prefix}${significant || '0'}`) : undefined
}

// A number beyond all floats stays a string.
function readDecimal(digits: string): number | undefined {
  if (!DECIMAL.test(digits)) return undefined
  const value = Number(digits)
  return Number.isFinite(value) ? value : undefined
}

// Upstream strips "0b" and reads the rest, sign and all.
function readOddBinary(digits: string): number | bigint | undefined {
  const signed = SIGN_BEHIND_PREFIX.exec(digits)?.[1]
  if (signed === undefined) return undefined
  return readInteger(`${signed.charAt(0)}0b${signed.slice(1)}`)
}
