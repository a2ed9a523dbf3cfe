/** The kinds of tokens; operators and punctuation are their own kind. */
export type TokenKind =
  | 'identifier'
  | 'quoted-identifier'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'end'
  | 'invalid'
  | Keyword
  | Punctuation

type Keyword = 'in' | 'true' | 'false' | 'null'

export type Punctuation = (typeof punctuation)[number]

/** Operators, brackets and separators. */
export const punctuation = [
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '<',
  '>',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  '.',
  ',',
  '-',
  '!',
  '?',
  ':',
  '+',
  '*',
  '/',
  '%',
] as const

/** One word of an expression. */
export interface CelToken {
  readonly kind: TokenKind
  /** As it stands in the expression; the name alone for a quoted identifier; what is wrong for an invalid one. */
  readonly text: string
  readonly offset: number
}
