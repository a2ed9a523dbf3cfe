import { quoteAsGo } from '../text/quote-as-go.ts'
import { labelKeyProblems, labelValueProblems } from './label-key.ts'
import { parseInt64 } from '../quantity/parse-int64.ts'

/** How a requirement compares. `Equals` and `DoubleEquals` mean the same; they differ in how they are written. */
export type SelectorOperator = keyof typeof rules

/** One thing that a selector asks of the labels of an object. */
export interface Requirement {
  readonly key: string
  readonly operator: SelectorOperator
  readonly values: readonly string[]
}

const atLeastOne = {
  isRight: (count: number) => count > 0,
  problem: "for 'in', 'notin' operators, values set can't be empty",
}
const exactlyOne = {
  isRight: (count: number) => count === 1,
  problem: 'exact-match compatibility requires one single value',
}
const none = {
  isRight: (count: number) => count === 0,
  problem: 'values set must be empty for exists and does not exist',
}
const oneInteger = { ...exactlyOne, problem: "for 'Gt', 'Lt' operators, exactly one value is required" }

const rules = {
  In: atLeastOne,
  NotIn: atLeastOne,
  Equals: exactlyOne,
  DoubleEquals: exactlyOne,
  NotEquals: exactlyOne,
  Exists: none,
  DoesNotExist: none,
  GreaterThan: oneInteger,
  LessThan: oneInteger,
} as const

/** Says in the words of Kubernetes what is wrong with a requirement: nothing, one line, or a list in brackets. */
export function requirementProblem({ key, operator, values }: Requirement): string | undefined {
  const problems = [
    ...keyProblem(key),
    ...countProblem(operator, values),
    ...(rules[operator] === oneInteger ? values.flatMap(integerProblem) : []),
    ...values.flatMap((value, index) => valueProblem(value, `values[${index}][${key}]`)),
  ]
  return problems.length > 1 ? `[${[...new Set(problems)].join(', ')}]` : problems[0]
}

function keyProblem(key: string): readonly string[] {
  const problems = labelKeyProblems(key)
  return problems.length === 0 ? [] : [`key: Invalid value: ${quoteAsGo(key)}: ${problems.join('; ')}`]
}

function countProblem(operator: SelectorOperator, values: readonly string[]): readonly string[] {
  const { isRight, problem } = rules[operator]
  if (isRight(values.length)) return []
  return [`values: Invalid value: ${jsonAsGo(values)}: ${problem}`]
}

// Go writes an absent list as null, and escapes what could end a script in HTML.
function jsonAsGo(values: readonly string[]): string {
  if (values.length === 0) return 'null'
  return JSON.stringify(values).replace(
    /[<>&\u2028\u2029]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function integerProblem(value: string, index: number): readonly string[] {
  if (parseInt64(value) !== undefined) return []
  const problem = "for 'Gt', 'Lt' operators, the value must be an integer"
  return [`values[${index}]: Invalid value: ${quoteAsGo(value)}: ${problem}`]
}

function valueProblem(value: string, path: string): readonly string[] {
  const problems = labelValueProblems(value)
  return problems.length === 0 ? [] : [`${path}: Invalid value: ${quoteAsGo(value)}: ${problems.join('; ')}`]
}
