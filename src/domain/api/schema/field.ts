import * as z from 'zod'

// Zod would compile faster readers with `new Function`: a page with a strict policy, or a hardened Node, forbids that.
z.config({ jitless: true })

/** A rule that the API server checks itself, in CEL. `message` is what it says if the rule does not hold. */
export interface ServerRule {
  readonly rule: string
  readonly message: string
}

/** What a schema says beyond its type: the CRD and the reference are made of it. */
interface FieldMeta {
  readonly description: string
  readonly rules?: readonly ServerRule[]
  readonly [keyword: string]: unknown
}

/** Gives a field its description and the rules that the API server shall check. Call it last: zod drops it on a copy. */
export function field<T extends z.ZodType>(schema: T, given: FieldMeta | string): T {
  const { rules, ...meta } = typeof given === 'string' ? { description: given } : given
  return schema.meta({ ...meta, ...(rules ? { 'x-kubernetes-validations': rules } : {}) })
}

/** How many entries a map may have. */
interface MapBounds {
  readonly min?: number
  readonly max: number
}

/** A map with bounds on the number of its entries. */
export function map<T extends z.ZodType>(value: T, { min = 0, max }: MapBounds, meta: FieldMeta) {
  const schema = z
    .record(z.string(), value)
    .refine(entries => size(entries) >= min, `must have at least ${min} entries`)
    .refine(entries => size(entries) <= max, `must have at most ${max} entries`)
  return field(schema, { ...meta, ...(min > 0 ? { minProperties: min } : {}), maxProperties: max })
}

/** A list whose order is part of its meaning: it is replaced as a whole, never merged. */
export function list<T extends z.ZodType>(item: T, maxItems: number, meta: FieldMeta | string) {
  const given = typeof meta === 'string' ? { description: meta } : meta
  return field(z.array(item).max(maxItems), { 'x-kubernetes-list-type': 'atomic', ...given })
}

/** A text of at least one and at most `max` characters. */
export function text(max: number, meta: FieldMeta | string) {
  return field(z.string().min(1).max(max), meta)
}

function size(entries: object): number {
  return Object.keys(entries).length
}
