import { formatQuantity } from '../../quantity/format-quantity.ts'
import { parseQuantity } from '../../quantity/parse-quantity.ts'
import { addQuantities, compareQuantities, type Quantity } from '../../quantity/quantity.ts'
import { QuantityError } from '../../quantity/quantity-error.ts'
import {
  int,
  overloaded,
  single,
  string,
  type Apply,
  type ArgumentType,
  type FunctionBinding,
} from '../plan/binding.ts'
import { CelOpaque } from '../value/cel-opaque.ts'
import { Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import { checkedInt } from '../value/integer.ts'

/** A quantity of Kubernetes: `500m`, `1.5Gi`. */
class CelQuantity extends CelOpaque {
  readonly typeName = 'kubernetes.Quantity'
  readonly quantity: Quantity
  /** Whether the API server stores it as a long number, because 64 bits might not do. */
  readonly isLong: boolean
  /** Whether it was added up: the API server cannot compare one that stands on the right of `==`. */
  private readonly isSum: boolean

  constructor(quantity: Quantity, { isLong = false, isSum = false }) {
    super()
    this.quantity = quantity
    this.isLong = isLong
    this.isSum = isSum
  }

  comparesWith(other: CelValue): boolean {
    return other instanceof CelQuantity && !other.isSum
  }

  equals(other: CelValue): boolean {
    return (
      other instanceof CelQuantity && !other.isSum && compareQuantities(this.quantity, other.quantity) === 0
    )
  }

  toString(): string {
    return formatQuantity(this.quantity)
  }
}

const quantityType: ArgumentType = { name: 'kubernetes.Quantity' }
const pair = [quantityType, quantityType]

/** Quantities, and what can be computed with them. */
export const quantityFunctions: readonly (readonly [string, FunctionBinding])[] = [
  single('quantity', { args: [string], apply: ofText(readQuantity) }),
  single('isQuantity', { args: [string], apply: ofText(text => !(readQuantity(text) instanceof Fault)) }),
  single('sign', {
    args: [quantityType],
    apply: ofQuantity(({ quantity }) => BigInt(signOf(quantity.digits))),
  }),
  single('isInteger', {
    args: [quantityType],
    apply: ofQuantity(quantity => integerIn(quantity) !== undefined),
  }),
  single('asInteger', { args: [quantityType], apply: ofQuantity(toInteger) }),
  single('asApproximateFloat', { args: [quantityType], apply: ofQuantity(toDouble) }),
  single('isGreaterThan', {
    args: pair,
    apply: ofTwo((left, right) => compareQuantities(left.quantity, right.quantity) > 0),
  }),
  single('isLessThan', {
    args: pair,
    apply: ofTwo((left, right) => compareQuantities(left.quantity, right.quantity) < 0),
  }),
  single('compareTo', {
    args: pair,
    apply: ofTwo((left, right) => BigInt(compareQuantities(left.quantity, right.quantity))),
  }),
  overloaded('add', [
    { args: pair, apply: ofTwo(add) },
    { args: [quantityType, int], apply: ofTwo(add) },
  ]),
  overloaded('sub', [
    { args: pair, apply: ofTwo(subtract) },
    { args: [quantityType, int], apply: ofTwo(subtract) },
  ]),
]

function ofText(convert: (text: string) => CelOutcome): Apply {
  return ([text], meter) => {
    if (typeof text !== 'string') return new Fault(NO_SUCH_OVERLOAD)
    meter.chargeText(text.length)
    return convert(text)
  }
}

function ofQuantity(part: (quantity: CelQuantity) => CelOutcome): Apply {
  return ([value]) => (value instanceof CelQuantity ? part(value) : new Fault(NO_SUCH_OVERLOAD))
}

function ofTwo(combine: (left: CelQuantity, right: CelQuantity) => CelOutcome): Apply {
  return ([left, right], meter) => {
    const other = typeof right === 'bigint' ? wholeQuantity(right) : right
    if (!(left instanceof CelQuantity && other instanceof CelQuantity)) return new Fault(NO_SUCH_OVERLOAD)
    // Quantities far apart have long numbers.
    meter.charge(1 + Math.abs(left.quantity.exponent - other.quantity.exponent) / 10)
    return combine(left, other)
  }
}

function wholeQuantity(value: bigint): CelQuantity {
  return new CelQuantity({ digits: value, exponent: 0, format: 'DecimalExponent', text: undefined }, {})
}

function readQuantity(text: string): CelOutcome {
  return orFault(() => new CelQuantity(parseQuantity(text), { isLong: isStoredLong(text) }))
}

function add(left: CelQuantity, right: CelQuantity): CelOutcome {
  const isLong = left.isLong || right.isLong
  return orFault(() => new CelQuantity(addQuantities(left.quantity, right.quantity), { isLong, isSum: true }))
}

function subtract(left: CelQuantity, right: CelQuantity): CelOutcome {
  const { quantity, isLong } = right
  return add(left, new CelQuantity({ ...quantity, digits: -quantity.digits }, { isLong }))
}

function orFault(compute: () => CelQuantity): CelOutcome {
  try {
    return compute()
  } catch (error) {
    if (error instanceof QuantityError) return new Fault(error.message)
    throw error
  }
}

// By the number of digits, not by the value. A letter stands for up to three digits, and for one more in all.
function isStoredLong(text: string): boolean {
  const [, whole = '', fraction = ''] = /^[-+]?0*([0-9]*)(?:\.([0-9]*))?/.exec(text) ?? []
  if (!text.endsWith('i')) return Math.max(whole.length, 1) + fraction.length > 18
  const thousands = 'KMGTPE'.indexOf(text.at(-2) ?? '') + 1
  return fraction !== '' || Math.max(whole.length, 1) + 3 * thousands > 14
}

function toInteger(value: CelQuantity): CelOutcome {
  return integerIn(value) ?? new Fault('cannot convert value to integer')
}

// The API server looks at how a quantity is stored, not at its value: neither 1000m nor 1000Ti is an integer.
function integerIn({ quantity: { digits, exponent }, isLong }: CelQuantity): bigint | undefined {
  const value =
    isLong || exponent < 0 || exponent > 18 ? undefined : checkedInt(digits * 10n ** BigInt(exponent))
  return value instanceof Fault ? undefined : value
}

// A long number is counted in nanos first, and rounded once more for that.
function toDouble({ quantity: { digits, exponent }, isLong }: CelQuantity): number {
  if (isLong && exponent > -9 && exponent < 400) return Number(digits * 10n ** BigInt(exponent + 9)) * 1e-9
  return exponent === 0 ? Number(digits) : Number(digits) * Number(`1e${exponent}`)
}

function signOf(value: bigint): number {
  return value < 0n ? -1 : Number(value > 0n)
}
