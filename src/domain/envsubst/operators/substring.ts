/** What a length below zero does: Flux takes it as the distance from the end; clusterctl's older library crashes. */
export type NegativeLength = 'from-end' | 'crash'

const MAX_INT64 = 2n ** 63n - 1n

/** Cuts `${v:offset}` or `${v:offset:length}` out of bytes. Returns undefined where upstream crashes. */
export function substring(
  bytes: string,
  [offset = '', length]: readonly string[],
  negativeLength: NegativeLength,
): string | undefined {
  const size = BigInt(bytes.length)
  const given = parseInt64(offset)
  // What is no number is no reason to fail: the value stays whole, as in bash.
  if (given === undefined) return bytes
  const start = given < 0n ? max(size + given, 0n) : given
  if (length === undefined) return slice(bytes, start, size)
  const count = parseInt64(length)
  if (count === undefined) return bytes
  if (count < 0n && negativeLength === 'from-end') return slice(bytes, start, size + count)
  const end = BigInt.asIntN(64, start + count)
  if (end >= size) return slice(bytes, start, size)
  return end < start ? undefined : slice(bytes, start, end)
}

function slice(bytes: string, start: bigint, end: bigint): string {
  return start < end ? bytes.slice(Number(start), Number(end)) : ''
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** As Go's `strconv.Atoi` on a 64-bit machine: undefined for what is no number or does not fit. */
function parseInt64(text: string): bigint | undefined {
  const [, sign, digits] = /^([-+]?)0*(\d*)$/.exec(text) ?? []
  // The longest numbers that fit have 19 digits; a longer text is not worth reading.
  if (digits === undefined || digits.length > 19 || !/\d$/.test(text)) return undefined
  const size = BigInt(digits)
  if (sign === '-') return size > MAX_INT64 + 1n ? undefined : -size
  return size > MAX_INT64 ? undefined : size
}
