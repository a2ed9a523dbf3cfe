import { CelError } from './cel-error.ts'
import type { CelExpression } from './parse-cel.ts'
import { CostExceeded, Meter } from './plan/meter.ts'
import { Scope } from './plan/scope.ts'
import { Fault, type CelValue } from './value/cel-value.ts'

/** Enough for any sensible expression, and less than a tenth of a second for any other. */
const DEFAULT_COST_LIMIT = 100_000

export interface EvaluateOptions {
  /** Each step, element and ten characters cost one. */
  readonly costLimit?: number
  /** Counts instead, for expressions that share one limit. */
  readonly meter?: Meter
}

export type CelResult =
  | { readonly ok: true; readonly value: CelValue }
  | { readonly ok: false; readonly error: CelError }

/** The variables of an expression: the fields of a JSON object. */
export type CelVariables = object

/** Evaluates an expression. Never throws, and never takes longer than the cost limit allows. */
export function evaluateCel(
  { text, step }: CelExpression,
  variables: CelVariables,
  { costLimit = DEFAULT_COST_LIMIT, meter = new Meter(costLimit) }: EvaluateOptions = {},
): CelResult {
  try {
    const value = step.evaluate(Scope.of(variables, meter))
    if (!(value instanceof Fault)) return { ok: true, value }
    return {
      ok: false,
      error: new CelError('CEL_EVALUATION', value.reason, { text, offset: value.offset ?? 0 }),
    }
  } catch (error) {
    if (!(error instanceof CostExceeded)) throw error
    return { ok: false, error: new CelError('CEL_COST_EXCEEDED', error.message, { text, offset: 0 }) }
  }
}
