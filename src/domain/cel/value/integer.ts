import { CelUint, Fault } from './cel-value.ts'

const MIN_INT = -(2n ** 63n)
const MAX_INT = 2n ** 63n - 1n
const MAX_UINT = 2n ** 64n - 1n

/** Returns an int, or a fault when it does not fit into 64 bits. */
export function checkedInt(value: bigint): bigint | Fault {
  return value >= MIN_INT && value <= MAX_INT ? value : new Fault('integer overflow')
}

/** Returns a uint, or a fault when it does not fit into 64 bits. */
export function checkedUint(value: bigint): CelUint | Fault {
  return value >= 0n && value <= MAX_UINT ? new CelUint(value) : new Fault('unsigned integer overflow')
}

/** Reads a uint as Go does, without a sign; undefined when it is none or does not fit. */
export function parseUint64(text: string): CelUint | undefined {
  const magnitude = parseDigits(text)
  const value = magnitude === undefined ? undefined : checkedUint(magnitude)
  return value instanceof Fault ? undefined : value
}

function parseDigits(text: string): bigint | undefined {
  if (!/^[0-9]+$/.test(text)) return undefined
  const significant = text.replace(/^0+/, '')
  // More digits do not fit, and would take time to read.
  return significant.length > 20 ? undefined : BigInt(significant)
}
