import { QuantityError } from './quantity-error.ts'

/** How a quantity is written: `12M`, `12Mi` or `12e6`. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent'

/** An exact amount, `digits` times ten to the power of `exponent`. */
export interface Quantity {
  readonly digits: bigint
  readonly exponent: number
  readonly format: QuantityFormat
  /** The text it was read from, where Kubernetes keeps that instead of a canonical one. */
  readonly text: string | undefined
}

/** Orders two quantities by their amount: negative if `a` is less, zero if they are equal, whatever their formats. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const [signA, signB] = [sign(a.digits), sign(b.digits)]
  if (signA !== signB || signA === 0) return Math.sign(signA - signB)
  // Counting digits first keeps 1e1000000 from ever being written out.
  const magnitudes = magnitude(a) - magnitude(b)
  if (magnitudes !== 0) return signA * Math.sign(magnitudes)
  const [digitsA, digitsB] = aligned(a, b)
  return sign(digitsA - digitsB)
}

/** Adds two quantities. The sum is written like `a`, unless `a` is zero: then like `b`. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const format = a.digits === 0n ? b.format : a.format
  if (a.digits === 0n) return { ...b, format, text: undefined }
  if (b.digits === 0n) return { ...a, text: undefined }
  if (Math.abs(a.exponent - b.exponent) > MAX_DISTANCE) {
    const message = `cannot add quantities: their exponents ${a.exponent} and ${b.exponent} are too far apart`
    throw new QuantityError('QUANTITIES_TOO_FAR_APART', message, { line: 1, column: 1, offset: 0 })
  }
  const [digitsA, digitsB] = aligned(a, b)
  const exponent = Math.min(a.exponent, b.exponent)
  return { digits: digitsA + digitsB, exponent, format, text: undefined }
}

/** Between the largest and the smallest amount that anybody means lie about 30 digits. */
const MAX_DISTANCE = 10_000

function aligned(a: Quantity, b: Quantity): readonly [bigint, bigint] {
  const exponent = Math.min(a.exponent, b.exponent)
  return [shifted(a, exponent), shifted(b, exponent)]
}

function shifted({ digits, exponent }: Quantity, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to)
}

// The power of ten of the first digit.
function magnitude({ digits, exponent }: Quantity): number {
  return digits.toString().replace('-', '').length + exponent
}

function sign(value: bigint): number {
  return value < 0n ? -1 : Number(value > 0n)
}
