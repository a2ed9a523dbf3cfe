import { compileLabelSelector } from '../../labels/label-selector.ts'
import { SelectorError } from '../../labels/selector-error.ts'
import type { FieldProblem } from '../../labels/validate-label-selector.ts'
import { type Fields, isFields } from '../../object/fields.ts'
import { schemaProblems } from './resource-set-schema.ts'

/**
 * Lists what a management cluster refuses about the spec of a ClusterResourceSet: of a new one, or of a change of `old`.
 *
 * In its order: the default is set, the schema is checked, and only a spec that fits it reaches the webhook.
 */
export function admitResourceSet(spec: unknown, old?: unknown): readonly FieldProblem[] {
  const defaulted = defaultResourceSetSpec(spec)
  const problems = schemaProblems(defaulted)
  return problems.length > 0 ? problems : webhookProblems(defaulted, old)
}

/** Sets the strategy of a spec that has none to ApplyOnce, as the defaulting webhook does. @internal */
export function defaultResourceSetSpec(spec: unknown): unknown {
  if (!isFields(spec) || (spec['strategy'] ?? '') !== '') return spec
  return { ...spec, strategy: 'ApplyOnce' }
}

/**
 * Lists what the validating webhook of Cluster API alone refuses; it sees neither the schema nor the default.
 *
 * @internal
 */
export function webhookProblems(spec: unknown, old?: unknown): readonly FieldProblem[] {
  const given = isFields(spec) ? spec : {}
  const problems = selectorProblems(given['clusterSelector'])
  if (!isFields(old)) return problems
  return [...problems, ...changeProblems(given, old)]
}

function selectorProblems(selector: unknown): readonly FieldProblem[] {
  try {
    const compiled = compileLabelSelector(selector ?? {})
    const isEmpty = compiled.selects === 'matching' && compiled.requirements.length === 0
    return isEmpty ? [invalid('spec.clusterSelector', 'selector must not be empty')] : []
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error
    return [invalid('spec.clusterSelector', error.message)]
  }
}

// `spec.resources` may change.
function changeProblems(given: Fields, old: Fields): readonly FieldProblem[] {
  const problems: FieldProblem[] = []
  const before = old['strategy'] ?? ''
  if (before !== '' && before !== (given['strategy'] ?? '')) {
    problems.push(invalid('spec.strategy', 'field is immutable'))
  }
  if (canonical(given['clusterSelector']) !== canonical(old['clusterSelector'])) {
    problems.push(invalid('spec.clusterSelector', 'field is immutable'))
  }
  return problems
}

// As Go compares: the order of labels does not count, that of expressions and values does, and absent is not empty.
function canonical(selector: unknown): string {
  if (!isFields(selector)) return 'null'
  const { matchLabels, matchExpressions } = selector
  return JSON.stringify([
    isFields(matchLabels) ? Object.entries(matchLabels).toSorted(([a], [b]) => (a < b ? -1 : 1)) : null,
    Array.isArray(matchExpressions) ? matchExpressions.map(expressionParts) : null,
  ])
}

function expressionParts(expression: unknown): readonly unknown[] {
  if (!isFields(expression)) return []
  const { key, operator, values } = expression
  return [key ?? '', operator ?? '', Array.isArray(values) ? values.map(String) : null]
}

function invalid(path: string, problem: string): FieldProblem {
  return { path, problem: `Invalid value: ${problem}` }
}
