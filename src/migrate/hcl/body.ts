import type { Expression } from './expression.ts'
import type { Span } from './source-file.ts'

/** `name = value`. */
export interface Attribute extends Span {
  readonly name: string
  readonly value: Expression
}

/** `type "label" { … }`. */
export interface Block extends Span {
  readonly type: string
  readonly labels: readonly string[]
  readonly body: Body
}

/** What is in a file, or between the braces of a block. */
export interface Body {
  readonly attributes: readonly Attribute[]
  readonly blocks: readonly Block[]
}

/** An attribute by its name. */
export function attributeOf({ attributes }: Body, name: string): Attribute | undefined {
  return attributes.find(attribute => attribute.name === name)
}
