/**
 * What a server must know of a part of an object to merge it and to say who owns what.
 *
 * `struct` has named fields, `map` keys that are free to choose, `list` items with keys, `set` items that are their own
 * keys; `atomic` is one thing. `deduced` goes by the value: objects are maps, lists are atomic. `loose` stands for the
 * built-in kinds, whose fields are known by name.
 */
export type Schema =
  | { readonly kind: 'struct'; readonly fields: ReadonlyMap<string, Schema>; readonly others?: Schema }
  | { readonly kind: 'map'; readonly of: Schema }
  | { readonly kind: 'list'; readonly keys: readonly string[]; readonly of: Schema }
  | { readonly kind: 'set' | 'atomic' | 'deduced' | 'loose' }

export const atomic: Schema = { kind: 'atomic' }
export const deduced: Schema = { kind: 'deduced' }
const loose: Schema = { kind: 'loose' }
const set: Schema = { kind: 'set' }
const map: Schema = { kind: 'map', of: atomic }

/** The head of every object. */
export const headSchema: Schema = {
  kind: 'struct',
  fields: new Map<string, Schema>([
    ['labels', map],
    ['annotations', map],
    ['finalizers', set],
    ['ownerReferences', { kind: 'list', keys: ['uid'], of: atomic }],
    ['managedFields', atomic],
  ]),
  others: atomic,
}

/** The schema of a whole object: the head is the same for all, `fields` has the rest, `others` what that does not name. */
export function objectSchema(fields: ReadonlyMap<string, Schema>, others: Schema): Schema {
  return { kind: 'struct', fields: new Map([...fields, ['metadata', headSchema]]), others }
}

/** What is known of a built-in kind. */
export const builtInSchema = objectSchema(
  new Map<string, Schema>([
    ['data', map],
    ['stringData', map],
    ['binaryData', map],
    ['subjects', atomic],
    ['rules', atomic],
  ]),
  loose,
)

const byName = (...keys: readonly string[]): Schema => ({ kind: 'list', keys, of: loose })

// Fields of the built-in kinds that are not as their values look. All other lists are atomic.
const looseFields: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ['conditions', byName('type')],
  ['containers', byName('name')],
  ['initContainers', byName('name')],
  ['ephemeralContainers', byName('name')],
  ['env', byName('name')],
  ['volumes', byName('name')],
  ['imagePullSecrets', byName('name')],
  ['volumeMounts', byName('mountPath')],
  ['labels', map],
  ['annotations', map],
  ['limits', map],
  ['requests', map],
  ['capacity', map],
  ['allocatable', map],
  ['selector', atomic],
  ['nodeSelector', atomic],
  ['secretRef', atomic],
  ['configMapRef', atomic],
])

/** The schema of a field, and whether the schema knows it by name (a key of a map is not a name in the schema). */
export function fieldOf(
  schema: Schema,
  name: string,
): { readonly schema: Schema; readonly isNamed: boolean } {
  switch (schema.kind) {
    case 'struct': {
      const named = schema.fields.get(name)
      return {
        schema: named ?? schema.others ?? deduced,
        isNamed: named !== undefined || schema.others !== deduced,
      }
    }
    case 'map':
      return { schema: schema.of, isNamed: false }
    case 'loose':
      return { schema: looseFields.get(name) ?? loose, isNamed: true }
    default:
      return { schema, isNamed: false }
  }
}

/** Whether values are taken apart, and how: field by field, item by item, or not at all. */
export function shapeOf(schema: Schema, value: unknown): 'fields' | 'items' | 'whole' {
  if (typeof value !== 'object' || value === null || schema.kind === 'atomic') return 'whole'
  const isKeyed = schema.kind === 'list' || schema.kind === 'set'
  if (Array.isArray(value)) return isKeyed ? 'items' : 'whole'
  return isKeyed ? 'whole' : 'fields'
}
