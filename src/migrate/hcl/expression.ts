import type { Span } from './source-file.ts'

/** An expression of HCL, with its place. */
export type Expression =
  | LiteralExpression
  | TemplateExpression
  | ({ readonly kind: 'variable'; readonly name: string } & Span)
  | ({ readonly kind: 'attribute'; readonly of: Expression; readonly name: string } & Span)
  | ({ readonly kind: 'index'; readonly of: Expression; readonly key: Expression } & Span)
  | SplatExpression
  | CallExpression
  | ConditionalExpression
  | OperationExpression
  | ({ readonly kind: 'list'; readonly items: readonly Expression[] } & Span)
  | ({ readonly kind: 'object'; readonly entries: readonly ObjectEntry[] } & Span)
  | ForExpression
  | ({ readonly kind: 'parentheses'; readonly inner: Expression } & Span)

interface LiteralExpression extends Span {
  readonly kind: 'literal'
  readonly value: null | boolean | number | string
}

/** A text with interpolations: quoted, or a heredoc. */
interface TemplateExpression extends Span {
  readonly kind: 'template'
  readonly parts: readonly TemplatePart[]
}

/** A part of a template. */
export type TemplatePart =
  | ({ readonly kind: 'text'; readonly text: string } & Span)
  | ({ readonly kind: 'interpolation'; readonly value: Expression } & Span)
  | ({
      readonly kind: 'if'
      readonly test: Expression
      readonly whenTrue: readonly TemplatePart[]
      readonly whenFalse: readonly TemplatePart[]
    } & Span)
  | ({
      readonly kind: 'for'
      readonly names: readonly string[]
      readonly over: Expression
      readonly body: readonly TemplatePart[]
    } & Span)

/** `of[*].each`: `each` begins with the variable named as `SPLAT_ITEM`. */
interface SplatExpression extends Span {
  readonly kind: 'splat'
  readonly of: Expression
  readonly each: Expression
}

export interface CallExpression extends Span {
  readonly kind: 'call'
  readonly name: string
  readonly args: readonly Expression[]
  /** Whether the last argument is a list of arguments. */
  readonly isSpread: boolean
}

interface ConditionalExpression extends Span {
  readonly kind: 'conditional'
  readonly test: Expression
  readonly whenTrue: Expression
  readonly whenFalse: Expression
}

interface OperationExpression extends Span {
  readonly kind: 'operation'
  readonly operator: string
  /** One for a unary operator, two for a binary one. */
  readonly operands: readonly Expression[]
}

export interface ObjectEntry {
  readonly key: Expression
  readonly value: Expression
}

export interface ForExpression extends Span {
  readonly kind: 'for'
  readonly names: readonly string[]
  readonly over: Expression
  /** Only for an object. */
  readonly key: Expression | undefined
  readonly value: Expression
  readonly test: Expression | undefined
  readonly isGrouping: boolean
}

/** The name by which the rest of a splat refers to one item: no identifier of HCL. */
export const SPLAT_ITEM = '*'
