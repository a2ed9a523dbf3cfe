const MIN = -(2n ** 63n)
const MAX = 2n ** 63n - 1n

/** Reads a whole number as Go reads an int64; undefined if `text` is none or does not fit. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined
  const digits = text.replace(/^[+-]?0*/, '')
  // No number of 20 digits fits, and a longer one would take time to read.
  if (digits.length > 19) return undefined
  const value = BigInt(text.startsWith('-') ? `-${digits || '0'}` : digits)
  return value >= MIN && value <= MAX ? value : undefined
}
