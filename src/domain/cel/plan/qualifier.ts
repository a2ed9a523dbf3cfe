import { CelList } from '../value/cel-list.ts'
import { CelMap } from '../value/cel-map.ts'
import { describeValue } from '../value/describe.ts'
import { typeNameOf } from '../value/cel-type.ts'
import { CelUint, Fault, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import type { Attribute } from './attribute.ts'
import type { Scope } from './scope.ts'

/** A step from a value to a part of it: `.field`, `[index]`, `[?index]`. */
export interface Qualifier {
  /** The result is an optional, and what is absent is no error. */
  readonly isOptional: boolean
  /** The key, when it is a literal. */
  readonly key: CelValue | undefined
  /** The part, which must be there. */
  qualify(scope: Scope, object: CelValue): CelOutcome
  /** The part, or undefined when it is absent. */
  qualifyIfPresent(scope: Scope, object: CelValue): CelOutcome | undefined
}

/** A key that is a literal. */
export class ConstantQualifier implements Qualifier {
  readonly key: CelValue
  readonly isOptional: boolean

  constructor(key: CelValue, isOptional = false) {
    this.key = key
    this.isOptional = isOptional
  }

  qualify(_: Scope, object: CelValue): CelOutcome {
    return demand(object, this.key)
  }

  qualifyIfPresent(_: Scope, object: CelValue): CelOutcome | undefined {
    return find(object, this.key)
  }
}

/** A key that must be computed. */
export class ComputedQualifier implements Qualifier {
  readonly key = undefined
  readonly isOptional: boolean
  private readonly attribute: Attribute

  constructor(attribute: Attribute, isOptional: boolean) {
    this.attribute = attribute
    this.isOptional = isOptional
  }

  qualify(scope: Scope, object: CelValue): CelOutcome {
    const key = this.computeKey(scope)
    return key instanceof Fault ? key : demand(object, key)
  }

  qualifyIfPresent(scope: Scope, object: CelValue): CelOutcome | undefined {
    const key = this.computeKey(scope)
    return key instanceof Fault ? key : find(object, key)
  }

  private computeKey(scope: Scope): CelOutcome {
    const key = this.attribute.resolve(scope)
    return key instanceof Fault || isKey(key) ? key : new Fault(notAKey(key))
  }
}

/** The last step of `has()`: says whether the part is there. */
export class PresenceQualifier implements Qualifier {
  readonly key: CelValue
  readonly isOptional: boolean
  private readonly tested: ConstantQualifier

  constructor(tested: ConstantQualifier) {
    this.tested = tested
    this.key = tested.key
    this.isOptional = tested.isOptional
  }

  qualify(scope: Scope, object: CelValue): CelOutcome {
    const found = this.tested.qualifyIfPresent(scope, object)
    return found instanceof Fault ? found : found !== undefined
  }

  qualifyIfPresent(scope: Scope, object: CelValue): CelOutcome | undefined {
    return this.tested.qualifyIfPresent(scope, object)
  }
}

/** Whether a value can be a key or an index. */
export function isKey(value: CelValue): boolean {
  return value !== null && (typeof value !== 'object' || value instanceof CelUint)
}

/** The words for a value that cannot be a key or an index. */
export function notAKey(value: CelValue): string {
  return `invalid qualifier type: ${typeNameOf(value)}`
}

function demand(object: CelValue, key: CelValue): CelOutcome {
  const found = find(object, key)
  return found === undefined ? missing(object, key) : found
}

function find(object: CelValue, key: CelValue): CelOutcome | undefined {
  if (object instanceof CelMap) return object.find(key)
  if (!(object instanceof CelList)) return undefined
  const index = indexOf(key)
  if (index instanceof Fault) return index
  return index >= 0 && index < object.size ? object.at(index) : undefined
}

// Doubles and uints are indexes, too, as long as nothing is lost.
function indexOf(key: CelValue): number | Fault {
  if (typeof key === 'bigint') return Number(key)
  const isNumber = typeof key === 'number' || key instanceof CelUint
  if (!isNumber) return new Fault(`unsupported index type '${typeNameOf(key)}' in list`)
  const index = typeof key === 'number' ? key : Number(key.value)
  const isLossless = Number.isInteger(index) && Math.abs(index) < 2 ** 63
  return isLossless ? index : new Fault(`unsupported index value ${describeValue(key)} in list`)
}

function missing(object: CelValue, key: CelValue): Fault {
  const words = object instanceof CelList ? 'index out of bounds' : 'no such key'
  return new Fault(`${words}: ${describeValue(key)}`)
}
