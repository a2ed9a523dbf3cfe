import type { CelValue } from './cel-value.ts'

/** A value of a library type (a URL, a quantity, …): it has a name and equality, and functions that know it. */
export abstract class CelOpaque {
  abstract readonly typeName: string

  /** Whether `==` has an answer for the two. */
  abstract comparesWith(other: CelValue): boolean

  abstract equals(other: CelValue): boolean

  /** As JSON and messages show it. */
  abstract toString(): string
}
