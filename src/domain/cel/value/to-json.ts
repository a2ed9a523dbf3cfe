import { encodeBase64 } from '../../bytes/base64.ts'
import { durationText } from '../text/duration-text.ts'
import { formatTimestamp } from '../text/timestamp-text.ts'
import { CelDuration, CelTimestamp } from './cel-time.ts'
import { CelList } from './cel-list.ts'
import { CelMap } from './cel-map.ts'
import { CelType } from './cel-type.ts'
import { CelOptional, CelUint, type CelValue } from './cel-value.ts'
import { describeValue } from './describe.ts'
import { JsonList, JsonMap } from './from-json.ts'

/**
 * Turns a value into plain JSON. Integers become numbers where a number can hold them, and stay bigints where not.
 *
 * Bytes become base64, durations and timestamps their texts, types their names, and an optional what is in it or null.
 */
export function toJson(value: CelValue): unknown {
  if (typeof value === 'bigint') return integerToJson(value)
  if (value === null || typeof value !== 'object') return value
  // What came from JSON and was not touched goes back as it came.
  if (value instanceof JsonList || value instanceof JsonMap) return value.json
  if (value instanceof CelList)
    return Array.from({ length: value.size }, (_, index) => toJson(value.at(index)))
  if (value instanceof CelMap) return mapToJson(value)
  if (value instanceof CelUint) return integerToJson(value.value)
  if (value instanceof CelOptional) return value.value === undefined ? null : toJson(value.value)
  return objectToJson(value)
}

function objectToJson(value: CelValue): string {
  if (value instanceof Uint8Array) return encodeBase64(value)
  if (value instanceof CelDuration) return durationText(value)
  if (value instanceof CelTimestamp) return formatTimestamp(value)
  return value instanceof CelType ? value.typeName : describeValue(value)
}

function integerToJson(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

// As entries and not by assignment: a key may be __proto__.
function mapToJson(map: CelMap): object {
  return Object.fromEntries(map.keys().map(key => [describeValue(key), toJson(map.find(key) ?? null)]))
}
