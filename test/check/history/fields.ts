/** A part of something that may be anything; undefined where the way to it ends. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let part = value
  for (const name of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined
    part = (part as Readonly<Record<string, unknown>>)[name]
  }
  return part
}

/** The text at a path; undefined for anything else. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : undefined
}

/** The list at a path; empty for anything else. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The fields at a path; none for anything else. */
export function fieldsAt(value: unknown, ...path: readonly string[]): Readonly<Record<string, unknown>> {
  const found = at(value, ...path)
  const hasFields = typeof found === 'object' && found !== null && !Array.isArray(found)
  return hasFields ? (found as Readonly<Record<string, unknown>>) : {}
}

/** The number at a path; undefined for anything else. */
export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = at(value, ...path)
  return typeof found === 'number' ? found : undefined
}
