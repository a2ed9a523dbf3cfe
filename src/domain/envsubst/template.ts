/** What is done with a variable. `value` is the bare `${name}`, `length` is `${#name}`; the others are as they are written. */
export type TemplateOperator =
  | 'value'
  | 'length'
  | DefaultOperator
  | ':'
  | '#'
  | '##'
  | '%'
  | '%%'
  | '/'
  | '//'
  | '/#'
  | '/%'
  | CasingOperator

/** Operators that bring their own value for a variable that is not set. */
export type DefaultOperator = '=' | ':=' | ':-' | ':?' | ':+'

/** `,^` and `^,` are read, too, and do nothing. */
export type CasingOperator = ',' | ',,' | '^' | '^^' | ',^' | '^,'

/** Text that stays as it is; escapes are already undone. */
interface Text {
  readonly kind: 'text'
  readonly text: string
}

/** One `${…}`. */
export interface TemplateExpression {
  readonly kind: 'expression'
  readonly name: string
  readonly operator: TemplateOperator
  readonly args: readonly Part[]
  /** Offset of the dollar sign. */
  readonly start: number
  /** Offset of what follows the operator. */
  readonly argsStart: number
  /** Offset behind the closing brace. */
  readonly end: number
}

/** A piece of a template. */
export type Part = Text | TemplateExpression

/** A text whose expressions have been read. */
export interface Template {
  readonly source: string
  readonly parts: readonly Part[]
  /** Where a NUL character ends the template, however long the text continues; undefined when there is none. */
  readonly cutAt: number | undefined
}

const defaultOperators: ReadonlySet<TemplateOperator> = new Set<DefaultOperator>([
  '=',
  ':=',
  ':-',
  ':?',
  ':+',
])

/** Whether an unset variable is no trouble for this operator, strict or not. */
export function isDefaultOperator(operator: TemplateOperator): operator is DefaultOperator {
  return defaultOperators.has(operator)
}
