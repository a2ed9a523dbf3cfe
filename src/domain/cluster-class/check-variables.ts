import { listFirst } from '../text/list-first.ts'
import { nearest } from '../text/nearest.ts'
import { checkValue, type ValueProblem } from './check-value.ts'
import type { ClassVariable, ClusterClass } from './read-class.ts'

/** Lists what a class has against the variables of a cluster: unknown, of the wrong form, missing. */
export function checkVariables(
  values: ReadonlyMap<string, unknown>,
  { variables }: ClusterClass,
): readonly ValueProblem[] {
  const names = variables.map(({ name }) => name)
  const given = [...values].flatMap(([name, value]): readonly ValueProblem[] => {
    const variable = variables.find(one => one.name === name)
    if (variable?.isConflicting === true) return [conflict(variable)]
    if (variable) return checkValue(value, variable.schema, [name])
    const meant = nearest(name, names)
    const hint = meant === undefined ? listOf(names) : `; did you mean ${meant}?`
    return [{ path: [name], message: `is not a variable of the class${hint}` }]
  })
  const missing = variables.filter(
    ({ name, isRequired, schema }) => isRequired && !('default' in schema) && !values.has(name),
  )
  return [...given, ...missing.map(({ name }) => ({ path: [name], message: 'is required' }))]
}

function conflict({ name, from }: ClassVariable): ValueProblem {
  const message = `is defined in different ways by ${listFirst(from)}: Cluster API takes no value for it`
  return { path: [name], message }
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? ', which has none' : `: it has ${names.toSorted().join(', ')}`
}
