import { sha256Hex } from '../bytes/sha256.ts'
import { oncePerObject } from '../object/once-per-object.ts'
import type { Source } from './source.ts'

/**
 * The hash of a source as the binding holds it: `sha256:` and hexadecimal digits.
 *
 * Only values count, in the order of their keys: a key may be renamed as long as the order stays.
 */
export const hashSource: (source: Pick<Source, 'values'>) => string = oncePerObject(
  ({ values }) => `sha256:${sha256Hex(values.map(({ bytes }) => bytes))}`,
)
