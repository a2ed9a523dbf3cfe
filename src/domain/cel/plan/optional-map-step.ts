import { CelList, GrowingList, ValueList } from '../value/cel-list.ts'
import {
  CelOptional,
  Fault,
  located,
  optionalNone,
  type CelValue,
  type CelOutcome,
} from '../value/cel-value.ts'
import { noSuchOverload } from './binding.ts'
import type { Scope } from './scope.ts'
import type { Step } from './step.ts'

/** The parts of `target.optMap(variable, body)`. */
export interface OptionalMapParts {
  readonly target: Step
  readonly variable: string
  readonly body: Step
  /** `optFlatMap`: the body gives an optional itself. */
  readonly isFlat: boolean
}

/** `optMap` and `optFlatMap`. cel-go computes the target twice; once is enough, because it comes to the same. */
export class OptionalMapStep implements Step {
  readonly offset: number
  private readonly parts: OptionalMapParts

  constructor(parts: OptionalMapParts, offset: number) {
    this.parts = parts
    this.offset = offset
  }

  evaluate(scope: Scope): CelOutcome {
    const { target, variable, body, isFlat } = this.parts
    scope.meter.charge(1)
    const value = target.evaluate(scope)
    if (value instanceof Fault) return value
    if (!(value instanceof CelOptional)) return located(noSuchOverload('hasValue', [value]), this.offset)
    if (value.value === undefined) return optionalNone

    const inner = scope.with(variable)
    inner.value = bound(value.value)
    const result = body.evaluate(inner)
    if (result instanceof Fault) return result
    const settled = result instanceof GrowingList ? new ValueList(result.elements) : result
    return isFlat ? settled : new CelOptional(settled)
  }
}

// An empty list becomes one that grows in place, as the accumulator of a comprehension does in cel-go.
function bound(value: CelValue): CelValue {
  return value instanceof CelList && value.size === 0 ? new GrowingList() : value
}
