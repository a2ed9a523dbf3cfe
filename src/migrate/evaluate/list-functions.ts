import { hasMark, isKnown, textBesideMarks } from './holes.ts'
import { type FunctionResult, LEFT, type TerraformFunction } from './left-to-terraform.ts'
import { asNumber, isBlank, isSameTerraformValue } from './operate.ts'
import { textOfValue } from './text-of-value.ts'
import { isUnknown, isValueList, isValueMap, sortedEntries, type Value, type ObjectValue } from './value.ts'

/** Functions that put lists and maps together. What is inside may be unknown; what they decide by may not. */
export const shapeFunctions: ReadonlyMap<string, TerraformFunction> = new Map<string, TerraformFunction>([
  ['merge', merge],
  ['concat', concat],
  ['flatten', ([list]) => (list === undefined ? undefined : flatten(list))],
  ['toset', ([list]) => known(list, value => toSet(value))],
  ['tolist', ([list]) => shaped(list, value => itemsOf(value))],
  ['tomap', ([map]) => shaped(map, value => (isValueMap(value) ? value : undefined))],
  [
    'keys',
    ([map]) =>
      shaped(map, value => (isValueMap(value) ? sortedEntries(value).map(([key]) => key) : undefined)),
  ],
  [
    'values',
    ([map]) =>
      shaped(map, value => (isValueMap(value) ? sortedEntries(value).map(([, item]) => item) : undefined)),
  ],
  ['length', ([value]) => shaped(value, lengthOf)],
  ['element', ([list, index]) => elementOf(list, index)],
  ['lookup', lookup],
  ['coalesce', args => firstOf(args, value => !isBlank(value))],
  [
    'coalescelist',
    args => firstOf(args, value => !isUnknown(value) && isValueList(value) && value.length > 0),
  ],
  ['compact', ([list]) => compact(list)],
  ['distinct', ([list]) => known(list, value => distinct(itemsOf(value)))],
  ['setunion', args => (args.every(isKnown) ? toSet(args.flatMap(arg => itemsOf(arg) ?? [])) : LEFT)],
  ['zipmap', zipMap],
  [
    'slice',
    ([list, from, to]) =>
      shaped(list, value => itemsOf(value)?.slice(asNumber(from ?? null), asNumber(to ?? null))),
  ],
  ['reverse', ([list]) => shaped(list, value => itemsOf(value)?.toReversed())],
  ['one', ([list]) => shaped(list, value => oneOf(itemsOf(value)))],
  ['range', ([from, to, step]) => range(from, to, step)],
  [
    'contains',
    ([list, item]) =>
      bothKnown(list, item, (one, other) => itemsOf(one)?.some(value => isSameTerraformValue(value, other))),
  ],
  ['index', ([list, item]) => bothKnown(list, item, (one, other) => indexOf(itemsOf(one), other))],
  ['alltrue', ([list]) => known(list, value => itemsOf(value)?.every(item => item === true))],
  ['anytrue', ([list]) => known(list, value => itemsOf(value)?.some(item => item === true))],
])

function known(value: Value | undefined, use: (value: Value) => Value | undefined): FunctionResult {
  if (value === undefined) return undefined
  return isKnown(value) ? use(value) : LEFT
}

function bothKnown(
  one: Value | undefined,
  other: Value | undefined,
  use: (one: Value, other: Value) => Value | undefined,
): FunctionResult {
  if (one === undefined || other === undefined) return undefined
  return isKnown(one) && isKnown(other) ? use(one, other) : LEFT
}

function shaped(value: Value | undefined, use: (value: Value) => Value | undefined): FunctionResult {
  if (value === undefined) return undefined
  return isUnknown(value) ? LEFT : use(value)
}

function itemsOf(value: Value): readonly Value[] | undefined {
  return !isUnknown(value) && isValueList(value) ? value : undefined
}

function merge(args: readonly Value[]): FunctionResult {
  const merged = new Map<string, Value>()
  for (const arg of args) {
    if (isUnknown(arg)) return LEFT
    if (arg === null) continue
    if (!isValueMap(arg)) return undefined
    for (const [key, value] of arg) merged.set(key, value)
  }
  return merged
}

function concat(args: readonly Value[]): FunctionResult {
  if (args.some(isUnknown)) return LEFT
  const lists = args.map(itemsOf)
  return lists.includes(undefined) ? undefined : lists.flatMap(list => list ?? [])
}

function flatten(value: Value): Value | typeof LEFT {
  if (isUnknown(value)) return LEFT
  if (!isValueList(value)) return value
  const flat: Value[] = []
  for (const item of value) {
    const part = flatten(item)
    if (part === LEFT) return LEFT
    if (!isUnknown(part) && isValueList(part)) flat.push(...part)
    else flat.push(part)
  }
  return flat
}

function toSet(value: Value): Value | undefined {
  const items = distinct(itemsOf(value))
  if (!items) return undefined
  return items.toSorted((one, other) => ((textOfValue(one) ?? '') < (textOfValue(other) ?? '') ? -1 : 1))
}

function distinct(items: readonly Value[] | undefined): readonly Value[] | undefined {
  return items?.filter((item, at) => items.findIndex(other => isSameTerraformValue(item, other)) === at)
}

// A text with something unknown in it is not empty if there is more in it.
function compact(list: Value | undefined): FunctionResult {
  const items = list === undefined || isUnknown(list) ? undefined : itemsOf(list)
  if (!items) return list !== undefined && isUnknown(list) ? LEFT : undefined
  return items.some(isOpen) ? LEFT : items.filter(item => !isBlank(item))
}

function isOpen(item: Value): boolean {
  return isUnknown(item) || (typeof item === 'string' && hasMark(item) && textBesideMarks(item) === '')
}

function lengthOf(value: Value): Value | undefined {
  if (isValueMap(value)) return value.size
  if (typeof value === 'string') return isKnown(value) ? Array.from(value).length : undefined
  return itemsOf(value)?.length
}

function elementOf(list: Value | undefined, index: Value | undefined): FunctionResult {
  if (list === undefined || index === undefined) return undefined
  if (isUnknown(list) || isUnknown(index)) return LEFT
  const items = itemsOf(list)
  const at = asNumber(index)
  return items && at !== undefined && items.length > 0
    ? items[((at % items.length) + items.length) % items.length]
    : undefined
}

function lookup([map, key, whenMissing]: readonly Value[]): FunctionResult {
  if (map === undefined || key === undefined) return undefined
  if (isUnknown(map) || !isKnown(key)) return LEFT
  const found = isValueMap(map) ? map.get(textOfValue(key) ?? '') : undefined
  return found === undefined ? whenMissing : found
}

// The first that is not empty: behind an unknown one nobody knows which it is.
function firstOf(args: readonly Value[], isWanted: (value: Value) => boolean): FunctionResult {
  for (const arg of args) {
    if (isUnknown(arg)) return LEFT
    if (isWanted(arg)) return arg
  }
  return undefined
}

function zipMap([keys, values]: readonly Value[]): FunctionResult {
  if (keys === undefined || values === undefined) return undefined
  if (!isKnown(keys) || isUnknown(values)) return LEFT
  const [names, items] = [itemsOf(keys), itemsOf(values)]
  if (!names || names.length !== items?.length) return undefined
  const map: ObjectValue = new Map(names.map((name, at) => [textOfValue(name) ?? '', items[at] ?? null]))
  return map
}

function oneOf(items: readonly Value[] | undefined): Value | undefined {
  if (!items || items.length > 1) return undefined
  return items[0] ?? null
}

function range(
  first: Value | undefined,
  second: Value | undefined,
  third: Value | undefined,
): FunctionResult {
  const given = [first, second, third].filter(value => value !== undefined)
  if (!given.every(isKnown)) return LEFT
  const numbers = given.map(value => asNumber(value) ?? Number.NaN)
  const [from = 0, to = 0, step = 1] = numbers.length === 1 ? [0, ...numbers] : numbers
  const count = Math.ceil((to - from) / step)
  if (!Number.isSafeInteger(count) || count > 1024) return undefined
  return Array.from({ length: Math.max(0, count) }, (_, at) => from + at * step)
}

function indexOf(items: readonly Value[] | undefined, item: Value): Value | undefined {
  const at = items?.findIndex(value => isSameTerraformValue(value, item)) ?? -1
  return at === -1 ? undefined : at
}
