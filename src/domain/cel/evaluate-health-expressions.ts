import { CelError } from './cel-error.ts'
import type { EvaluateOptions } from './evaluate-cel.ts'
import { evaluateBoolean } from './evaluate-typed.ts'
import { parseCel, type CelExpression } from './parse-cel.ts'

/** The expressions of one entry of `healthCheckExprs` in a Kustomization. */
export interface HealthExpressions {
  readonly current?: string
  readonly inProgress?: string
  readonly failed?: string
}

type HealthField = keyof HealthExpressions

/** Health expressions that have been parsed and can judge any number of objects. */
type HealthRules = Readonly<Partial<Record<HealthField, CelExpression>>>

interface HealthFailure {
  readonly ok: false
  readonly field: HealthField
  readonly error: CelError
}

type HealthRulesResult = { readonly ok: true; readonly rules: HealthRules } | HealthFailure

export type ExpressedHealth =
  | { readonly ok: true; readonly status: 'Current' | 'InProgress' | 'Failed' }
  | HealthFailure

// The order in which Flux parses decides which of several mistakes it reports.
const fields: readonly HealthField[] = ['current', 'failed', 'inProgress']

/** Parses the expressions of one kind, as Flux does when it reads a Kustomization. Only `current` is required. */
export function parseHealthExpressions(expressions: HealthExpressions): HealthRulesResult {
  const rules: Partial<Record<HealthField, CelExpression>> = {}
  for (const field of fields) {
    const text = expressions[field] ?? ''
    if (text === '' && field !== 'current') continue
    const result = text === '' ? notSpecified : parseCel(text)
    if (!result.ok) return { ok: false, field, error: result.error }
    rules[field] = result.expression
  }
  return { ok: true, rules }
}

const notSpecified = {
  ok: false,
  error: new CelError('CEL_NOT_SPECIFIED', 'expression Current not specified', { text: '', offset: 0 }),
} as const

// The order of RFC 0009: a failed object that is still being worked on is in progress.
const verdicts = [
  { field: 'inProgress', status: 'InProgress' },
  { field: 'failed', status: 'Failed' },
  { field: 'current', status: 'Current' },
] as const

/** Judges one object. An expression that cannot be evaluated ends the judgement: for Flux the status is Unknown then. */
export function evaluateHealthRules(
  rules: HealthRules,
  object: object,
  options: EvaluateOptions = {},
): ExpressedHealth {
  if (isStale(object)) return { ok: true, status: 'InProgress' }
  for (const { field, status } of verdicts) {
    const expression = rules[field]
    if (!expression) continue
    const result = evaluateBoolean(expression, object, options)
    if (!result.ok) return { ok: false, field, error: result.error }
    if (result.value) return { ok: true, status }
  }
  return { ok: true, status: 'InProgress' }
}

/** Parses expressions and judges one object with them. For many objects, parse once. @internal */
export function evaluateHealthExpressions(expressions: HealthExpressions, object: object): ExpressedHealth {
  const parsed = parseHealthExpressions(expressions)
  return parsed.ok ? evaluateHealthRules(parsed.rules, object) : parsed
}

// Both must be whole numbers; some kinds write them as text, and are left to their expressions.
function isStale(object: object): boolean {
  const observed = wholeNumberAt(object, 'status', 'observedGeneration')
  const generation = wholeNumberAt(object, 'metadata', 'generation')
  return observed !== undefined && generation !== undefined && observed !== generation
}

function wholeNumberAt(object: object, section: string, field: string): bigint | undefined {
  const value = fieldOf(fieldOf(object, section), field)
  if (typeof value === 'bigint') return value
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? Reflect.get(value, field)
    : undefined
}
