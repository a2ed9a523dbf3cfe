import { CelError } from './cel-error.ts'
import { fluxEnvironment } from './flux-environment.ts'
import type { Environment } from './plan/environment.ts'
import { CostExceeded, Meter } from './plan/meter.ts'
import { planExpression } from './plan/plan-expression.ts'
import type { Step } from './plan/step.ts'
import { ParseFailure } from './syntax/parse-failure.ts'
import { parseExpression } from './syntax/parse-expression.ts'
import { codePointCount } from './text/code-points.ts'

/** The largest expression in characters, as in cel-go. */
const MAX_EXPRESSION_SIZE = 100_000

/** What may be computed while an expression is parsed: constants and regular expressions. */
const PARSE_COST_LIMIT = 100_000

/** An expression that has been parsed and can be evaluated any number of times. */
export interface CelExpression {
  readonly text: string
  readonly step: Step
}

export type CelParseResult =
  | { readonly ok: true; readonly expression: CelExpression }
  | { readonly ok: false; readonly error: CelError }

/**
 * Parses an expression for the environment of Flux, or another one.
 *
 * Fails where Flux fails before it has seen an object; unknown functions and wrong types show when it is evaluated.
 */
export function parseCel(text: string, environment: Environment = fluxEnvironment): CelParseResult {
  try {
    return { ok: true, expression: { text, step: parse(text, environment) } }
  } catch (error) {
    return { ok: false, error: asCelError(error, text) }
  }
}

function parse(text: string, environment: Environment): Step {
  const size = text.length > MAX_EXPRESSION_SIZE ? codePointCount(text) : text.length
  if (size > MAX_EXPRESSION_SIZE) {
    const reason = `expression code point size exceeds limit: size: ${size}, limit ${MAX_EXPRESSION_SIZE}`
    throw new ParseFailure(reason, 0, 'CEL_TOO_LARGE')
  }
  const expression = parseExpression(text, environment.macros)
  return planExpression(expression, environment, new Meter(PARSE_COST_LIMIT))
}

function asCelError(error: unknown, text: string): CelError {
  if (error instanceof ParseFailure)
    return new CelError(error.code, error.message, { text, offset: error.offset })
  if (error instanceof CostExceeded) return new CelError('CEL_TOO_LARGE', error.message, { text, offset: 0 })
  throw error
}
