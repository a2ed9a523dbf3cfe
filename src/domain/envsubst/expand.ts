import { type Expansion, type Lookup, evaluateLeniently, evaluateStrictly } from './evaluate.ts'
import { parseTemplate } from './parse-template.ts'

/** Whether a variable without a value and without a default is an error, or empty. */
export type Strictness = 'strict' | 'lenient'

/**
 * Fills the `${variables}` of a text as Flux does; throws an EnvsubstError for a text that Flux would refuse.
 *
 * Reports every unset variable, not the first: one lint run must show all that is missing.
 */
export function expand(text: string, lookup: Lookup, strictness: Strictness): Expansion {
  const template = parseTemplate(text)
  const filling = { lookup, negativeLength: 'from-end' } as const
  if (strictness === 'strict') return evaluateStrictly(template, filling)
  return { ok: true, text: evaluateLeniently(template, filling) }
}

/** Looks variables up in plain data. Inherited properties such as `constructor` are not variables. */
export function lookupIn(variables: Readonly<Record<string, string>> | ReadonlyMap<string, string>): Lookup {
  const entries = variables instanceof Map ? variables : new Map(Object.entries(variables))
  return name => entries.get(name)
}
