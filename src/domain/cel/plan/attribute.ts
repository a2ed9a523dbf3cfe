import {
  CelOptional,
  Fault,
  NO_SUCH_OVERLOAD,
  optionalNone,
  type CelValue,
  type CelOutcome,
} from '../value/cel-value.ts'
import type { Qualifier } from './qualifier.ts'
import type { Scope } from './scope.ts'
import type { Step } from './step.ts'

/** A variable or a computed value, and the parts of it that an expression asks for. */
export interface Attribute {
  addQualifier(qualifier: Qualifier): void
  resolve(scope: Scope): CelOutcome
}

/** The variable of a macro. */
export class LocalAttribute implements Attribute {
  private readonly name: string
  private readonly qualifiers: Qualifier[] = []

  constructor(name: string) {
    this.name = name
  }

  addQualifier(qualifier: Qualifier): void {
    this.qualifiers.push(qualifier)
  }

  resolve(scope: Scope): CelOutcome {
    const value = scope.local(this.name)
    return value === undefined ? noSuchAttribute(this.name) : qualifyAll(scope, value, this.qualifiers)
  }
}

/**
 * A variable of the expression.
 *
 * `a.b.c` may be the variable "a.b.c", a field of "a.b", or a field of a field of "a": the longest name wins.
 */
export class VariableAttribute implements Attribute {
  private readonly readings: Reading[]
  private readonly types: TypeNames

  constructor(name: string, types: TypeNames) {
    const isRooted = name.startsWith('.')
    this.types = types
    this.readings = [newReading(isRooted ? name.slice(1) : name, types, isRooted)]
  }

  addQualifier(qualifier: Qualifier): void {
    const bare = this.readings.find(({ qualifiers }) => qualifiers.length === 0)
    for (const { qualifiers } of this.readings) qualifiers.push(qualifier)
    if (bare && typeof qualifier.key === 'string') {
      this.readings.unshift(newReading(`${bare.name}.${qualifier.key}`, this.types, false))
    }
  }

  resolve(scope: Scope): CelOutcome {
    for (const { name, type, isRooted, qualifiers } of this.readings) {
      const value = scope.variable(name)
      if (value instanceof Fault) return value
      if (value !== undefined) return qualifyAll(isRooted ? scope.root() : scope, value, qualifiers)
      if (type !== undefined && qualifiers.length === 0) return type
    }
    return noSuchAttribute(this.readings[0]?.name ?? '')
  }
}

/** The names that are types or constants when no variable has them. */
export type TypeNames = ReadonlyMap<string, CelValue>

interface Reading {
  readonly name: string
  readonly type: CelValue | undefined
  /** Written with a leading dot: keys and indexes do not see the variables of macros either. */
  readonly isRooted: boolean
  readonly qualifiers: Qualifier[]
}

function newReading(name: string, types: TypeNames, isRooted: boolean): Reading {
  return { name, type: types.get(name), isRooted, qualifiers: [] }
}

/** `condition ? a : b`, whose parts are asked for on either side. */
export class ConditionalAttribute implements Attribute {
  private readonly condition: Step
  private readonly whenTrue: Attribute
  private readonly whenFalse: Attribute

  constructor(condition: Step, branches: { readonly whenTrue: Attribute; readonly whenFalse: Attribute }) {
    this.condition = condition
    this.whenTrue = branches.whenTrue
    this.whenFalse = branches.whenFalse
  }

  addQualifier(qualifier: Qualifier): void {
    this.whenTrue.addQualifier(qualifier)
    this.whenFalse.addQualifier(qualifier)
  }

  resolve(scope: Scope): CelOutcome {
    const condition = this.condition.evaluate(scope)
    if (condition === true) return this.whenTrue.resolve(scope)
    if (condition === false) return this.whenFalse.resolve(scope)
    return condition instanceof Fault ? condition : new Fault(NO_SUCH_OVERLOAD)
  }
}

/** Any other value. */
export class ComputedAttribute implements Attribute {
  private readonly operand: Step
  private readonly qualifiers: Qualifier[] = []

  constructor(operand: Step) {
    this.operand = operand
  }

  addQualifier(qualifier: Qualifier): void {
    this.qualifiers.push(qualifier)
  }

  resolve(scope: Scope): CelOutcome {
    const value = this.operand.evaluate(scope)
    return value instanceof Fault ? value : qualifyAll(scope, value, this.qualifiers)
  }
}

function noSuchAttribute(name: string): Fault {
  return new Fault(`no such attribute(s): ${name}`)
}

// Once one part is asked for optionally, all that follow are, and the result is an optional.
function qualifyAll(scope: Scope, start: CelValue, qualifiers: readonly Qualifier[]): CelOutcome {
  if (start instanceof CelOptional && start.value === undefined) return start
  let isOptional = start instanceof CelOptional
  let object = start instanceof CelOptional ? (start.value ?? null) : start
  scope.meter.charge(qualifiers.length)
  for (const qualifier of qualifiers) {
    isOptional ||= qualifier.isOptional
    const part = isOptional ? qualifier.qualifyIfPresent(scope, object) : qualifier.qualify(scope, object)
    if (part === undefined) return optionalNone
    if (part instanceof Fault) return part
    object = part
  }
  return isOptional ? new CelOptional(object) : object
}
