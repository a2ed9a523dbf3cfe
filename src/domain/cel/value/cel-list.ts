import type { CelValue } from './cel-value.ts'

/** A list of values. */
export abstract class CelList {
  abstract readonly size: number

  /** The element at an index that is known to be in the list. */
  abstract at(index: number): CelValue
}

/** A list that an expression has made. */
export class ValueList extends CelList {
  readonly elements: readonly CelValue[]

  constructor(elements: readonly CelValue[]) {
    super()
    this.elements = elements
  }

  get size(): number {
    return this.elements.length
  }

  at(index: number): CelValue {
    return this.elements[index] ?? null
  }
}

/**
 * A list that grows in place when something is added to it.
 *
 * The variable of `optMap` is one when its value is empty: an oddity of cel-go that an expression can see.
 */
export class GrowingList extends CelList {
  readonly elements: CelValue[] = []

  get size(): number {
    return this.elements.length
  }

  at(index: number): CelValue {
    return this.elements[index] ?? null
  }
}

/** The elements of a list, one after the other. */
export function* elementsOf(list: CelList): Generator<CelValue> {
  for (let index = 0; index < list.size; index++) yield list.at(index)
}
