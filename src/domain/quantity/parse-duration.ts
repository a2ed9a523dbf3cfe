import { positionAt } from '../yaml/position.ts'
import { DurationError } from './duration-error.ts'

const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
])

/** Go counts in 64 bits, one of them for the sign. */
const LIMIT = 2n ** 63n

/** Longer texts are refused: nothing that is meant needs more, and long texts take time. */
const MAX_LENGTH = 1_000

/** Reads a duration as Go does (`1h30m`, `1.5s`, `-10ms`) and returns its nanoseconds, or throws a DurationError. */
export function parseDuration(text: string): bigint {
  checkDurationLength(text)
  const sign = /^[-+]/.exec(text)?.[0] ?? ''
  if (text.slice(sign.length) === '0') return 0n
  if (text === sign) throw refuse(text, { code: 'INVALID_DURATION', offset: sign.length })

  let total = 0n
  const part = /([0-9]*)(\.?)([0-9]*)([^.0-9]*)/y
  part.lastIndex = sign.length
  while (part.lastIndex < text.length) {
    const offset = part.lastIndex
    const [, whole = '', point = '', fraction = '', unit = ''] = part.exec(text) ?? []
    const nanoseconds = partOf(text, { offset, whole, point, fraction, unit })
    // Go's unsigned sum of two limits is zero, and not too large.
    total = BigInt.asUintN(64, total + nanoseconds)
    if (total > LIMIT) throw refuse(text, { code: 'INVALID_DURATION', offset })
  }
  if (sign === '-') return -total
  if (total === LIMIT) throw refuse(text, { code: 'INVALID_DURATION', offset: 0 })
  return total
}

/** Throws a DurationError for a text that is longer than any duration needs to be. */
export function checkDurationLength(text: string): void {
  if (text.length <= MAX_LENGTH) return
  const cause = `it is longer than ${MAX_LENGTH} characters`
  throw new DurationError('DURATION_TOO_LONG', cause, positionAt(text, MAX_LENGTH))
}

interface Part {
  readonly offset: number
  readonly whole: string
  readonly point: string
  readonly fraction: string
  readonly unit: string
}

function partOf(text: string, { offset, whole, point, fraction, unit }: Part): bigint {
  const count = limited(whole)
  const unitOffset = offset + whole.length + point.length + fraction.length
  if (count === undefined || whole + fraction === '') throw refuse(text, { code: 'INVALID_DURATION', offset })
  if (unit === '') throw refuse(text, { code: 'MISSING_UNIT', offset: unitOffset })
  const size = units.get(unit)
  if (size === undefined) throw refuse(text, { code: 'UNKNOWN_UNIT', offset: unitOffset, unit })
  const nanoseconds = count * size + fractionOf(fraction, size)
  if (nanoseconds > LIMIT) throw refuse(text, { code: 'INVALID_DURATION', offset })
  return nanoseconds
}

// Longer numbers cannot fit, whatever the unit, and would take time to read.
function limited(digits: string): bigint | undefined {
  const significant = digits.replace(/^0+/, '')
  if (significant.length > 19) return undefined
  const count = BigInt(significant)
  return count > LIMIT ? undefined : count
}

// Go reads as many digits as fit into 63 bits, and multiplies in floating point: so do we, rounding errors included.
function fractionOf(digits: string, size: bigint): bigint {
  let count = 0n
  let scale = 1
  for (const digit of digits) {
    const next = count * 10n + BigInt(digit)
    if (count > (LIMIT - 1n) / 10n || next > LIMIT) break
    count = next
    scale *= 10
  }
  return count === 0n ? 0n : BigInt(Math.trunc(Number(count) * (Number(size) / scale)))
}

interface Refusal {
  readonly code: 'INVALID_DURATION' | 'MISSING_UNIT' | 'UNKNOWN_UNIT'
  readonly offset: number
  readonly unit?: string
}

function refuse(text: string, { code, offset, unit = '' }: Refusal): DurationError {
  const causes: Readonly<Record<Refusal['code'], string>> = {
    INVALID_DURATION: 'invalid duration',
    MISSING_UNIT: 'missing unit in duration',
    UNKNOWN_UNIT: `unknown unit ${quoteAsGoTime(unit)} in duration`,
  }
  return new DurationError(code, `time: ${causes[code]} ${quoteAsGoTime(text)}`, positionAt(text, offset))
}

/** Writes `text` between double quotes as Go's package time does: every byte that is not plain ASCII is shown in hex. */
function quoteAsGoTime(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replace(/[^ -\u007f]/gu, bytesOf)
  return `"${escaped}"`
}

function bytesOf(char: string): string {
  // Half a pair of surrogates has no bytes: Go would have read U+FFFD in its place.
  const whole = /\p{Surrogate}/u.test(char) ? '\ufffd' : char
  return encodeURIComponent(whole).replace(/%/g, '\\x').toLowerCase()
}
