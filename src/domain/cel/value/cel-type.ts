import { CelDuration, CelTimestamp } from './cel-time.ts'
import { CelList } from './cel-list.ts'
import { CelMap } from './cel-map.ts'
import { CelOpaque } from './cel-opaque.ts'
import { CelOptional, CelUint, type CelValue } from './cel-value.ts'

/** A type as a value: `type(1) == int`. */
export class CelType {
  readonly typeName: string

  constructor(typeName: string) {
    this.typeName = typeName
  }
}

/** The name of the type of a value, as `type()` and messages show it. */
export function typeNameOf(value: CelValue): string {
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int'
    case 'number':
      return 'double'
    case 'string':
      return 'string'
    default:
      return objectTypeName(value)
  }
}

function objectTypeName(value: Exclude<CelValue, boolean | bigint | number | string>): string {
  if (value === null) return 'null_type'
  if (value instanceof CelMap) return 'map'
  if (value instanceof CelList) return 'list'
  if (value instanceof CelUint) return 'uint'
  if (value instanceof CelOptional) return 'optional_type'
  if (value instanceof CelDuration) return 'google.protobuf.Duration'
  if (value instanceof CelTimestamp) return 'google.protobuf.Timestamp'
  if (value instanceof CelType) return 'type'
  if (value instanceof CelOpaque) return value.typeName
  return 'bytes'
}
