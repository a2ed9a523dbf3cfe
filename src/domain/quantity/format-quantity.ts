import { writeSuffix } from './quantity-suffix.ts'
import type { Quantity } from './quantity.ts'

/** Writes a quantity as Kubernetes stores it: no fraction, the largest suffix that loses nothing. */
export function formatQuantity(quantity: Quantity): string {
  if (quantity.text !== undefined) return quantity.text
  if (quantity.digits === 0n) return '0'
  return formatBinary(quantity) ?? formatDecimal(quantity)
}

// Below 1024, and where a fraction would be lost, decimal letters are used after all.
function formatBinary({ digits, exponent, format }: Quantity): string | undefined {
  if (format !== 'BinarySI') return undefined
  const one = 10n ** BigInt(Math.max(0, -exponent))
  if (digits % one !== 0n) return undefined
  const amount = (digits / one) * 10n ** BigInt(Math.max(0, exponent))
  if (amount > -1024n && amount < 1024n) return undefined
  const { rest, times } = withoutFactor(amount, 1024n)
  return `${rest}${writeSuffix({ format, power: times * 10 })}`
}

function formatDecimal({ digits, exponent, format }: Quantity): string {
  const { rest, times } = withoutFactor(digits, 10n)
  const power = exponent + times
  // Suffixes come in steps of three digits.
  const excess = ((power % 3) + 3) % 3
  const suffix = { format: format === 'BinarySI' ? 'DecimalSI' : format, power: power - excess } as const
  return `${rest * 10n ** BigInt(excess)}${writeSuffix(suffix)}`
}

function withoutFactor(value: bigint, factor: bigint): { readonly rest: bigint; readonly times: number } {
  let rest = value
  let times = 0
  while (rest % factor === 0n) {
    rest /= factor
    times++
  }
  return { rest, times }
}
