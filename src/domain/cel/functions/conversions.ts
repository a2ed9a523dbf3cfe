import { parseInt64 } from '../../quantity/parse-int64.ts'
import {
  bool,
  bytes,
  double,
  duration,
  int,
  overloaded,
  string,
  timestamp,
  uint,
  type Apply,
  type ArgumentType,
  type FunctionBinding,
  type Overload,
} from '../plan/binding.ts'
import { parseDuration } from '../../quantity/parse-duration.ts'
import { durationText } from '../text/duration-text.ts'
import { formatGeneral } from '../text/format-double.ts'
import { parseDouble } from '../text/parse-double.ts'
import { formatTimestamp, parseCelTimestamp } from '../text/timestamp-text.ts'
import { decodeUtf8, encodeUtf8 } from '../../bytes/utf8.ts'
import { CelDuration, CelTimestamp, SECOND, isTimestamp, unixSeconds } from '../value/cel-time.ts'
import { CelType, typeNameOf } from '../value/cel-type.ts'
import { CelUint, Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import { checkedInt, checkedUint, parseUint64 } from '../value/integer.ts'

/** What `string()` takes in every environment. */
export const stringOverloads = from([string, bool, bytes, double, duration, int, timestamp, uint], toText)

/** `type()`, `dyn()` and the conversions between types. */
export const conversions: readonly (readonly [string, FunctionBinding])[] = [
  ['type', { unary: ([value = null]) => new CelType(typeNameOf(value)) }],
  ['dyn', { unary: ([value = null]) => value }],
  overloaded('bool', from([bool, string], toBool)),
  overloaded('bytes', from([bytes, string], toBytes)),
  overloaded('double', from([double, int, string, uint], toDouble)),
  overloaded('duration', from([duration, string], toDuration)),
  overloaded('int', from([int, double, duration, string, timestamp, uint], toInt)),
  overloaded('string', stringOverloads),
  overloaded('timestamp', from([timestamp, int, string], toTimestamp)),
  overloaded('uint', from([uint, double, int, string], toUint)),
]

/** The functions whose call with a constant is computed, and refused, when an expression is parsed. */
export const conversionNames: ReadonlySet<string> = new Set(conversions.map(([name]) => name))

function from(types: readonly ArgumentType[], convert: (value: CelValue) => CelOutcome): readonly Overload[] {
  const apply: Apply = ([value = null], meter) => {
    meter.charge(2)
    if (typeof value === 'string' || value instanceof Uint8Array) meter.chargeText(value.length)
    return convert(value)
  }
  return types.map(type => ({ args: [type], apply }))
}

function toBool(value: CelValue): CelOutcome {
  if (typeof value !== 'string') return value
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(value)) return true
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(value)) return false
  return cannotConvert('bool')
}

function toBytes(value: CelValue): CelOutcome {
  return typeof value === 'string' ? encodeUtf8(value) : value
}

function toDouble(value: CelValue): CelOutcome {
  if (typeof value === 'string') return parseDouble(value) ?? cannotConvert('double')
  return value instanceof CelUint ? Number(value.value) : Number(value)
}

function toDuration(value: CelValue): CelOutcome {
  if (typeof value !== 'string') return value
  try {
    return new CelDuration(parseDuration(value))
  } catch {
    return cannotConvert('google.protobuf.Duration')
  }
}

function toInt(value: CelValue): CelOutcome {
  if (typeof value === 'string') return parseInt64(value) ?? cannotConvert('int')
  if (typeof value === 'number') return doubleToInt(value)
  if (value instanceof CelUint) return checkedInt(value.value)
  if (value instanceof CelDuration) return value.nanoseconds
  return value instanceof CelTimestamp ? unixSeconds(value.nanoseconds) : value
}

// The smallest int is refused, too.
function doubleToInt(value: number): CelOutcome {
  const fits = value > -(2 ** 63) && value < 2 ** 63
  return fits ? BigInt(Math.trunc(value)) : new Fault('integer overflow')
}

function toUint(value: CelValue): CelOutcome {
  if (typeof value === 'bigint') return checkedUint(value)
  if (typeof value === 'number') {
    const fits = value >= 0 && value < 2 ** 64
    return fits ? new CelUint(BigInt(Math.trunc(value))) : new Fault('unsigned integer overflow')
  }
  return typeof value === 'string' ? (parseUint64(value) ?? cannotConvert('uint')) : value
}

function toTimestamp(value: CelValue): CelOutcome {
  if (typeof value === 'bigint') {
    const nanoseconds = value * SECOND
    return isTimestamp(nanoseconds) ? new CelTimestamp(nanoseconds) : new Fault('timestamp overflow')
  }
  if (typeof value !== 'string') return value
  const parsed = parseCelTimestamp(value) ?? cannotConvert('google.protobuf.Timestamp')
  return parsed === 'overflow' ? new Fault('timestamp overflow') : parsed
}

function toText(value: CelValue): CelOutcome {
  if (typeof value === 'number') return formatGeneral(value)
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (value instanceof CelUint) return String(value.value)
  if (value instanceof CelDuration) return durationText(value)
  if (value instanceof CelTimestamp) return formatTimestamp(value)
  if (!(value instanceof Uint8Array)) return typeof value === 'string' ? value : new Fault(NO_SUCH_OVERLOAD)
  return decodeUtf8(value) ?? new Fault('invalid UTF-8 in bytes, cannot convert to string')
}

function cannotConvert(to: string): Fault {
  return new Fault(`type conversion error from 'string' to '${to}'`)
}
