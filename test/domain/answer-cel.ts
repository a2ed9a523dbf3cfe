import { evaluateCel, type CelVariables, type EvaluateOptions } from '../../src/domain/cel/evaluate-cel.ts'
import { fluxEnvironment } from '../../src/domain/cel/flux-environment.ts'
import { parseCel } from '../../src/domain/cel/parse-cel.ts'
import type { Environment } from '../../src/domain/cel/plan/environment.ts'
import { toJson } from '../../src/domain/cel/value/to-json.ts'

/** What an expression came to, as plain JSON, or why it came to nothing. */
export type CelAnswer = { readonly value: unknown } | { readonly code: string; readonly reason: string }

/** Parses and evaluates an expression in one go, for a question that is asked once. */
export function answerCel(
  text: string,
  variables: CelVariables = {},
  {
    environment = fluxEnvironment,
    ...options
  }: EvaluateOptions & { readonly environment?: Environment } = {},
): CelAnswer {
  const parsed = parseCel(text, environment)
  const result = parsed.ok ? evaluateCel(parsed.expression, variables, options) : parsed
  if (result.ok) return { value: toJson(result.value) }
  return { code: result.error.code, reason: result.error.reason }
}
