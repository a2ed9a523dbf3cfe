import type { YamlErrorCode } from '../yaml-error.ts'
import type { YamlValue } from '../yaml-value.ts'

/** Something that upstream refuses when it writes JSON. */
export interface JsonFault {
  readonly code: YamlErrorCode
  readonly reason: string
  readonly start: number
}

/**
 * Remembers what JSON has no form for.
 *
 * It is a fault only if it is still there at the end: upstream first drops what a later key of the same name replaces.
 */
export class Unjsonable {
  readonly #objects = new Map<object, JsonFault>()
  #number: JsonFault | undefined

  noteNumber(start: number): void {
    this.#number ??= { code: 'NOT_JSON', reason: 'a number that JSON cannot write', start }
  }

  noteObject(object: object, fault: JsonFault): void {
    if (!this.#objects.has(object)) this.#objects.set(object, fault)
  }

  noteMerge(from: object, into: object): void {
    const fault = this.#objects.get(from)
    if (fault) this.noteObject(into, fault)
  }

  /** Returns a fault that `root` still has. */
  faultIn(root: YamlValue): JsonFault | undefined {
    if (this.#number === undefined && this.#objects.size === 0) return undefined
    const seen = new Set<object>()
    const pending: YamlValue[] = [root]
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      const fault = this.#faultOf(value)
      if (fault) return fault
      if (typeof value !== 'object' || value === null || seen.has(value)) continue
      seen.add(value)
      for (const child of Object.values(value)) pending.push(child)
    }
    return undefined
  }

  #faultOf(value: YamlValue): JsonFault | undefined {
    if (typeof value === 'number') return Number.isFinite(value) ? undefined : this.#number
    return typeof value === 'object' && value !== null ? this.#objects.get(value) : undefined
  }
}
