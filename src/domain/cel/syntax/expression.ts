import type { CelValue } from '../value/cel-value.ts'

/** A part of an expression, as the grammar and the macros leave it. */
export type Expression =
  | Literal
  | Identifier
  | Select
  | Index
  | CelCall
  | Logic
  | Conditional
  | ListLiteral
  | MapLiteral
  | MessageLiteral
  | Fold
  | OptionalMap

interface Part {
  /** Where messages about this part point to. */
  readonly offset: number
  /** How many operators, fields and member calls lie in each other here, as cel-go counts them. */
  readonly height: number
}

interface Literal extends Part {
  readonly kind: 'literal'
  readonly value: CelValue
}

interface Identifier extends Part {
  readonly kind: 'identifier'
  /** Begins with a dot when the expression asks for the variable outside of all macros. */
  readonly name: string
}

export interface Select extends Part {
  readonly kind: 'select'
  readonly operand: Expression
  readonly field: string
  /** `has(operand.field)` */
  readonly isPresenceTest: boolean
}

export interface Index extends Part {
  readonly kind: 'index'
  readonly operand: Expression
  readonly index: Expression
  /** `operand[?index]`, and `operand.?field` with the field as a literal. */
  readonly isOptional: boolean
}

export interface CelCall extends Part {
  readonly kind: 'call'
  readonly name: string
  readonly target: Expression | undefined
  readonly args: readonly Expression[]
}

interface Logic extends Part {
  readonly kind: 'logic'
  readonly operator: '&&' | '||'
  readonly terms: readonly Expression[]
}

export interface Conditional extends Part {
  readonly kind: 'conditional'
  readonly condition: Expression
  readonly whenTrue: Expression
  readonly whenFalse: Expression
}

export interface ListLiteral extends Part {
  readonly kind: 'list'
  readonly elements: readonly { readonly value: Expression; readonly isOptional: boolean }[]
}

export interface MapLiteral extends Part {
  readonly kind: 'map'
  readonly entries: readonly MapEntry[]
}

export interface MapEntry {
  readonly key: Expression
  readonly value: Expression
  readonly isOptional: boolean
}

export interface MessageLiteral extends Part {
  readonly kind: 'message'
  readonly typeName: string
}

/** A macro that walks over a list or a map. */
export interface Fold extends Part {
  readonly kind: 'fold'
  readonly macro: FoldMacro
  readonly range: Expression
  /** One name for the element or key; two for index or key, and value. */
  readonly variables: readonly string[]
  readonly filter: Expression | undefined
  readonly body: Expression
}

/** What comes out of a walk: a bool, a list, a map from the first variable, a map put together
 * from maps, or the elements in another order. */
export type FoldMacro = 'all' | 'exists' | 'existsOne' | 'list' | 'map' | 'mapEntry' | 'sortBy'

/** `optMap` and `optFlatMap` */
export interface OptionalMap extends Part {
  readonly kind: 'optionalMap'
  readonly macro: 'optMap' | 'optFlatMap'
  readonly target: Expression
  readonly variable: string
  readonly body: Expression
}

/** The height of a part that does not count itself. */
export function heightOf(parts: readonly (Expression | undefined)[]): number {
  let height = 0
  for (const part of parts) if (part && part.height > height) height = part.height
  return height
}
