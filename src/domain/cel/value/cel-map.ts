import { CelDuration, CelTimestamp } from './cel-time.ts'
import { CelUint, type CelValue } from './cel-value.ts'

/** A map of values. */
export abstract class CelMap {
  abstract readonly size: number

  /** The value of a key, or undefined. Numbers of different types find each other where cel-go lets them. */
  abstract find(key: CelValue): CelValue | undefined

  abstract keys(): readonly CelValue[]
}

interface Entry {
  readonly key: CelValue
  readonly value: CelValue
}

/** A map that an expression has made. Keys keep the order in which they came; in cel-go they have none. */
export class ValueMap extends CelMap {
  private readonly entries = new Map<unknown, Entry>()

  get size(): number {
    return this.entries.size
  }

  find(key: CelValue): CelValue | undefined {
    const found = this.entries.get(identityOf(key))
    if (found) return found.value
    for (const other of otherForms(key)) {
      const same = this.entries.get(identityOf(other))
      if (same) return same.value
    }
    return undefined
  }

  keys(): readonly CelValue[] {
    return Array.from(this.entries.values(), ({ key }) => key)
  }

  /** Only while the map is being made. */
  set(key: CelValue, value: CelValue): void {
    this.entries.set(identityOf(key), { key, value })
  }

  /** Only while the map is being made. */
  delete(key: CelValue): void {
    this.entries.delete(identityOf(key))
  }
}

// What a JavaScript map takes for the same key: values of different types must not meet.
function identityOf(key: CelValue): unknown {
  if (key instanceof CelUint) return `u${key.value}`
  if (key instanceof CelDuration) return `d${key.nanoseconds}`
  if (key instanceof CelTimestamp) return `t${key.nanoseconds} ${key.offsetSeconds}`
  if (typeof key === 'string') return `s${key}`
  // Go finds 0.0 where -0.0 was put, as JavaScript does, but never NaN.
  return typeof key === 'number' && Number.isNaN(key) ? {} : key
}

// A double looks for an int and then for a uint; ints and uints look for each other; nothing looks for a double.
function otherForms(key: CelValue): readonly CelValue[] {
  if (typeof key === 'bigint') return key >= 0n ? [new CelUint(key)] : []
  if (key instanceof CelUint) return key.value < 2n ** 63n ? [key.value] : []
  if (typeof key !== 'number' || !Number.isInteger(key)) return []
  const whole = BigInt(key)
  const forms: CelValue[] = []
  if (key > -(2 ** 63) && key < 2 ** 63) forms.push(whole)
  if (key >= 0 && key < 2 ** 64) forms.push(new CelUint(whole))
  return forms
}
