const decimal = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/
const hexadecimal = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?[0-9]+)$/
const infinity = /^([+-]?)inf(?:inity)?$/i

/** Reads a number as Go does (`1.5`, `1e3`, `0x1p-2`, `1_000`, `Inf`, `NaN`); undefined when it is none or too large. */
export function parseDouble(text: string): number | undefined {
  if (/^nan$/i.test(text)) return Number.NaN
  const [, infinite] = infinity.exec(text) ?? []
  if (infinite !== undefined) return infinite === '-' ? -Infinity : Infinity

  if (text.includes('_') && !hasLegalUnderscores(text)) return undefined
  const digits = text.replaceAll('_', '')
  const value = decimal.test(digits) ? Number(digits) : parseHexadecimal(digits)
  return value !== undefined && Number.isFinite(value) ? value : undefined
}

// Underscores stand between digits, or between the prefix of a hexadecimal number and its first digit.
function hasLegalUnderscores(text: string): boolean {
  const number = text.replace(/^[+-]/, '')
  const isHexadecimal = /^0[xX]/.test(number)
  const digits = isHexadecimal ? `0${number.slice(2)}` : number
  const illegal = isHexadecimal ? /(?:^|[^0-9a-fA-F])_|_(?:[^0-9a-fA-F]|$)/ : /(?:^|[^0-9])_|_(?:[^0-9]|$)/
  return !illegal.test(digits)
}

function parseHexadecimal(text: string): number | undefined {
  const [, sign, whole = '', fraction = '', power] = hexadecimal.exec(text) ?? []
  if (sign === undefined || power === undefined || whole + fraction === '') return undefined
  const mantissa = BigInt(`0x${whole}${fraction}`)
  const value = scale(mantissa, Number(power) - 4 * fraction.length)
  return sign === '-' ? -value : value
}

// Rounds once, to the even neighbour on a tie: the number of bits that are left depends on how small the number is.
function scale(mantissa: bigint, power: number): number {
  if (mantissa === 0n) return 0
  const length = mantissa.toString(2).length
  const top = length + power
  if (top > 1024) return Infinity
  if (top < -1075) return 0
  const dropped = length - Math.min(53, top + 1074)
  if (dropped <= 0) return Number(mantissa) * 2 ** power
  const unit = 1n << BigInt(dropped)
  const rest = (mantissa % unit) * 2n
  let kept = mantissa / unit
  if (rest > unit || (rest === unit && kept % 2n === 1n)) kept += 1n
  return timesPowerOfTwo(Number(kept), power + dropped)
}

// In two steps: the power itself may be too small or too large for a number.
function timesPowerOfTwo(value: number, power: number): number {
  const half = Math.trunc(power / 2)
  return value * 2 ** half * 2 ** (power - half)
}
