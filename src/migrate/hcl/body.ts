import type { HclExpression } from './expression.ts'
import type { HclSpan } from './source-file.ts'

/** `name = value`. */
export interface HclAttribute extends HclSpan {
  readonly name: string
  readonly value: HclExpression
}

/** `type "label" { … }`. */
export interface Block extends HclSpan {
  readonly type: string
  readonly labels: readonly string[]
  readonly body: Body
}

/** What is in a file, or between the braces of a block. */
export interface Body {
  readonly attributes: readonly HclAttribute[]
  readonly blocks: readonly Block[]
}

/** An attribute by its name. */
export function attributeOf({ attributes }: Body, name: string): HclAttribute | undefined {
  return attributes.find(attribute => attribute.name === name)
}
