import type { TypeNames } from '../plan/attribute.ts'
import { CelType } from '../value/cel-type.ts'
import type { CelValue } from '../value/cel-value.ts'

const names = [
  'bool',
  'bytes',
  'double',
  'int',
  'list',
  'map',
  'null_type',
  'optional_type',
  'string',
  'type',
  'uint',
  'google.protobuf.Duration',
  'google.protobuf.Empty',
  'google.protobuf.Struct.FieldsEntry',
  'google.protobuf.Timestamp',
]

/** The names that stand for types, and the one that stands for a constant, when no variable has them. */
export const typeNames: TypeNames = new Map<string, CelValue>([
  ...names.map((name): [string, CelValue] => [name, new CelType(name)]),
  ['google.protobuf.NullValue.NULL_VALUE', 0n],
])

const messages =
  'Any BoolValue BytesValue DoubleValue Duration Empty FloatValue Int32Value Int64Value ListValue StringValue Struct ' +
  'Struct.FieldsEntry Timestamp UInt32Value UInt64Value Value'

/** The messages that cel-go can make. */
export const messageNames: ReadonlySet<string> = new Set(
  messages.split(' ').map(name => `google.protobuf.${name}`),
)
