import type { Meter } from '../plan/meter.ts'
import { compareStrings } from '../text/code-points.ts'
import { formatPlain } from '../text/format-double.ts'
import { formatTimestamp } from '../text/timestamp-text.ts'
import { decodeUtf8Loosely } from '../../bytes/utf8.ts'
import { CelDuration, CelTimestamp } from '../value/cel-time.ts'
import { CelList } from '../value/cel-list.ts'
import { CelMap } from '../value/cel-map.ts'
import { CelType, typeNameOf } from '../value/cel-type.ts'
import { CelUint, Fault, type CelValue } from '../value/cel-value.ts'
import { enterDepth } from '../value/depth.ts'
import { durationText } from '../text/duration-text.ts'

/** Writes a value as `%s` does: `[1, 2.5]`, `{a: null}`, entries sorted by their keys. */
export function formatAsString(value: CelValue, meter: Meter, depth = 0): string | Fault {
  meter.charge(1)
  if (value instanceof CelList) return listAsString(value, meter, enterDepth(depth))
  if (value instanceof CelMap) return mapAsString(value, meter, enterDepth(depth))
  const text = scalarAsString(value)
  if (!(text instanceof Fault)) meter.chargeText(text.length)
  return text
}

function scalarAsString(value: CelValue): string | Fault {
  if (typeof value === 'string') return value
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return doubleAsString(value)
  if (value instanceof CelUint) return String(value.value)
  if (value instanceof Uint8Array) return decodeUtf8Loosely(value)
  if (value instanceof CelDuration) return durationText(value)
  if (value instanceof CelTimestamp) return formatTimestamp(new CelTimestamp(value.nanoseconds))
  if (value instanceof CelType) return value.typeName
  return new Fault(
    'error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, ' +
      `types, durations, and timestamps, was given ${typeNameOf(value)}`,
  )
}

/** Writes a double without an exponent, and the special ones by name. */
export function doubleAsString(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (Number.isFinite(value)) return formatPlain(value)
  return value > 0 ? 'Infinity' : '-Infinity'
}

function listAsString(list: CelList, meter: Meter, depth: number): string | Fault {
  const parts: string[] = []
  for (let index = 0; index < list.size; index++) {
    const part = formatAsString(list.at(index), meter, depth)
    if (part instanceof Fault) return part
    parts.push(part)
  }
  return `[${parts.join(', ')}]`
}

function mapAsString(map: CelMap, meter: Meter, depth: number): string | Fault {
  const entries: { readonly key: string; readonly text: string }[] = []
  for (const name of map.keys()) {
    const key = formatAsString(name, meter, depth)
    const value = formatAsString(map.find(name) ?? null, meter, depth)
    if (key instanceof Fault) return key
    if (value instanceof Fault) return value
    entries.push({ key, text: `${key}: ${value}` })
  }
  const sorted = entries.toSorted((left, right) => compareStrings(left.key, right.key))
  return `{${sorted.map(({ text }) => text).join(', ')}}`
}
