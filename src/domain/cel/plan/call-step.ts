import { CelDuration, CelTimestamp } from '../value/cel-time.ts'
import { Fault, NO_SUCH_OVERLOAD, located, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import type { Apply } from './binding.ts'
import type { Scope } from './scope.ts'
import type { Step } from './step.ts'

/** What a call needs to know of its function. */
export interface Callee {
  readonly name: string
  /** Undefined for a function that nobody has: that is found when it is called. */
  readonly apply: Apply | undefined
  readonly accepts: ((first: CelValue) => boolean) | undefined
}

/** A call of a function or an operator. The first argument that is a fault is the result. */
export class CallStep implements Step {
  readonly offset: number
  readonly args: readonly Step[]
  readonly callee: Callee

  constructor(callee: Callee, args: readonly Step[], offset: number) {
    this.callee = callee
    this.args = args
    this.offset = offset
  }

  evaluate(scope: Scope): CelOutcome {
    const { meter } = scope
    meter.charge(1)
    const values: CelValue[] = []
    for (const arg of this.args) {
      const value = arg.evaluate(scope)
      if (value instanceof Fault) return value
      values.push(value)
    }
    const { apply, accepts } = this.callee
    const [first = null] = values
    if (apply && (!accepts || accepts(first))) return located(apply(values, meter), this.offset)
    return new Fault(
      isReceiver(first) ? NO_SUCH_OVERLOAD : `${NO_SUCH_OVERLOAD}: ${this.callee.name}`,
      this.offset,
    )
  }
}

// These types are asked for functions of their own, and have no better answer than this.
function isReceiver(value: CelValue): boolean {
  return typeof value === 'string' || value instanceof CelDuration || value instanceof CelTimestamp
}
