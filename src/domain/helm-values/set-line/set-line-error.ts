/** What can be wrong with a line of `--set` and its kin, or with a targetPath and its value. */
export type SetLineErrorCode =
  | 'NO_VALUE'
  | 'EMPTY_MAP'
  | 'NOT_A_MAP'
  | 'NOT_A_LIST'
  | 'BAD_INDEX'
  | 'NEGATIVE_INDEX'
  | 'INDEX_TOO_LARGE'
  | 'TEXT_AFTER_INDEX'
  | 'OPEN_LIST'
  | 'BAD_JSON'
  | 'NAME_TOO_DEEP'
  | 'LISTS_TOO_DEEP'
  | 'LISTS_TOO_LONG'
  | 'LINE_TOO_LONG'
  | 'PATH_TOO_LONG'
  | 'TOO_MANY_VALUES'

/** What went wrong and at which offset of the line; `key` is what the user wrote there, if that says more. */
export interface SetLineFault {
  readonly code: SetLineErrorCode
  readonly offset: number
  readonly key?: string
}

/** The text in which the trouble is: a whole line, or the targetPath or the value that make one up. */
export type SetLinePlace = 'line' | 'path' | 'value'

/** Where in that text. Lines and columns count from 1, `offset` from 0 in UTF-16 units. */
export interface SetLinePosition {
  readonly place: SetLinePlace
  readonly line: number
  readonly column: number
  readonly offset: number
}

/** A line, or a targetPath with its value, that Helm would refuse. */
export class SetLineError extends Error {
  override readonly name = 'SetLineError'
  readonly code: SetLineErrorCode
  /** Place and cause alone, for callers that name the thing themselves. */
  readonly reason: string
  readonly place: SetLinePlace
  readonly line: number
  readonly column: number
  readonly offset: number

  constructor(
    code: SetLineErrorCode,
    at: SetLinePosition,
    words: { readonly action: string; readonly cause: string },
  ) {
    const reason = `${placeWords(at)}: ${words.cause}`
    super(`cannot ${words.action}: ${reason}`)
    this.code = code
    this.reason = reason
    this.place = at.place
    this.line = at.line
    this.column = at.column
    this.offset = at.offset
  }
}

/** Turns an offset into line and column. */
export function positionIn(text: string, offset: number, place: SetLinePlace): SetLinePosition {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { place, line: before.split('\n').length, column: offset - lineStart + 1, offset }
}

function placeWords({ place, line, column }: SetLinePosition): string {
  const where = line === 1 ? `column ${column}` : `line ${line}, column ${column}`
  return place === 'line' ? where : `${where} of the ${place}`
}
