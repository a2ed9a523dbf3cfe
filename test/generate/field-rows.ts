import type { StructuralSchema } from '../../src/domain/install/structural-schema.ts'

/** One row of the reference: a field, with all that its schema says of it. */
export interface FieldRow {
  readonly field: string
  readonly type: string
  readonly description: string
  readonly rules: readonly string[]
}

/** The fields below a schema, each before those inside it. */
export function fieldRows(schema: StructuralSchema, path: string): readonly FieldRow[] {
  const { properties = {}, items, additionalProperties } = schema
  if (items) return fieldRows(items, `${path}[]`)
  if (additionalProperties) return fieldRows(additionalProperties, `${path}.*`)
  return Object.entries(properties).flatMap(([name, field]) => {
    const at = `${path}.${name}`
    const isRequired = schema.required?.includes(name) ?? false
    return [rowOf(at, field, isRequired), ...fieldRows(field, at)]
  })
}

function rowOf(field: string, schema: StructuralSchema, isRequired: boolean): FieldRow {
  return {
    field,
    type: typeOf(schema),
    description: schema.description ?? '',
    rules: [
      ...(isRequired ? ['required'] : []),
      ...(schema.default === undefined ? [] : [`default \`${JSON.stringify(schema.default)}\``]),
      ...bounds(schema),
      ...(schema['x-kubernetes-validations'] ?? []).map(({ message }) => message),
      ...itemRules(schema),
    ],
  }
}

// Items and values have no row of their own unless they have fields.
function itemRules({ items, additionalProperties }: StructuralSchema): readonly string[] {
  const inner = items ?? additionalProperties
  if (!inner) return []
  const rules = [...bounds(inner), ...(inner['x-kubernetes-validations'] ?? []).map(({ message }) => message)]
  return rules.map(rule => `each: ${rule}`)
}

function typeOf({
  type,
  items,
  additionalProperties,
  enum: words,
  format,
  ...schema
}: StructuralSchema): string {
  if (words) return words.map(word => `\`${String(word)}\``).join(' ')
  if (items) return `list of ${plural(items)}`
  if (additionalProperties) return `map of ${plural(additionalProperties)}`
  if (schema['x-kubernetes-preserve-unknown-fields']) return 'object of any shape'
  return format === 'date-time' ? 'instant' : (type ?? '')
}

function plural({ type }: StructuralSchema): string {
  return `${type}s`
}

const units = [
  ['minLength', 'at least', 'character'],
  ['maxLength', 'at most', 'character'],
  ['minItems', 'at least', 'item'],
  ['maxItems', 'at most', 'item'],
  ['minProperties', 'at least', 'entry'],
  ['maxProperties', 'at most', 'entry'],
  ['minimum', 'at least', ''],
  ['maximum', 'at most', ''],
] as const

function bounds(schema: StructuralSchema): readonly string[] {
  const rules = units.flatMap(([keyword, word, unit]) => {
    const limit = schema[keyword]
    // That a text or number which is there is not empty or below zero goes without saying.
    if (typeof limit !== 'number' || (keyword === 'minLength' && limit === 1)) return []
    return [[word, limit, counted(unit, limit)].filter(part => part !== '').join(' ')]
  })
  return [...rules, ...(schema.pattern === undefined ? [] : [`must match \`${schema.pattern}\``])]
}

function counted(unit: string, count: number): string {
  if (unit === '' || count === 1) return unit
  return unit === 'entry' ? 'entries' : `${unit}s`
}
