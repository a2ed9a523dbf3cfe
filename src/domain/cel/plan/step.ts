import { Fault, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import type { Scope } from './scope.ts'

/** One part of an expression, ready to be evaluated any number of times. */
export interface Step {
  readonly offset: number
  evaluate(scope: Scope): CelOutcome
}

/** A value that is known before any variable is. */
export class ConstantStep implements Step {
  readonly value: CelOutcome
  readonly offset: number

  constructor(value: CelOutcome, offset: number) {
    this.value = value
    this.offset = offset
  }

  evaluate(): CelOutcome {
    return this.value
  }
}

/** The constant of a step, or undefined. A fault is no constant. */
export function constantOf(step: Step | undefined): CelValue | undefined {
  if (!(step instanceof ConstantStep) || step.value instanceof Fault) return undefined
  return step.value
}
