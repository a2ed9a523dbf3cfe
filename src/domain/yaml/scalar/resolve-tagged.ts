import { decodeBase64 } from '../../bytes/base64.ts'
import { decodeUtf8Loosely } from '../../bytes/utf8.ts'
import { isFloat } from './read-number.ts'
import { readsAsTimestamp } from './read-timestamp.ts'
import { resolveScalar, type ScalarValue } from './resolve-scalar.ts'

const MAX_INT64 = 2n ** 63n - 1n
const PREFIX = 'tag:yaml.org,2002:'

/** The type of a scalar, where it matters: as a key, 1 and 1.0 are not the same. */
export type ScalarType = 'null' | 'bool' | 'int' | 'float' | 'str'

/** Says what type a plain scalar has. */
export function typeOfPlain(text: string, value: ScalarValue): ScalarType {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'str'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number' && !Number.isInteger(value)) return 'float'
  return isFloat(text) ? 'float' : 'int'
}

/** A scalar and its type. */
export interface TypedScalar {
  readonly value: ScalarValue
  readonly type: ScalarType
}

/** Reads a scalar under a tag of YAML, or says why it does not fit. Other tags leave it the string that it is. */
export function resolveTagged(tag: string, text: string): TypedScalar | string {
  const name = tag.startsWith(PREFIX) ? tag.slice(PREFIX.length) : ''
  if (name === 'binary') return binary(text)
  if (!['bool', 'float', 'int', 'null', 'timestamp'].includes(name)) return { value: text, type: 'str' }
  if (name === 'timestamp' && readsAsTimestamp(text)) return { value: text, type: 'str' }
  const value = resolveScalar(text)
  const type = typeOfPlain(text, value)
  if (type === name) return { value, type }
  const isInt64 = type === 'int' && (typeof value !== 'bigint' || value <= MAX_INT64)
  if (name === 'float' && isInt64) return { value: Number(value), type: 'float' }
  return `a ${type} under the tag !!${name}`
}

function binary(text: string): TypedScalar | string {
  const { bytes, isValid } = decodeBase64(text)
  if (!isValid) return 'invalid base64 under the tag !!binary'
  return { value: decodeUtf8Loosely(bytes), type: 'str' }
}
