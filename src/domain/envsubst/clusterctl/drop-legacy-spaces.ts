import { EnvsubstError } from '../envsubst-error.ts'
import { MAX_EXPRESSIONS, MAX_TEXT_LENGTH } from '../expression-reader.ts'
import { templateTooLarge } from '../parse-template.ts'

/** A text without the old spaces, and the way back from its offsets to those of the text it was made of. */
export interface WithoutLegacySpaces {
  readonly text: string
  readonly originalOffset: (offset: number) => number
}

// Names and spaces as clusterctl's regular expression has them. The two have no character in common, so a match that
// fails has looked at each character once.
const legacy = /\$\{(?:[\t\n\f\r ]+[A-Za-z0-9_$]+[\t\n\f\r ]*|[A-Za-z0-9_$]+[\t\n\f\r ]+)\}/g

interface Change {
  /** Where the changed expression ends in the new text. */
  readonly end: number
  /** How many characters have gone up to there. */
  readonly dropped: number
}

/** Turns `${ NAME }` into `${NAME}`, as clusterctl does with templates of its first days. */
export function dropLegacySpaces(original: string): WithoutLegacySpaces {
  if (original.length > MAX_TEXT_LENGTH) throw templateTooLarge(original)
  let text = ''
  let from = 0
  const changes: Change[] = []
  for (const { 0: found, index } of original.matchAll(legacy)) {
    if (changes.length === MAX_EXPRESSIONS) throw tooMany(original, index)
    text += original.slice(from, index) + found.replace(/[\t\n\f\r ]/g, '')
    from = index + found.length
    changes.push({ end: text.length, dropped: from - text.length })
  }
  text += original.slice(from)
  return { text, originalOffset: offset => offset + droppedBefore(changes, offset) }
}

function tooMany(text: string, offset: number): EnvsubstError {
  const reason = `more than ${MAX_EXPRESSIONS} expressions in one text`
  return new EnvsubstError('TOO_MANY_EXPRESSIONS', reason, { text, offset })
}

function droppedBefore(changes: readonly Change[], offset: number): number {
  let low = 0
  let high = changes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((changes[middle]?.end ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return changes[low - 1]?.dropped ?? 0
}
