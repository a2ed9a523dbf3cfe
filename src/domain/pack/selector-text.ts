import type { LabelExpression, LabelSelector } from '../labels/label-selector.ts'
import { parseSelector } from '../labels/parse-selector.ts'
import type { Requirement } from '../labels/requirement.ts'
import { SelectorError } from '../labels/selector-error.ts'

/**
 * Turns a selector as kubectl takes it into the one of a ClusterResourceSet, or throws a SelectorError.
 *
 * It must choose something: a ClusterResourceSet without a selector is refused by Cluster API.
 */
export function readSelectorText(text: string): LabelSelector {
  const selector = parseSelector(text)
  const requirements = selector.selects === 'matching' ? selector.requirements : []
  if (requirements.length === 0) {
    throw new SelectorError('INVALID_REQUIREMENT', 'cannot use label selector: it is empty')
  }
  const labels = new Map<string, string>()
  const others: Requirement[] = []
  for (const requirement of requirements) {
    const { key, values } = requirement
    // A label has one place among matchLabels: a second value for it, which nothing can have too, goes elsewhere.
    if (isEquality(requirement) && !labels.has(key)) labels.set(key, values[0] ?? '')
    else others.push(requirement)
  }
  return { matchLabels: Object.fromEntries(labels), matchExpressions: others.map(expressionOf) }
}

function isEquality({ operator }: Requirement): boolean {
  return operator === 'Equals' || operator === 'DoubleEquals'
}

function expressionOf({ key, operator, values }: Requirement): LabelExpression {
  switch (operator) {
    case 'Equals':
    case 'DoubleEquals':
      return { key, operator: 'In', values }
    case 'NotEquals':
      return { key, operator: 'NotIn', values }
    case 'In':
    case 'NotIn':
    case 'Exists':
    case 'DoesNotExist':
      return { key, operator, values }
    default:
      throw new SelectorError(
        'UNKNOWN_OPERATOR',
        `cannot use label selector: a ClusterResourceSet does not support < and > ("${key}")`,
      )
  }
}
