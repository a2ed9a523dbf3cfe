import * as z from 'zod'
import type { ObjectPath } from '../envsubst/object-path.ts'
import { nearest } from '../text/nearest.ts'
import type { ApiProblem } from './api-problem.ts'

/** How many unknown fields are told what was meant. Whoever has more has not mistyped them, and finding it takes time. */
const MAX_HINTS = 100

/** Lists the fields that a schema does not know: the API server would drop them without a word. */
export function unknownFields(schema: z.core.$ZodType, given: unknown): readonly ApiProblem[] {
  let hints = MAX_HINTS
  return fieldsIn(schema, given, [])

  function fieldsIn(outer: z.core.$ZodType, value: unknown, path: ObjectPath): readonly ApiProblem[] {
    const inner = unwrapped(outer)
    if (inner instanceof z.ZodArray && Array.isArray(value)) {
      return value.flatMap((item, index) => fieldsIn(inner.element, item, [...path, index]))
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    if (inner instanceof z.ZodRecord) {
      return Object.entries(value).flatMap(([key, item]) => fieldsIn(inner.valueType, item, [...path, key]))
    }
    return inner instanceof z.ZodObject ? unknownIn(inner, value, path) : []
  }

  function unknownIn(object: z.ZodObject, value: object, path: ObjectPath): readonly ApiProblem[] {
    const known = knownFields(object)
    return Object.entries(value).flatMap(([name, item]) => {
      const field = known.get(name)
      if (field) return fieldsIn(field, item, [...path, name])
      if (object.def.catchall) return []
      const renamed = renamedFields.get(name)
      if (renamed !== undefined && known.has(renamed)) return [renamedField([...path, name], renamed)]
      const meant = hints-- > 0 ? nearest(name, [...known.keys()]) : undefined
      return [unknown([...path, name], meant)]
    })
  }
}

// A list of objects has one schema: its fields are listed once, not for each item.
const fieldsOfSchema = new WeakMap<z.ZodObject, ReadonlyMap<string, z.core.$ZodType>>()

function knownFields(object: z.ZodObject): ReadonlyMap<string, z.core.$ZodType> {
  const known = fieldsOfSchema.get(object) ?? new Map(Object.entries(object.shape))
  fieldsOfSchema.set(object, known)
  return known
}

// A YAML 1.1 parser, as Kubernetes has it, reads a key `on` as `true`.
const renamedFields: ReadonlyMap<string, string> = new Map([
  ['needs', 'dependsOn'],
  ['on', 'cluster'],
  ['true', 'cluster'],
])

function renamedField(path: ObjectPath, name: string): ApiProblem {
  return { code: 'UNKNOWN_FIELD', path, message: `is not a field of the API: it is now called ${name}` }
}

function unknown(path: ObjectPath, meant: string | undefined): ApiProblem {
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  return { code: 'UNKNOWN_FIELD', path, message: `is not a field of the API${hint}` }
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return unwrapped(schema.def.innerType)
  return schema
}
