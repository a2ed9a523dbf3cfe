import { evaluateCel } from '../cel/evaluate-cel.ts'
import { evaluateBoolean } from '../cel/evaluate-typed.ts'
import { kubernetesEnvironment } from '../cel/kubernetes-environment.ts'
import { parseCel } from '../cel/parse-cel.ts'
import type { ObjectPath } from '../envsubst/object-path.ts'
import { type Fields, isFields, itemsIn, partOf, textIn } from '../object/fields.ts'
import type { ValueProblem } from './check-value.ts'
import type { ClusterClass, VariableSchema } from './read-class.ts'

/** What the rules of a class (`x-kubernetes-validations`) say about the variables of a cluster. */
export interface RuleCheck {
  readonly problems: readonly ValueProblem[]
  /** Rules that cannot be evaluated here, each with its variable: the API server checks them. */
  readonly unchecked: readonly UncheckedRule[]
}

/** A rule that only the API server can check. */
interface UncheckedRule {
  readonly path: ObjectPath
  readonly rule: string
}

/** Evaluates every rule of a class on the values that a cluster gives, and on their defaults. */
export function checkRules(
  values: ReadonlyMap<string, unknown>,
  { variables }: Pick<ClusterClass, 'variables'>,
): RuleCheck {
  const found = variables.flatMap(({ name, schema, isConflicting }) => {
    const value = withDefaults(values.get(name), schema)
    return value === undefined || isConflicting ? [] : [...verdictsOn(value, schema, [name])]
  })
  return {
    problems: found.flatMap(one => ('message' in one ? [one] : [])),
    unchecked: found.flatMap(one => ('rule' in one ? [one] : [])),
  }
}

/** A value with the defaults of its schema, as Cluster API fills them in; undefined if there is none. */
function withDefaults(value: unknown, schema: VariableSchema): unknown {
  const whole = value === undefined ? schema['default'] : value
  if (Array.isArray(whole)) {
    const items = partOf(schema, 'items')
    return whole.map(item => withDefaults(item, items))
  }
  if (!isFields(whole)) return whole
  const properties = Object.entries(partOf(schema, 'properties')).filter(([, inner]) => isFields(inner))
  const more = partOf(schema, 'additionalProperties')
  const known = new Set(properties.map(([name]) => name))
  const given = Object.entries(whole).map(([name, child]) => [
    name,
    known.has(name) ? child : withDefaults(child, more),
  ])
  const filled = properties.flatMap(([name, inner]) => {
    const child = withDefaults(whole[name], isFields(inner) ? inner : {})
    return child === undefined ? [] : [[name, child]]
  })
  return Object.fromEntries([...given, ...filled])
}

function* verdictsOn(
  value: unknown,
  schema: VariableSchema,
  path: ObjectPath,
): Generator<ValueProblem | UncheckedRule> {
  for (const rule of itemsIn(schema, 'x-kubernetes-validations'))
    yield* verdictOf(rule, { value, schema, path })
  if (Array.isArray(value)) {
    const items = partOf(schema, 'items')
    for (const [index, item] of value.entries()) yield* verdictsOn(item, items, [...path, index])
  }
  if (!isFields(value)) return
  const properties = partOf(schema, 'properties')
  for (const [name, child] of Object.entries(value)) {
    const inner = properties[name] ?? schema['additionalProperties']
    if (isFields(inner)) yield* verdictsOn(child, inner, [...path, name])
  }
}

interface Subject {
  readonly value: unknown
  readonly schema: VariableSchema
  readonly path: ObjectPath
}

// A rule that compares with the value before has nothing to say about a new cluster.
function* verdictOf(rule: Fields, { value, schema, path }: Subject): Generator<ValueProblem | UncheckedRule> {
  const text = textIn(rule, 'rule')
  if (/\boldSelf\b/.test(text)) return
  const parsed = parseCel(text, kubernetesEnvironment)
  const self = { self: named(value, schema) }
  const result = parsed.ok ? evaluateBoolean(parsed.expression, self) : parsed
  if (!result.ok) yield { path, rule: text }
  else if (!result.value) yield { path: [...path, ...fieldPath(rule)], message: messageOf(rule, self) }
}

function messageOf(rule: Fields, self: object): string {
  const expression = textIn(rule, 'messageExpression')
  if (expression !== '') {
    const parsed = parseCel(expression, kubernetesEnvironment)
    const said = parsed.ok ? evaluateCel(parsed.expression, self) : parsed
    if (said.ok && typeof said.value === 'string' && said.value.trim() !== '') return said.value
  }
  return textIn(rule, 'message') || `must satisfy ${textIn(rule, 'rule')}`
}

// `.network.cidr`, as the API server takes it.
function fieldPath(rule: Fields): readonly string[] {
  const text = textIn(rule, 'fieldPath')
  return /^(?:\.[A-Za-z_]\w*)+$/.test(text) ? text.slice(1).split('.') : []
}

// What cannot be a name in an expression has another one there.
const reserved = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace return var ' +
    'void while'
  ).split(' '),
)

function named(value: unknown, schema: VariableSchema): unknown {
  if (Array.isArray(value)) return value.map(item => named(item, partOf(schema, 'items')))
  if (!isFields(value)) return value
  const properties = partOf(schema, 'properties')
  const entries = Object.entries(value).map(([name, child]): readonly [string, unknown] => {
    const inner = properties[name]
    if (isFields(inner)) return [escaped(name), named(child, inner)]
    return [name, named(child, partOf(schema, 'additionalProperties'))]
  })
  return Object.fromEntries(entries)
}

function escaped(name: string): string {
  if (reserved.has(name)) return `__${name}__`
  return name
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__')
}
