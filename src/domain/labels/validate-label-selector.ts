import { quoteAsGo } from '../text/quote-as-go.ts'
import { labelKeyProblems, labelValueProblems } from './label-key.ts'
import { type LabelExpression, readLabelSelector } from './label-selector.ts'

/** Something wrong with one field, in the words of Kubernetes. */
export interface FieldProblem {
  /** Such as `spec.clusterSelector.matchExpressions[0].values`. */
  readonly path: string
  readonly problem: string
}

/**
 * Lists everything that the API server finds wrong with a LabelSelector when it is written; `path` is where it stands.
 *
 * Throws a SelectorError if it has not the shape of one. The words differ from those of `compileLabelSelector`,
 * because the two are different code in Kubernetes.
 */
export function validateLabelSelector(given: unknown, path: string): readonly FieldProblem[] {
  const labelSelector = readLabelSelector(given)
  if (labelSelector === undefined) return []
  const { matchLabels, matchExpressions } = labelSelector
  return [
    ...validateLabels(matchLabels, `${path}.matchLabels`),
    ...matchExpressions.flatMap((expression, index) =>
      validateExpression(expression, `${path}.matchExpressions[${index}]`),
    ),
  ]
}

/** Lists everything that the API server finds wrong with the labels of an object. */
export function validateLabels(
  labels: Readonly<Record<string, string>>,
  path: string,
): readonly FieldProblem[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...invalid(path, key, labelKeyProblems(key)),
    ...invalid(path, value, labelValueProblems(value)),
  ])
}

function validateExpression(expression: LabelExpression, path: string): readonly FieldProblem[] {
  const { key, values } = expression
  return [
    ...operatorProblems(expression, path),
    ...invalid(`${path}.key`, key, labelKeyProblems(key)),
    ...values.flatMap((value, index) =>
      invalid(`${path}.values[${index}]`, value, labelValueProblems(value)),
    ),
  ]
}

function operatorProblems({ operator, values }: LabelExpression, path: string): readonly FieldProblem[] {
  switch (operator) {
    case 'In':
    case 'NotIn': {
      const problem = "Required value: must be specified when `operator` is 'In' or 'NotIn'"
      return values.length === 0 ? [{ path: `${path}.values`, problem }] : []
    }
    case 'Exists':
    case 'DoesNotExist': {
      const problem = "Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
      return values.length > 0 ? [{ path: `${path}.values`, problem }] : []
    }
    default:
      return invalid(`${path}.operator`, operator, ['not a valid selector operator'])
  }
}

function invalid(path: string, value: string, problems: readonly string[]): readonly FieldProblem[] {
  return problems.map(problem => ({ path, problem: `Invalid value: ${quoteAsGo(value)}: ${problem}` }))
}
