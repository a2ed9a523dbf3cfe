import { isFields } from '../object/fields.ts'
import { readGoYaml } from '../yaml/read-go-yaml.ts'
import { YamlError } from '../yaml/yaml-error.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import type { ClusterClass, VariableSchema } from './read-class.ts'

/** `name=value` or `name.field=value`, taken apart. */
export interface VariableAssignment {
  readonly path: readonly string[]
  readonly text: string
}

/** Takes an assignment apart; undefined if it is none. */
export function readAssignment(word: string): VariableAssignment | undefined {
  const at = word.indexOf('=')
  const path = word.slice(0, Math.max(at, 0)).split('.')
  return at <= 0 || path.includes('') ? undefined : { path, text: word.slice(at + 1) }
}

/** Puts assignments into the values of a cluster. A value is a text unless the class says what it is. */
export function assign(
  values: ReadonlyMap<string, YamlValue>,
  assignments: readonly VariableAssignment[],
  found: ClusterClass | undefined,
): ReadonlyMap<string, YamlValue> {
  const result = new Map(values)
  for (const { path, text } of assignments) {
    const [name = '', ...rest] = path
    const schema = found?.variables.find(variable => variable.name === name)?.schema ?? {}
    result.set(name, put(result.get(name), rest, { text, schema }))
  }
  return result
}

interface Given {
  readonly text: string
  readonly schema: VariableSchema
}

function put(whole: YamlValue | undefined, path: readonly string[], given: Given): YamlValue {
  const [step, ...rest] = path
  if (step === undefined) return typed(given)
  const before = isFields(whole) ? whole : {}
  const properties = isFields(given.schema['properties']) ? given.schema['properties'] : {}
  const inner = properties[step] ?? given.schema['additionalProperties']
  const schema = isFields(inner) ? inner : {}
  return { ...before, [step]: put(before[step], rest, { text: given.text, schema }) }
}

// What does not read as its type stays a text, and the check then says what it must be.
function typed({ text, schema }: Given): YamlValue {
  const { type } = schema
  if (type === undefined || type === 'string') return text
  try {
    const value = readGoYaml(text)
    return value === null && text !== 'null' ? text : value
  } catch (error) {
    if (error instanceof YamlError) return text
    throw error
  }
}
