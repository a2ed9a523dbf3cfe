import { oncePerObject } from '../object/once-per-object.ts'
import { quoteAsGo } from '../text/quote-as-go.ts'
import { type Requirement, requirementProblem } from './requirement.ts'
import { SelectorError } from './selector-error.ts'
import { type Selector, selectorOf, selectsNothing } from './selector.ts'

/** A selector as it stands in the spec of an object. */
export interface LabelSelector {
  readonly matchLabels: Readonly<Record<string, string>>
  readonly matchExpressions: readonly LabelExpression[]
}

/** One entry of `matchExpressions`. */
export interface LabelExpression {
  readonly key: string
  readonly operator: string
  readonly values: readonly string[]
}

/**
 * Turns the LabelSelector of an object into a selector, or throws a SelectorError.
 *
 * No selector at all chooses nothing, an empty one chooses everything: that is the rule of Kubernetes,
 * and single fields (such as a ClusterResourceSet's) have stricter ones of their own.
 */
export function compileLabelSelector(given: unknown): Selector {
  return typeof given === 'object' && given !== null ? compileOnce(given) : compile(given)
}

// One selector is held against many objects, and again at every look at them.
const compileOnce = oncePerObject(compile)

function compile(given: unknown): Selector {
  const labelSelector = readLabelSelector(given)
  if (labelSelector === undefined) return selectsNothing
  const { matchLabels, matchExpressions } = labelSelector
  return selectorOf([
    // Sorted, so that of two wrong keys the same one is always reported.
    ...Object.keys(matchLabels)
      .toSorted()
      .map(key => checked(equals(key, matchLabels[key] ?? ''))),
    ...matchExpressions.map(expression => checked({ ...expression, operator: operatorOf(expression) })),
  ])
}

function equals(key: string, value: string): Requirement {
  return { key, operator: 'Equals', values: [value] }
}

function operatorOf({ operator }: LabelExpression): Requirement['operator'] {
  switch (operator) {
    case 'In':
    case 'NotIn':
    case 'Exists':
    case 'DoesNotExist':
      return operator
    default: {
      const cause = `${quoteAsGo(operator)} is not a valid label selector operator`
      throw new SelectorError('UNKNOWN_OPERATOR', `cannot use label selector: ${cause}`)
    }
  }
}

function checked(requirement: Requirement): Requirement {
  const problem = requirementProblem(requirement)
  if (problem === undefined) return requirement
  throw new SelectorError('INVALID_REQUIREMENT', `cannot use label selector: ${problem}`)
}

/** Reads a LabelSelector from parsed YAML or JSON: absent stays undefined, null is empty, any other shape is a SelectorError. */
export function readLabelSelector(given: unknown): LabelSelector | undefined {
  if (given === undefined || given === null) return undefined
  const { matchLabels, matchExpressions } = readObject(given, 'the selector')
  return {
    matchLabels: Object.fromEntries(
      Object.entries(readObject(matchLabels ?? {}, 'matchLabels')).map(([key, value]) => [
        key,
        readString(value, `matchLabels[${key}]`),
      ]),
    ),
    matchExpressions: readList(matchExpressions, 'matchExpressions').map((entry, index) =>
      readExpression(entry, `matchExpressions[${index}]`),
    ),
  }
}

function readExpression(given: unknown, path: string): LabelExpression {
  const { key, operator, values } = readObject(given ?? {}, path)
  return {
    key: readString(key, `${path}.key`),
    operator: readString(operator, `${path}.operator`),
    values: readList(values, `${path}.values`).map((value, index) =>
      readString(value, `${path}.values[${index}]`),
    ),
  }
}

function readObject(given: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return { ...given }
  throw misshapen(path, 'an object', given)
}

function readList(given: unknown, path: string): readonly unknown[] {
  if (Array.isArray(given)) return given
  if (given === undefined || given === null) return []
  throw misshapen(path, 'a list', given)
}

// As Go decodes JSON: what is absent or null is the empty string.
function readString(given: unknown, path: string): string {
  if (typeof given === 'string') return given
  if (given === undefined || given === null) return ''
  throw misshapen(path, 'a string', given)
}

function misshapen(path: string, wanted: string, given: unknown): SelectorError {
  const found = Array.isArray(given) ? 'a list' : given === null ? 'null' : `a value of type ${typeof given}`
  return new SelectorError(
    'SELECTOR_SHAPE',
    `cannot read label selector: ${path} must be ${wanted}, found ${found}`,
  )
}
