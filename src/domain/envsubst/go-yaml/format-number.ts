const INTEGER_MIN = -(2n ** 63n)
const INTEGER_MAX = 2n ** 64n - 1n

/** Writes a number as Go's YAML library does after the number has been JSON: `8080`, `0.5`, `1e-05`, `1.5e+30`. */
export function formatNumber(value: number | bigint): string {
  if (Object.is(value, -0)) return '0'
  const json = String(value)
  return isInteger(json) ? json : formatFloat(Number(value))
}

// Whole numbers that fit into 64 bits are integers to the reader; any other number is a float.
function isInteger(json: string): boolean {
  if (!/^-?\d+$/.test(json)) return false
  if (json.length < 18) return true
  const integer = BigInt(json)
  return integer >= INTEGER_MIN && integer <= INTEGER_MAX
}

// The shortest digits that read back as the same number, as in JavaScript; but the exponent comes earlier and is longer.
function formatFloat(value: number): string {
  const [mantissa = '', power = ''] = value.toExponential().split('e')
  const exponent = Number(power)
  if (exponent >= -4 && exponent < 6) return String(value)
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}
