import { type FieldSet, childOf, childrenOf, isMember, leaf, nodeOf } from './field-set.ts'
import { itemKey, itemSchema, itemsByKey } from './item-key.ts'
import { type Schema, fieldOf, headSchema, shapeOf } from './schema.ts'

/** The fields that a manager names when it applies `value`: what it has in it, down to what is one thing. */
export function fieldsOf(value: unknown, schema: Schema): FieldSet | undefined {
  const shape = shapeOf(schema, value)
  if (shape === 'whole') return leaf
  return shape === 'fields' ? ofFields(value ?? {}, schema) : ofItems(value, schema)
}

function ofFields(fields: object, schema: Schema): FieldSet | undefined {
  const children = new Map<string, FieldSet>()
  for (const [name, value] of Object.entries(fields)) {
    const field = fieldOf(schema, name)
    const node = fieldsOf(value, field.schema)
    const isOwned = !field.isNamed || isEmpty(value)
    const owned = isOwned ? member(node) : node
    if (owned) children.set(`f:${name}`, owned)
  }
  return nodeOf(false, children)
}

function ofItems(list: unknown, schema: Schema): FieldSet | undefined {
  const children = new Map<string, FieldSet>()
  for (const [key, item] of itemsByKey(schema, list))
    children.set(key, member(fieldsOf(item, itemSchema(schema))))
  return nodeOf(false, children)
}

// An empty map has no fields to own, so it is owned itself.
function isEmpty(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  )
}

function member(node: FieldSet | undefined): FieldSet {
  if (node === undefined || isMember(node)) return node ?? leaf
  return nodeOf(true, new Map(childrenOf(node))) ?? leaf
}

/** With every named field on the way to a path: what has nothing left in it shall go, too. */
export function withNamedFields(set: FieldSet, schema: Schema): FieldSet {
  return withNames(set, schema, isMember(set))
}

function withNames(node: FieldSet, schema: Schema, isIn: boolean): FieldSet {
  const children = new Map<string, FieldSet>()
  for (const [element, child] of childrenOf(node)) {
    const isField = element.startsWith('f:')
    const field = isField ? fieldOf(schema, element.slice(2)) : { schema: itemSchema(schema), isNamed: false }
    children.set(element, withNames(child, field.schema, field.isNamed || isMember(child)))
  }
  return nodeOf(isIn, children) ?? leaf
}

/** A value after some of it was taken away, and the containers that have nothing left in them though they were to stay. */
export interface Remainder {
  readonly value: unknown
  readonly emptied: readonly string[]
}

/** The value without the paths of a set, each with all below it. */
export function removeFields(value: unknown, paths: FieldSet, schema: Schema): Remainder {
  const emptied: string[] = []
  const left = remove({ value, paths, schema, name: '', emptied })
  return { value: left ?? {}, emptied }
}

interface Removal {
  readonly value: unknown
  readonly paths: FieldSet | undefined
  readonly schema: Schema
  readonly name: string
  readonly emptied: string[]
}

function remove({ value, paths, schema, name, emptied: known }: Removal): unknown {
  const shape = shapeOf(schema, value)
  // In the head of an object an empty map is none.
  const emptied = schema === headSchema ? [] : known
  if (paths === undefined || shape === 'whole') return value
  const rest =
    shape === 'fields'
      ? fieldsLeft(value, { paths, schema, emptied })
      : itemsLeft(value, { paths, schema, emptied })
  if (rest === undefined && name !== '') emptied.push(name)
  return rest
}

type Where = Pick<Removal, 'schema' | 'emptied'> & { readonly paths: FieldSet }

function fieldsLeft(value: unknown, { paths, schema, emptied }: Where): unknown {
  const rest = Object.entries(value ?? {}).flatMap(([name, field]) => {
    const below = childOf(paths, `f:${name}`)
    if (below !== undefined && isMember(below)) return []
    const left = remove({ value: field, paths: below, schema: fieldOf(schema, name).schema, name, emptied })
    return left === undefined ? [] : [[name, left] as const]
  })
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}

function itemsLeft(value: unknown, { paths, schema, emptied }: Where): unknown {
  const rest = (Array.isArray(value) ? value : []).flatMap((item: unknown) => {
    const below = childOf(paths, itemKey(schema, item) ?? '')
    if (below !== undefined && isMember(below)) return []
    return [remove({ value: item, paths: below, schema: itemSchema(schema), name: '', emptied }) ?? {}]
  })
  return rest.length === 0 ? undefined : rest
}
