import { CelError } from './cel-error.ts'
import { evaluateCel, type CelVariables, type EvaluateOptions } from './evaluate-cel.ts'
import type { CelExpression } from './parse-cel.ts'
import { typeNameOf } from './value/cel-type.ts'
import type { CelValue } from './value/cel-value.ts'

export type TypedResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: CelError }

/** Evaluates an expression that must come to a boolean, as Flux does. Nothing is converted. */
export function evaluateBoolean(
  expression: CelExpression,
  variables: CelVariables,
  options: EvaluateOptions = {},
): TypedResult<boolean> {
  const result = evaluateCel(expression, variables, options)
  if (!result.ok) return result
  const { value } = result
  return typeof value === 'boolean' ? { ok: true, value } : wrongType(expression, 'bool', value)
}

function wrongType({ text }: CelExpression, wanted: string, value: CelValue): { ok: false; error: CelError } {
  const reason = `expected a ${wanted}, got ${typeNameOf(value)}`
  return { ok: false, error: new CelError('CEL_WRONG_TYPE', reason, { text, offset: 0 }) }
}
