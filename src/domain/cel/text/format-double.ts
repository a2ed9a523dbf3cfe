/*
 * Go writes floating-point numbers in ways that an expression can see: %g, %f and %e. The shortest digits that read
 * back as the same number are the same in Go and JavaScript; rounding to a given number of digits is not, because Go
 * rounds the exact value and takes the even neighbour on a tie.
 */

interface Decimal {
  readonly isNegative: boolean
  /** Significant digits; "0" for zero. */
  readonly digits: string
  /** How many of them stand before the point; below zero, zeros follow the point first. */
  readonly point: number
}

/** Writes a number as `%g` does: `1.5`, `100000`, `1e+06`, `1e-05`, `NaN`, `+Inf`. */
export function formatGeneral(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  const decimal = shortest(value)
  const exponent = decimal.point - 1
  return exponent < -4 || exponent >= 6 ? withExponent(decimal) : withoutExponent(decimal)
}

/** Writes a finite number with as many digits as it needs and no exponent. */
export function formatPlain(value: number): string {
  return withoutExponent(shortest(value))
}

/** Writes a finite number with exactly `places` digits after the point. */
export function formatFixed(value: number, places: number): string {
  const units = roundToUnits(value, places)
    .toString()
    .padStart(places + 1, '0')
  const whole = units.slice(0, units.length - places)
  return `${sign(value)}${whole}${places > 0 ? `.${units.slice(-places)}` : ''}`
}

/** Writes a finite number with one digit before the point, `places` after it, and an exponent. */
export function formatScientific(value: number, places: number): string {
  if (value === 0)
    return withExponent({ isNegative: isNegative(value), digits: '0'.repeat(places + 1), point: 1 })
  // The shortest form may have been rounded up to the next power of ten, and so may the one that is asked for.
  const near = shortest(value).point
  const isBelow = roundToUnits(value, places + 1 - near).toString().length <= places
  const point = isBelow ? near - 1 : near
  const digits = roundToUnits(value, places + 1 - point).toString()
  const carried = digits.length > places + 1 ? 1 : 0
  return withExponent({ isNegative: value < 0, digits: digits.slice(0, places + 1), point: point + carried })
}

function shortest(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toExponential().split('e')
  return { isNegative: isNegative(value), digits: mantissa.replace('.', ''), point: Number(exponent) + 1 }
}

function withoutExponent({ isNegative, digits, point }: Decimal): string {
  const minus = isNegative ? '-' : ''
  if (point <= 0) return `${minus}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return minus + digits.padEnd(point, '0')
  return `${minus}${digits.slice(0, point)}.${digits.slice(point)}`
}

function withExponent({ isNegative, digits, point }: Decimal): string {
  const exponent = point - 1
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
  const power = Math.abs(exponent).toString().padStart(2, '0')
  return `${isNegative ? '-' : ''}${digits.charAt(0)}${fraction}e${exponent < 0 ? '-' : '+'}${power}`
}

/** The exact value times ten to the power of `places`, rounded to the nearest whole number, the even one on a tie. */
function roundToUnits(value: number, places: number): bigint {
  const { mantissa, exponent } = binary(Math.abs(value))
  let numerator = mantissa
  let denominator = 1n
  if (exponent > 0) numerator <<= BigInt(exponent)
  else denominator <<= BigInt(-exponent)
  if (places > 0) numerator *= 10n ** BigInt(places)
  else denominator *= 10n ** BigInt(-places)

  const quotient = numerator / denominator
  const twice = (numerator % denominator) * 2n
  const roundsUp = twice > denominator || (twice === denominator && quotient % 2n === 1n)
  return roundsUp ? quotient + 1n : quotient
}

/** A positive number as a whole mantissa times a power of two. */
function binary(value: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const biased = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  if (biased === 0) return { mantissa: fraction, exponent: -1074 }
  return { mantissa: fraction | (1n << 52n), exponent: biased - 1075 }
}

function sign(value: number): string {
  return isNegative(value) ? '-' : ''
}

function isNegative(value: number): boolean {
  return value < 0 || Object.is(value, -0)
}
