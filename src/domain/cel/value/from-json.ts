import { CelDuration, CelTimestamp } from './cel-time.ts'
import { CelList } from './cel-list.ts'
import { CelMap } from './cel-map.ts'
import { CelOpaque } from './cel-opaque.ts'
import { CelType } from './cel-type.ts'
import { CelOptional, CelUint, Fault, type CelValue, type CelOutcome } from './cel-value.ts'

const MIN_INT = -(2n ** 63n)
const MAX_INT = 2n ** 63n - 1n

/**
 * Takes a JSON value into the language: whole numbers become ints, all other numbers doubles.
 *
 * Whole means a bigint of 64 bits or a safe integer; `1.0` in a JSON text is a double for the API server and an int
 * here, because a JavaScript number cannot tell the two apart.
 */
export function fromJson(value: unknown): CelOutcome {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isSafeInteger(value) ? BigInt(value) : value
    case 'bigint':
      return value >= MIN_INT && value <= MAX_INT ? value : Number(value)
    case 'undefined':
      return null
    case 'object':
      return objectFromJson(value)
    default:
      return new Fault(`unsupported conversion from ${typeof value}`)
  }
}

function objectFromJson(value: object | null): CelOutcome {
  if (value === null) return null
  if (Array.isArray(value)) return new JsonList(value)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return new JsonMap(value)
  if (isValue(value)) return value
  return new Fault('unsupported conversion from an object that is not JSON')
}

function isValue(value: object): value is Exclude<CelValue, null | boolean | bigint | number | string> {
  return classes.some(kind => value instanceof kind)
}

const classes = [
  CelList,
  CelMap,
  CelUint,
  CelDuration,
  CelTimestamp,
  CelOptional,
  CelType,
  CelOpaque,
  Uint8Array,
] as const

/** A list of JSON, read when an expression looks into it. */
export class JsonList extends CelList {
  readonly json: readonly unknown[]

  constructor(json: readonly unknown[]) {
    super()
    this.json = json
  }

  get size(): number {
    return this.json.length
  }

  at(index: number): CelValue {
    return valueOf(this.json[index])
  }
}

/** An object of JSON, read when an expression looks into it. */
export class JsonMap extends CelMap {
  readonly json: object

  constructor(json: object) {
    super()
    this.json = json
  }

  get size(): number {
    return Object.keys(this.json).length
  }

  find(key: CelValue): CelValue | undefined {
    return typeof key === 'string' ? this.field(key) : undefined
  }

  /** The value of a key, or undefined. */
  field(key: string): CelValue | undefined {
    if (!Object.hasOwn(this.json, key)) return undefined
    const value: unknown = Reflect.get(this.json, key)
    return valueOf(value)
  }

  keys(): readonly CelValue[] {
    return Object.keys(this.json)
  }
}

// What is not JSON deep inside an object (a function, a Date) counts as null: there is no place to report it.
function valueOf(json: unknown): CelValue {
  const value = fromJson(json)
  return value instanceof Fault ? null : value
}
