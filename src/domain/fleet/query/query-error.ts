/** What can be wrong with a query. */
export type QueryErrorCode = 'UNKNOWN_KEY' | 'MISSING_VALUE' | 'UNKNOWN_VALUE' | 'QUERY_TOO_LONG'

/** A query that means nothing, and the word of it that is to blame. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
  readonly code: QueryErrorCode
  /** Where the word begins, counted from 0 in UTF-16 units. */
  readonly offset: number

  constructor(code: QueryErrorCode, cause: string, { word, offset }: QueryPlace) {
    super(`cannot read query: ${JSON.stringify(word)}: ${cause}`)
    this.code = code
    this.offset = offset
  }
}

/** A word of a query, and where it stands. */
export interface QueryPlace {
  readonly word: string
  readonly offset: number
}
