import { type Fields, isFields } from '../../domain/object/fields.ts'
import { type Schema, atomic, deduced, objectSchema } from './schema.ts'

// Deeper than any real schema; what lies below is taken as it looks.
const DEEPEST = 64

/** What a CRD's `openAPIV3Schema` says on merging. Without one, values are taken as they look. */
export function schemaOfOpenApi(given: unknown): Schema {
  const schema = isFields(given) ? read(given, 0) : deduced
  return schema.kind === 'struct'
    ? objectSchema(schema.fields, schema.others ?? deduced)
    : objectSchema(new Map(), deduced)
}

function read(given: Fields, depth: number): Schema {
  if (depth > DEEPEST) return deduced
  if (given['type'] === 'array') return readList(given, depth)
  if (given['x-kubernetes-map-type'] === 'atomic') return atomic
  const { properties, additionalProperties } = given
  if (isFields(properties)) return readFields(properties, depth)
  if (isFields(additionalProperties)) return { kind: 'map', of: read(additionalProperties, depth + 1) }
  if (given['x-kubernetes-preserve-unknown-fields'] === true) return deduced
  return given['type'] === 'object' ? deduced : atomic
}

function readFields(properties: Fields, depth: number): Schema {
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, isFields(field) ? read(field, depth + 1) : deduced] as const,
  )
  return { kind: 'struct', fields: new Map(fields), others: deduced }
}

function readList(given: Fields, depth: number): Schema {
  const { items } = given
  const keys = given['x-kubernetes-list-map-keys']
  if (given['x-kubernetes-list-type'] === 'set') return { kind: 'set' }
  if (given['x-kubernetes-list-type'] !== 'map' || !Array.isArray(keys)) return atomic
  return { kind: 'list', keys: keys.map(String), of: isFields(items) ? read(items, depth + 1) : deduced }
}
