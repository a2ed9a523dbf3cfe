import { parseInt64 } from './parse-int64.ts'
import type { QuantityFormat } from './quantity.ts'

/** What the letters behind a number mean: a power of ten, or of two for `BinarySI`. */
export interface Suffix {
  readonly format: QuantityFormat
  readonly power: number
}

const decimal: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
])
const binary: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
])

/** Finds out what `text` means behind a number; undefined if it means nothing. */
export function readSuffix(text: string): Suffix | undefined {
  const tens = decimal.get(text)
  if (tens !== undefined) return { format: 'DecimalSI', power: tens }
  const twos = binary.get(text)
  if (twos !== undefined) return { format: 'BinarySI', power: twos }
  const exponent = /^[eE]/.test(text) ? parseInt64(text.slice(1)) : undefined
  if (exponent === undefined) return undefined
  // Kubernetes keeps 32 bits of it: 1e4294967296 is 1.
  return { format: 'DecimalExponent', power: Number(BigInt.asIntN(32, exponent)) }
}

/** Writes the letters for a power. Without letters for it (above E and Ei) there are none, as in Kubernetes. */
export function writeSuffix({ format, power }: Suffix): string {
  if (format === 'DecimalExponent') return power === 0 ? '' : `e${power}`
  const letters = format === 'BinarySI' ? binary : decimal
  for (const [text, meaning] of letters) if (meaning === power) return text
  return ''
}
