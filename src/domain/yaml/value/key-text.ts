import type { ScalarType } from '../scalar/resolve-tagged.ts'
import type { ScalarValue } from '../scalar/resolve-scalar.ts'

const MAX_INT64 = 2n ** 63n - 1n

/** The JSON key that a scalar becomes, or undefined if upstream refuses it as one. */
export function keyText(value: ScalarValue, type: ScalarType): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (value === null || (typeof value === 'bigint' && value > MAX_INT64)) return undefined
  return type === 'float' ? floatText(Number(value)) : String(value)
}

// Upstream writes a float key with the digits that a 32 bit float needs.
function floatText(value: number): string {
  const written = String(value)
  // So few digits are the shortest for a 32 bit float, too.
  if (written.length <= 7 && Math.abs(value) >= 0.001 && Math.abs(value) < 1e6) return written
  const single = Math.fround(value)
  if (Number.isNaN(single)) return '.nan'
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf'
  if (single === 0) return Object.is(single, -0) ? '-0' : '0'
  const [mantissa = '', power = '0'] = shortestDigits(single).split('e')
  const exponent = Number(power)
  if (exponent >= -4 && exponent < 6) return String(Number(`${mantissa}e${power}`))
  const sign = exponent < 0 ? '-' : '+'
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** The fewest digits that still are this 32 bit float, in scientific notation. */
function shortestDigits(single: number): string {
  for (let digits = 0; digits < 8; digits++) {
    const text = single.toExponential(digits)
    if (Math.fround(Number(text)) === single) return text
  }
  return single.toExponential(8)
}
