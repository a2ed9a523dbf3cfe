import type { Meter } from '../plan/meter.ts'
import { encodeBase64 } from '../../bytes/base64.ts'
import { compareStrings } from '../text/code-points.ts'
import { formatTimestamp } from '../text/timestamp-text.ts'
import { CelDuration, CelTimestamp } from '../value/cel-time.ts'
import { CelList } from '../value/cel-list.ts'
import { CelMap } from '../value/cel-map.ts'
import { typeNameOf } from '../value/cel-type.ts'
import { CelOptional, CelUint, Fault, type CelValue } from '../value/cel-value.ts'
import { enterDepth } from '../value/depth.ts'
import { durationText } from '../text/duration-text.ts'

/** Writes a value as JSON without spaces and with sorted keys; integers that a double cannot hold become strings. */
export function encodeJson(value: CelValue, meter: Meter, depth = 0): string | Fault {
  meter.charge(1)
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'bigint') return encodeInteger(value)
  if (typeof value === 'number') return encodeDouble(value)
  if (typeof value === 'string') return encodeText(value, meter)
  if (value instanceof CelUint) return encodeInteger(value.value)
  if (value instanceof Uint8Array) return encodeText(encodeBase64(value), meter)
  if (value instanceof CelDuration) return encodeText(durationText(value), meter)
  if (value instanceof CelTimestamp) return encodeText(formatTimestamp(value), meter)
  return encodeContainer(value, meter, enterDepth(depth))
}

function encodeContainer(value: CelValue, meter: Meter, depth: number): string | Fault {
  if (value instanceof CelList) return encodeList(value, meter, depth)
  if (value instanceof CelMap) return encodeMap(value, meter, depth)
  if (!(value instanceof CelOptional))
    return new Fault(`type conversion not supported for '${typeNameOf(value)}'`)
  return value.value === undefined
    ? new Fault('optional.none() dereference')
    : encodeJson(value.value, meter, depth)
}

function encodeInteger(value: bigint): string {
  return Number.isSafeInteger(Number(value)) ? String(value) : `"${value}"`
}

function encodeDouble(value: number): string | Fault {
  if (!Number.isFinite(value)) return new Fault('cannot write NaN or Infinity as JSON')
  return Object.is(value, -0) ? '-0' : String(value)
}

function encodeText(text: string, meter: Meter): string {
  meter.chargeText(text.length * 2)
  return JSON.stringify(text)
}

function encodeList(list: CelList, meter: Meter, depth: number): string | Fault {
  const parts: string[] = []
  for (let index = 0; index < list.size; index++) {
    const part = encodeJson(list.at(index), meter, depth)
    if (part instanceof Fault) return part
    parts.push(part)
  }
  return `[${parts.join(',')}]`
}

function encodeMap(map: CelMap, meter: Meter, depth: number): string | Fault {
  const keys: string[] = []
  for (const key of map.keys()) {
    if (typeof key !== 'string')
      return new Fault(`unsupported type conversion from '${typeNameOf(key)}' to string`)
    keys.push(key)
  }
  meter.charge(2 * keys.length)
  const parts: string[] = []
  for (const key of keys.toSorted(compareStrings)) {
    const part = encodeJson(map.find(key) ?? null, meter, depth)
    if (part instanceof Fault) return part
    parts.push(`${encodeText(key, meter)}:${part}`)
  }
  return `{${parts.join(',')}}`
}
