import { formatGeneral } from '../text/format-double.ts'
import { CelOpaque } from './cel-opaque.ts'
import { typeNameOf } from './cel-type.ts'
import { CelUint, type CelValue } from './cel-value.ts'

/** Longer texts are cut in messages. */
const MAX_DESCRIPTION = 100

/** A value as messages show it; a list or a map by its type alone, because it may be a secret or a book. */
export function describeValue(value: CelValue): string {
  if (typeof value === 'string') {
    return value.length > MAX_DESCRIPTION ? `${value.slice(0, MAX_DESCRIPTION)}…` : value
  }
  if (typeof value === 'number') return formatGeneral(value)
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (value instanceof CelUint) return String(value.value)
  return value instanceof CelOpaque ? value.toString() : typeNameOf(value)
}
