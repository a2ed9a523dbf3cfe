import { ValueList } from '../value/cel-list.ts'
import { ValueMap } from '../value/cel-map.ts'
import { describeValue } from '../value/describe.ts'
import { CelOptional, Fault, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import type { Scope } from './scope.ts'
import type { Step } from './step.ts'

/** An element of a list; an optional one is left out when it is empty. */
export interface ElementStep {
  readonly value: Step
  readonly isOptional: boolean
}

/** `[a, ?b]` */
export class ListStep implements Step {
  readonly offset: number
  private readonly elements: readonly ElementStep[]

  constructor(elements: readonly ElementStep[], offset: number) {
    this.elements = elements
    this.offset = offset
  }

  evaluate(scope: Scope): CelOutcome {
    scope.meter.charge(1 + this.elements.length)
    const values: CelValue[] = []
    for (const { value: step, isOptional } of this.elements) {
      const value = step.evaluate(scope)
      if (value instanceof Fault) return value
      if (!isOptional) values.push(value)
      else if (!(value instanceof CelOptional)) return this.refuse(value)
      else if (value.value !== undefined) values.push(value.value)
    }
    return new ValueList(values)
  }

  private refuse(value: CelValue): Fault {
    return new Fault(
      `cannot initialize optional list element from non-optional value ${describeValue(value)}`,
      this.offset,
    )
  }
}

/** An entry of a map; an optional one is left out when it is empty. */
export interface EntryStep extends ElementStep {
  readonly key: Step
}

/** `{a: b, ?c: d}`. The last of two entries with the same key counts. */
export class MapStep implements Step {
  readonly offset: number
  private readonly entries: readonly EntryStep[]

  constructor(entries: readonly EntryStep[], offset: number) {
    this.entries = entries
    this.offset = offset
  }

  evaluate(scope: Scope): CelOutcome {
    scope.meter.charge(1 + 2 * this.entries.length)
    const map = new ValueMap()
    for (const { key: keyStep, value: valueStep, isOptional } of this.entries) {
      const key = keyStep.evaluate(scope)
      if (key instanceof Fault) return key
      const value = valueStep.evaluate(scope)
      if (value instanceof Fault) return value
      const fault = put(map, key, { value, isOptional })
      if (fault) return new Fault(fault, this.offset)
    }
    return map
  }
}

function put(
  map: ValueMap,
  key: CelValue,
  entry: { value: CelValue; isOptional: boolean },
): string | undefined {
  const { value, isOptional } = entry
  // Go cannot hash bytes: cel-go would panic here.
  if (key instanceof Uint8Array) return 'unsupported key type: bytes'
  if (!isOptional) {
    map.set(key, value)
    return undefined
  }
  if (!(value instanceof CelOptional)) {
    return `cannot initialize optional entry '${describeValue(key)}' from non-optional value ${describeValue(value)}`
  }
  if (value.value === undefined) map.delete(key)
  else map.set(key, value.value)
  return undefined
}
