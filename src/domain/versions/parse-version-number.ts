const MAX = 2n ** 64n - 1n

/** Reads digits as Go reads a uint64; undefined if `text` holds anything else or does not fit. */
export function parseVersionNumber(text: string): bigint | undefined {
  if (text === '' || /[^0-9]/.test(text)) return undefined
  const digits = text.replace(/^0+/, '')
  // No number of 21 digits fits, and a long one would take time to read.
  if (digits.length > 20) return undefined
  const value = BigInt(digits)
  return value <= MAX ? value : undefined
}
