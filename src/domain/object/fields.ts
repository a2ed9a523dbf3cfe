/** An object of Kubernetes, or a part of one. Nothing in it can be trusted to be there, or to be of its type. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns whether `value` has fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The part of an object under `name`; nothing if that is absent or something else. */
export function partOf(fields: Fields, name: string): Fields {
  const part = fields[name]
  return isFields(part) ? part : {}
}

/** A text under `name`, or `fallback` if there is none. */
export function textIn(fields: Fields, name: string, fallback = ''): string {
  const value = fields[name]
  return typeof value === 'string' ? value : fallback
}

/** The parts of a list that have fields. */
export function itemsIn(fields: Fields, name: string): readonly Fields[] {
  const list = fields[name]
  return Array.isArray(list) ? list.filter(isFields) : []
}

/** The texts in a list. */
export function textsIn(fields: Fields, name: string): readonly string[] {
  const list = fields[name]
  return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : []
}

/** The number under a name, or `fallback` if there is none. */
export function numberIn(fields: Fields, name: string, fallback = 0): number {
  const value = fields[name]
  return typeof value === 'number' ? value : fallback
}
