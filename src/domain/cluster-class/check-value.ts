import { formatPath, type ObjectPath } from '../envsubst/object-path.ts'
import { isEqual } from '../object/is-equal.ts'
import { isFields } from '../object/fields.ts'
import { nearest } from '../text/nearest.ts'
import type { VariableSchema } from './read-class.ts'

/** One thing that is wrong with the value of a variable. */
export interface ValueProblem {
  /** The variable, and the way into its value. */
  readonly path: ObjectPath
  readonly message: string
}

/** Lists what a schema of Cluster API has against a value. Rules in CEL: checkRules. */
export function checkValue(
  value: unknown,
  schema: VariableSchema,
  path: ObjectPath,
): readonly ValueProblem[] {
  const problem = typeProblem(value, schema)
  if (problem !== undefined) return [{ path, message: problem }]
  const own = [...bounds(value, schema), ...choices(value, schema)].map(message => ({ path, message }))
  return [...own, ...inside(value, schema, path)]
}

/** Writes a problem on one line, such as `network.cidr: …`. */
export function formatValueProblem({ path, message }: ValueProblem): string {
  return `${formatPath(path)}: ${message}`
}

const names: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a text',
}

function typeProblem(value: unknown, schema: VariableSchema): string | undefined {
  const found = typeOf(value)
  if (schema['x-kubernetes-int-or-string'] === true) {
    return found === 'integer' || found === 'string'
      ? undefined
      : `must be a whole number or a text, found ${names[found] ?? found}`
  }
  const type = schema['type']
  if (typeof type !== 'string' || type === '' || type === found || (type === 'number' && found === 'integer'))
    return undefined
  return `must be ${names[type] ?? type}, found ${names[found] ?? found}`
}

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer'
  return typeof value
}

type Keyword = readonly [
  keyword: string,
  isRight: (size: number, limit: number) => boolean,
  words: (limit: number) => string,
]

const ofNumbers: readonly Keyword[] = [
  ['minimum', (size, limit) => size >= limit, limit => `must be at least ${limit}`],
  ['maximum', (size, limit) => size <= limit, limit => `must be at most ${limit}`],
]
const ofTexts: readonly Keyword[] = [
  ['minLength', (size, limit) => size >= limit, limit => `must have at least ${limit} characters`],
  ['maxLength', (size, limit) => size <= limit, limit => `must have at most ${limit} characters`],
]
const ofLists: readonly Keyword[] = [
  ['minItems', (size, limit) => size >= limit, limit => `must have at least ${limit} items`],
  ['maxItems', (size, limit) => size <= limit, limit => `must have at most ${limit} items`],
]
const ofObjects: readonly Keyword[] = [
  ['minProperties', (size, limit) => size >= limit, limit => `must have at least ${limit} entries`],
  ['maxProperties', (size, limit) => size <= limit, limit => `must have at most ${limit} entries`],
]

function bounds(value: unknown, schema: VariableSchema): readonly string[] {
  if (typeof value === 'number' || typeof value === 'bigint') {
    return [...limits(Number(value), schema, ofNumbers), ...exclusive(Number(value), schema)]
  }
  if (typeof value === 'string')
    return [...limits(Array.from(value).length, schema, ofTexts), ...patternProblem(value, schema)]
  if (Array.isArray(value)) {
    const isRepeated =
      schema['uniqueItems'] === true &&
      value.some((item, at) => value.slice(0, at).some(one => isEqual(one, item)))
    return [
      ...limits(value.length, schema, ofLists),
      ...(isRepeated ? ['must not have the same item twice'] : []),
    ]
  }
  return isFields(value) ? limits(Object.keys(value).length, schema, ofObjects) : []
}

function limits(size: number, schema: VariableSchema, keywords: readonly Keyword[]): readonly string[] {
  return keywords.flatMap(([keyword, isRight, words]) => {
    const limit = schema[keyword]
    return typeof limit === 'number' && !isRight(size, limit) ? [words(limit)] : []
  })
}

// In OpenAPI these are switches beside minimum and maximum.
function exclusive(size: number, schema: VariableSchema): readonly string[] {
  return [
    ...(schema['exclusiveMinimum'] === true && size === schema['minimum']
      ? [`must be more than ${size}`]
      : []),
    ...(schema['exclusiveMaximum'] === true && size === schema['maximum']
      ? [`must be less than ${size}`]
      : []),
  ]
}

function patternProblem(value: string, { pattern }: VariableSchema): readonly string[] {
  if (typeof pattern !== 'string' || pattern === '') return []
  try {
    return new RegExp(pattern, 'u').test(value) ? [] : [`must match ${pattern}`]
  } catch {
    // A pattern that only Go reads is for the API server.
    return []
  }
}

function choices(value: unknown, { enum: allowed }: VariableSchema): readonly string[] {
  if (!Array.isArray(allowed) || allowed.some(one => isEqual(one, value))) return []
  const words = allowed.map(one => (typeof one === 'string' ? one : JSON.stringify(one)))
  const meant = typeof value === 'string' ? nearest(value, words) : undefined
  return [`must be one of ${words.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`]
}

function inside(value: unknown, schema: VariableSchema, path: ObjectPath): readonly ValueProblem[] {
  const { items, additionalProperties, required } = schema
  if (Array.isArray(value)) {
    return isFields(items) ? value.flatMap((item, index) => checkValue(item, items, [...path, index])) : []
  }
  if (!isFields(value)) return []
  const properties = isFields(schema['properties']) ? schema['properties'] : {}
  const missing = (Array.isArray(required) ? required : []).filter(name => !(String(name) in value))
  return [
    ...missing.map(name => ({ path: [...path, String(name)], message: 'is required' })),
    ...Object.entries(value).flatMap(([name, child]) => {
      const inner = properties[name]
      if (isFields(inner)) return checkValue(child, inner, [...path, name])
      if (isFields(additionalProperties)) return checkValue(child, additionalProperties, [...path, name])
      const isOpen = additionalProperties === true || schema['x-kubernetes-preserve-unknown-fields'] === true
      return isOpen || schema['type'] !== 'object' ? [] : [unknown([...path, name], Object.keys(properties))]
    }),
  ]
}

function unknown(path: ObjectPath, known: readonly string[]): ValueProblem {
  const meant = nearest(String(path.at(-1)), known)
  return {
    path,
    message: `is not a field of the class${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  }
}
