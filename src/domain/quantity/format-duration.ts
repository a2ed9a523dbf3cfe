const SECOND = 1_000_000_000n

// The largest unit that is not larger than the duration is the one to write it in.
const small = [
  { unit: 'ms', size: 1_000_000n, digits: 6 },
  { unit: 'µs', size: 1_000n, digits: 3 },
  { unit: 'ns', size: 1n, digits: 0 },
] as const

/** Writes nanoseconds as Go does, which is how an object comes back from the API server: `10m` returns as `10m0s`. */
export function formatDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s'
  return nanoseconds < 0n ? `-${formatPositive(-nanoseconds)}` : formatPositive(nanoseconds)
}

function formatPositive(nanoseconds: bigint): string {
  const fit = nanoseconds < SECOND ? small.find(({ size }) => nanoseconds >= size) : undefined
  if (fit) return `${decimal(nanoseconds, fit.digits)}${fit.unit}`

  const minutes = nanoseconds / (60n * SECOND)
  const seconds = `${decimal(nanoseconds % (60n * SECOND), 9)}s`
  if (minutes === 0n) return seconds
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`
}

function decimal(value: bigint, digits: number): string {
  const text = value.toString().padStart(digits + 1, '0')
  const split = text.length - digits
  const fraction = text.slice(split).replace(/0+$/, '')
  return fraction === '' ? text.slice(0, split) : `${text.slice(0, split)}.${fraction}`
}
