import { CelOptional, Fault, NO_SUCH_OVERLOAD, located, type CelOutcome } from '../value/cel-value.ts'
import type { Scope } from './scope.ts'
import type { Step } from './step.ts'

/** `&&` (decided by false) or `||` (decided by true): a term that decides makes up for faults in all others. */
export class LogicStep implements Step {
  readonly offset: number
  private readonly terms: readonly Step[]
  private readonly decisive: boolean

  constructor(decisive: boolean, terms: readonly Step[], offset: number) {
    this.decisive = decisive
    this.terms = terms
    this.offset = offset
  }

  evaluate(scope: Scope): CelOutcome {
    scope.meter.charge(1)
    let fault: CelOutcome | undefined
    for (const term of this.terms) {
      const value = term.evaluate(scope)
      if (value === this.decisive) return value
      if (value !== !this.decisive) fault ??= faultOf(value, this.offset)
    }
    return fault ?? !this.decisive
  }
}

/** The fault of a value where a boolean is needed. */
export function faultOf(value: CelOutcome, offset: number): CelOutcome {
  return located(value instanceof Fault ? value : new Fault(NO_SUCH_OVERLOAD), offset)
}

/** `a.or(b)` and `a.orValue(b)`: the right side is looked at only when the left is empty. */
export class OptionalOrStep implements Step {
  readonly offset: number
  private readonly left: Step
  private readonly right: Step
  private readonly unwraps: boolean

  constructor(name: 'or' | 'orValue', sides: { readonly left: Step; readonly right: Step }, offset: number) {
    this.unwraps = name === 'orValue'
    this.left = sides.left
    this.right = sides.right
    this.offset = offset
  }

  evaluate(scope: Scope): CelOutcome {
    scope.meter.charge(1)
    const left = this.left.evaluate(scope)
    if (!(left instanceof CelOptional)) return faultOf(left, this.offset)
    if (left.value === undefined) return this.right.evaluate(scope)
    return this.unwraps ? left.value : left
  }
}
