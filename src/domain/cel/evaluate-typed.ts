import { CelError } from './cel-error.ts'
import { evaluateCel, type CelVariables, type EvaluateOptions } from './evaluate-cel.ts'
import type { CelExpression } from './parse-cel.ts'
import { CelList, elementsOf } from './value/cel-list.ts'
import { typeNameOf } from './value/cel-type.ts'
import { CelOptional, type CelValue } from './value/cel-value.ts'

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

/** Evaluates an expression that must come to a string, as Flux does. Nothing is converted. */
export function evaluateString(
  expression: CelExpression,
  variables: CelVariables,
  options: EvaluateOptions = {},
): TypedResult<string> {
  const result = evaluateCel(expression, variables, options)
  if (!result.ok) return result
  const { value } = result
  return typeof value === 'string' ? { ok: true, value } : wrongType(expression, 'string', value)
}

/** Evaluates an expression that must come to a list of strings, as Flux does. Optionals are looked into. */
export function evaluateStringList(
  expression: CelExpression,
  variables: CelVariables,
  options: EvaluateOptions = {},
): TypedResult<readonly string[]> {
  const result = evaluateCel(expression, variables, options)
  if (!result.ok) return result
  const strings = stringsIn(result.value)
  return strings ? { ok: true, value: strings } : wrongType(expression, 'list of strings', result.value)
}

function stringsIn(value: CelValue): readonly string[] | undefined {
  const list = unwrap(value)
  if (!(list instanceof CelList)) return undefined
  const strings = Array.from(elementsOf(list), unwrap)
  return strings.every(element => typeof element === 'string') ? strings : undefined
}

function unwrap(value: CelValue | undefined): CelValue | undefined {
  return value instanceof CelOptional ? unwrap(value.value) : value
}

function wrongType({ text }: CelExpression, wanted: string, value: CelValue): { ok: false; error: CelError } {
  const reason = `expected a ${wanted}, got ${typeNameOf(value)}`
  return { ok: false, error: new CelError('CEL_WRONG_TYPE', reason, { text, offset: 0 }) }
}
