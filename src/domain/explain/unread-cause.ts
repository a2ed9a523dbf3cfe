/** Why something could not be read. */
export type UnreadCause = 'forbidden' | 'throttled' | 'too-large' | 'late' | 'server-error'

// A status holds words and no codes. These are the words that the controller and the command line use, and no others.
const words: readonly { readonly cause: UnreadCause; readonly pattern: RegExp }[] = [
  { cause: 'forbidden', pattern: /not allowed to/ },
  { cause: 'throttled', pattern: /is throttling/ },
  { cause: 'too-large', pattern: /sends more than Fitout keeps|is too large/ },
  { cause: 'late', pattern: /does not answer in time/ },
  { cause: 'server-error', pattern: /answers with an (?:internal )?error/ },
]

/** Finds out why something could not be read from what is said about it; undefined if nobody foresaw it. */
export function unreadCauseIn(message: string): UnreadCause | undefined {
  return words.find(({ pattern }) => pattern.test(message))?.cause
}
