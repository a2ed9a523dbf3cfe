import { withoutBrackets } from '../../refusal/without-brackets.ts'
import type { CauseReason } from '../../cause-reason.ts'
import type { Why } from '../../why.ts'

/**
 * Words of a controller of Flux that are known to mean something.
 *
 * `{name}` in a text stands for what the words name, as a group of `words`, or for what is known of the object.
 */
export interface FluxWords {
  /** As the controller says it, in the version that the lab builds. */
  readonly example: string
  readonly words: RegExp
  /** If it means this for these kinds only. `HelmRepository/oci` is one of this type. */
  readonly kinds?: readonly string[]
  /** `user`: about the HelmRelease that a HelmChart was made for, as nobody writes such a HelmChart. */
  readonly about?: 'user'
  /** Goes on after the name of the object. */
  readonly sentence: string
  readonly advice: string
  /** Lines for the object, if they are all that it takes. */
  readonly patch?: string
  /** If it is another one than for most failures of the object. */
  readonly reason?: CauseReason
  readonly actor?: Why['actor']
}

/** What is known of an object, and of the words about it, by name. */
export type Values = Readonly<Record<string, string>>

/** Words that were found, and what they name. */
export interface Meaning {
  readonly found: FluxWords
  readonly named: Values
  /** The message from where they begin: what came before may be long. */
  readonly words: string
}

/** Finds the first entry that fits a message about an object of a kind; undefined for words that are not known. */
export function readWords(message: string, known: readonly FluxWords[], kind: string): Meaning | undefined {
  const text = message.slice(0, MAX_READ)
  for (const found of known) {
    if (found.kinds && !found.kinds.includes(kind)) continue
    const match = found.words.exec(text)
    if (match) return { found, named: namedBy(match), words: text.slice(match.index) }
  }
  return undefined
}

const MAX_READ = 3000

function namedBy({ groups = {} }: RegExpExecArray): Values {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([name, value]) => (value === undefined ? [] : [[name, value.trim()]])),
  )
}

/** Puts values into a text. What is not known stays out of it. */
export function fill(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : '',
  )
}

/** The innermost words of an error that is made of others, as far as they fit: Go writes `what: why: why of that`. */
export function innermost(message: string, room: number): string {
  let rest = message.trim().replaceAll(/\s+/g, ' ')
  while (rest.length > room) {
    const next = rest.indexOf(': ')
    if (next < 0 || rest.length - next - 2 < MIN_WORDS) break
    rest = rest.slice(next + 2)
  }
  return withoutBrackets(rest)
}

// Fewer letters than this tell nothing by themselves, as `EOF`.
const MIN_WORDS = 12
