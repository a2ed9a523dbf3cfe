import type { HclSpan } from './source-file.ts'

/** An expression of HCL, with its place. */
export type HclExpression =
  | LiteralExpression
  | TemplateExpression
  | ({ readonly kind: 'variable'; readonly name: string } & HclSpan)
  | ({ readonly kind: 'attribute'; readonly of: HclExpression; readonly name: string } & HclSpan)
  | ({ readonly kind: 'index'; readonly of: HclExpression; readonly key: HclExpression } & HclSpan)
  | SplatExpression
  | CallExpression
  | ConditionalExpression
  | OperationExpression
  | ({ readonly kind: 'list'; readonly items: readonly HclExpression[] } & HclSpan)
  | ({ readonly kind: 'object'; readonly entries: readonly ObjectEntry[] } & HclSpan)
  | ForExpression
  | ({ readonly kind: 'parentheses'; readonly inner: HclExpression } & HclSpan)

interface LiteralExpression extends HclSpan {
  readonly kind: 'literal'
  readonly value: null | boolean | number | string
}

/** A text with interpolations: quoted, or a heredoc. */
interface TemplateExpression extends HclSpan {
  readonly kind: 'template'
  readonly parts: readonly TemplatePart[]
}

/** A part of a template. */
export type TemplatePart =
  | ({ readonly kind: 'text'; readonly text: string } & HclSpan)
  | ({ readonly kind: 'interpolation'; readonly value: HclExpression } & HclSpan)
  | ({
      readonly kind: 'if'
      readonly test: HclExpression
      readonly whenTrue: readonly TemplatePart[]
      readonly whenFalse: readonly TemplatePart[]
    } & HclSpan)
  | ({
      readonly kind: 'for'
      readonly names: readonly string[]
      readonly over: HclExpression
      readonly body: readonly TemplatePart[]
    } & HclSpan)

/** `of[*].each`: `each` begins with the variable named as `SPLAT_ITEM`. */
interface SplatExpression extends HclSpan {
  readonly kind: 'splat'
  readonly of: HclExpression
  readonly each: HclExpression
}

export interface CallExpression extends HclSpan {
  readonly kind: 'call'
  readonly name: string
  readonly args: readonly HclExpression[]
  /** Whether the last argument is a list of arguments. */
  readonly isSpread: boolean
}

interface ConditionalExpression extends HclSpan {
  readonly kind: 'conditional'
  readonly test: HclExpression
  readonly whenTrue: HclExpression
  readonly whenFalse: HclExpression
}

interface OperationExpression extends HclSpan {
  readonly kind: 'operation'
  readonly operator: string
  /** One for a unary operator, two for a binary one. */
  readonly operands: readonly HclExpression[]
}

export interface ObjectEntry {
  readonly key: HclExpression
  readonly value: HclExpression
}

export interface ForExpression extends HclSpan {
  readonly kind: 'for'
  readonly names: readonly string[]
  readonly over: HclExpression
  /** Only for an object. */
  readonly key: HclExpression | undefined
  readonly value: HclExpression
  readonly test: HclExpression | undefined
  readonly isGrouping: boolean
}

/** The name by which the rest of a splat refers to one item: no identifier of HCL. */
export const SPLAT_ITEM = '*'
