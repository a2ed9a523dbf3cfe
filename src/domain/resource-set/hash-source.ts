import { sha256Hex } from '../digest/sha256.ts'
import type { Source } from './source.ts'

/**
 * The hash of a source as the binding holds it: `sha256:` and hexadecimal digits.
 *
 * Only values count, in the order of their keys: a key may be renamed as long as the order stays.
 */
export function hashSource(source: Pick<Source, 'values'>): string {
  return `sha256:${sha256Hex(source.values.map(({ bytes }) => bytes))}`
}
