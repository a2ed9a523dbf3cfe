import type { Position } from '../yaml/position.ts'
import { parseTemplate } from './parse-template.ts'
import { positionFinder } from './position-finder.ts'
import { type TemplateExpression, type TemplateOperator, type Part, isDefaultOperator } from './template.ts'

/** One use of a variable in a text. */
export interface VariableUse extends Position {
  readonly name: string
  /** What is done with the value; see the reference of envsubst. */
  readonly operator: TemplateOperator
  /** The default as it is written, or undefined when there is none. */
  readonly fallback: string | undefined
  /** Whether the variable must be set when Flux is strict. */
  readonly isRequired: boolean
  /** Offset behind the closing brace. */
  readonly end: number
}

/**
 * Lists every use of a variable in a text, in the order of the text; throws an EnvsubstError as `expand` does.
 *
 * Uses inside the arguments of others are listed, too: Flux looks them up, whether the argument is needed or not.
 */
export function scanVariables(text: string): readonly VariableUse[] {
  const { source, parts } = parseTemplate(text)
  const find = positionFinder(source)
  return expressionsIn(parts).map(({ name, operator, start, argsStart, end }) => {
    const hasDefault = isDefaultOperator(operator)
    const fallback = hasDefault ? source.slice(argsStart, end - 1) : undefined
    return { name, operator, fallback, isRequired: !hasDefault, end, ...find(start) }
  })
}

function expressionsIn(parts: readonly Part[]): TemplateExpression[] {
  return parts.flatMap(part => (part.kind === 'text' ? [] : [part, ...expressionsIn(part.args)]))
}
