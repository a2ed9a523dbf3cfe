import { positionFinder } from './position-finder.ts'

/** What can be wrong with a text that holds variables. */
export type EnvsubstErrorCode =
  /** No letter, digit or underscore follows `${`. */
  | 'VARIABLE_NAME_EXPECTED'
  /** A name is followed by something that is neither a function nor `}`. */
  | 'MISSING_CLOSING_BRACE'
  /** A function has no argument, or the text ends inside one. */
  | 'ARGUMENT_EXPECTED'
  /** A function is not written as it should be. */
  | 'BAD_SUBSTITUTION'
  /** Expressions inside expressions, deeper than any person writes them. */
  | 'NESTED_TOO_DEEP'
  /** The text has more characters than any object, or one expression has. */
  | 'TEXT_TOO_LARGE'
  /** There are more expressions than any text has. */
  | 'TOO_MANY_EXPRESSIONS'
  /** The text would grow past every sensible size. */
  | 'RESULT_TOO_LARGE'
  /** The values that functions work on are too large. */
  | 'VALUES_TOO_LARGE'
  /** A pattern would take too long to match. */
  | 'PATTERN_TOO_SLOW'
  /** A function cut a character in half: the result is no longer text. */
  | 'CHARACTER_CUT'
  /** The upstream program crashes on this. */
  | 'UPSTREAM_CRASH'

/** A text whose variables cannot be filled, with the place of the expression that is wrong. */
export class EnvsubstError extends Error {
  override readonly name = 'EnvsubstError'
  readonly code: EnvsubstErrorCode
  /** What is wrong, without the expression and its place. */
  readonly reason: string
  readonly line: number
  readonly column: number
  readonly offset: number

  constructor(
    code: EnvsubstErrorCode,
    reason: string,
    at: { readonly text: string; readonly offset: number },
  ) {
    const { line, column, offset } = positionFinder(at.text)(at.offset)
    super(`cannot expand ${excerpt(at.text, offset)}: line ${line}, column ${column}: ${reason}`)
    this.code = code
    this.reason = reason
    this.line = line
    this.column = column
    this.offset = offset
  }
}

const EXCERPT_LENGTH = 40

// Enough to recognise the expression by; what stands on the next line, or after the brace, is not part of it.
function excerpt(text: string, offset: number): string {
  const start = text.slice(offset, offset + EXCERPT_LENGTH)
  const [shown = ''] = /^[^\p{Cc}\p{Cs}}]*\}?/u.exec(start) ?? []
  return `"${shown}"`
}
