import type { Position } from './position.ts'

/** What can be wrong with a YAML text; docs/reference/yaml.md has a row for each. */
export type YamlErrorCode =
  | 'AMBIGUOUS_KEY'
  | 'BAD_CHARACTER'
  | 'BAD_KEY'
  | 'BAD_SEPARATOR'
  | 'BAD_TAG'
  | 'DUPLICATE_KEY'
  | 'NOT_AN_OBJECT'
  | 'NOT_JSON'
  | 'RECURSIVE_ALIAS'
  | 'SYNTAX'
  | 'TOO_DEEP'
  | 'TOO_LARGE'
  | 'TOO_MANY_ALIASES'
  | 'TOO_MANY_DOCUMENTS'
  | 'TOO_MANY_NODES'
  | 'UNKNOWN_ANCHOR'

/** A YAML text that cannot be read, and where. Lines and columns count from 1, `offset` from 0. */
export class YamlError extends Error {
  override readonly name = 'YamlError'
  readonly code: YamlErrorCode
  /** The cause alone, for callers that name the file and the place themselves. */
  readonly reason: string
  readonly line: number
  readonly column: number
  readonly offset: number
  /** The other place, where there is one: the first of two equal keys. */
  readonly first: Position | undefined

  constructor(code: YamlErrorCode, reason: string, at: Position & { readonly first?: Position | undefined }) {
    super(`cannot read YAML: line ${at.line}, column ${at.column}: ${reason}`)
    this.code = code
    this.reason = reason
    this.line = at.line
    this.column = at.column
    this.offset = at.offset
    this.first = at.first
  }
}
