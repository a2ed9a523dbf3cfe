import type { Position } from '../../yaml/position.ts'
import type { TemplateExpression } from '../template.ts'
import { ClusterTemplate } from './cluster-template.ts'

/** A variable of a cluster template, and where it is first used. */
export interface TemplateVariable extends Position {
  readonly name: string
  /** Undefined for a variable that must be set. */
  readonly fallback: string | undefined
}

/**
 * Lists the variables of a cluster template as `clusterctl generate cluster --list-variables` does, sorted by name.
 *
 * The first use of a variable decides whether it has a default. Variables that are used only inside the default of
 * another one are not listed.
 */
export function listVariables(template: ClusterTemplate): readonly TemplateVariable[] {
  const find = template.positionFinder()
  const variables = new Map<string, TemplateVariable>()
  for (const part of template.parts) {
    if (part.kind !== 'expression' || variables.has(part.name)) continue
    const fallback = argumentsOf(part) || undefined
    variables.set(part.name, { name: part.name, fallback, ...find(part.start) })
  }
  return [...variables.values()].toSorted((a, b) => compareCodePoints(a.name, b.name))
}

// Every argument counts as a default, also those of functions that are none: clusterctl does not ask what they are for.
function argumentsOf({ args }: TemplateExpression): string {
  return args.map(arg => (arg.kind === 'text' ? arg.text : `\${${arg.name}}`)).join('')
}

// Go compares bytes, which is the order of code points, and not that of UTF-16.
function compareCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)]
  const index = left.findIndex((char, at) => char !== right[at])
  if (index < 0) return left.length - right.length
  return (left[index]?.codePointAt(0) ?? -1) - (right[index]?.codePointAt(0) ?? -1)
}
