import * as z from 'zod'
import type { ObjectPath } from '../envsubst/object-path.ts'
import { nearest } from '../nearest/nearest.ts'
import type { ApiProblem } from './api-problem.ts'

/** Lists the fields that a schema does not know: the API server would drop them without a word. */
export function unknownFields(
  schema: z.core.$ZodType,
  given: unknown,
  path: ObjectPath = [],
): readonly ApiProblem[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodArray && Array.isArray(given)) {
    return given.flatMap((item, index) => unknownFields(inner.element, item, [...path, index]))
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return []
  if (inner instanceof z.ZodRecord) {
    return Object.entries(given).flatMap(([key, value]) =>
      unknownFields(inner.valueType, value, [...path, key]),
    )
  }
  return inner instanceof z.ZodObject ? unknownIn(inner, given, path) : []
}

function unknownIn(schema: z.ZodObject, given: object, path: ObjectPath): readonly ApiProblem[] {
  const known = new Map(Object.entries(schema.shape))
  return Object.entries(given).flatMap(([name, value]) => {
    const field = known.get(name)
    if (field) return unknownFields(field, value, [...path, name])
    return schema.def.catchall ? [] : [unknown([...path, name], nearest(name, [...known.keys()]))]
  })
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
