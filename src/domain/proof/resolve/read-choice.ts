import type { ObjectPath } from '../../envsubst/object-path.ts'
import { nearest } from '../../text/nearest.ts'
import type { Report } from './proof-problem.ts'

/** A value of `with`, and where it stands. */
export interface Given {
  readonly value: unknown
  readonly path: ObjectPath
}

/** Reads one of several words; undefined, and reported, if it is none of them. */
export function readChoice(
  oneOf: readonly string[],
  { value, path }: Given,
  report: Report,
): string | undefined {
  if (typeof value === 'string' && oneOf.includes(value)) return value
  const meant = typeof value === 'string' ? nearest(value, oneOf) : undefined
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  report('NOT_ONE_OF', path, `must be one of ${oneOf.join(', ')}${hint}`)
  return undefined
}

/** Says that a field is unknown, and which one may have been meant. */
export function unknownName(key: string, names: readonly string[]): string {
  if (names.length === 0) return 'is unknown: the preset has no settings'
  const meant = nearest(key, names)
  return meant === undefined
    ? `is unknown; must be one of ${names.join(', ')}`
    : `is unknown; did you mean ${meant}?`
}
