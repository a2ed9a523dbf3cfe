/** What can be wrong with an expression; docs/reference/cel.md has a row for each. */
export type CelErrorCode =
  | 'CEL_NOT_SPECIFIED'
  | 'CEL_SYNTAX'
  | 'CEL_TOO_LARGE'
  | 'CEL_INVALID'
  | 'CEL_UNSUPPORTED'
  | 'CEL_EVALUATION'
  | 'CEL_WRONG_TYPE'
  | 'CEL_COST_EXCEEDED'

/** An expression that cannot be parsed or evaluated, and where. Lines and columns count from 1, `offset` from 0. */
export class CelError extends Error {
  override readonly name = 'CelError'
  readonly code: CelErrorCode
  /** The cause alone, in the words of cel-go where it has words for it. */
  readonly reason: string
  readonly line: number
  readonly column: number
  readonly offset: number

  constructor(code: CelErrorCode, reason: string, place: { readonly text: string; readonly offset: number }) {
    const { line, column } = positionOf(place.text, place.offset)
    super(`cannot ${verbs[code]} CEL expression: line ${line}, column ${column}: ${reason}`)
    this.code = code
    this.reason = reason
    this.line = line
    this.column = column
    this.offset = place.offset
  }
}

const verbs: Readonly<Record<CelErrorCode, 'parse' | 'evaluate'>> = {
  CEL_NOT_SPECIFIED: 'parse',
  CEL_SYNTAX: 'parse',
  CEL_TOO_LARGE: 'parse',
  CEL_INVALID: 'parse',
  CEL_UNSUPPORTED: 'parse',
  CEL_EVALUATION: 'evaluate',
  CEL_WRONG_TYPE: 'evaluate',
  CEL_COST_EXCEEDED: 'evaluate',
}

// Only a line feed ends a line of CEL. Columns are UTF-16 units, as editors count them.
function positionOf(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  let next = text.indexOf('\n')
  while (next >= 0 && next < offset) {
    line++
    lineStart = next + 1
    next = text.indexOf('\n', lineStart)
  }
  return { line, column: offset - lineStart + 1 }
}
