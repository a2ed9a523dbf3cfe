import type { Cursor } from './cursor.ts'
import type { EventParser } from './event-parser.ts'

/** How far behind the start of a key its colon may be, in characters. */
const MAX_KEY_LENGTH = 1024

/** Whether the cursor is still on the line of a key, and not too far behind its start. */
export function reachesBackTo(keyStart: number, { text, at, lineStart }: Cursor): boolean {
  if (lineStart > keyStart) return false
  if (at - keyStart <= MAX_KEY_LENGTH) return true
  return at - keyStart <= 2 * MAX_KEY_LENGTH && charactersIn(text.slice(keyStart, at)) <= MAX_KEY_LENGTH
}

// A pair of surrogates is one character.
function charactersIn(text: string): number {
  let count = text.length
  for (let at = 1; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count--
  return count
}

/**
 * The last token outside of brackets that could become a key.
 *
 * Upstream hands no token on before it knows, and so looks at more of what follows a document than one token.
 */
export class PossibleKey {
  #start = -1
  #isInDocument = false
  #isForgotten = false
  #hasInnerKey = false
  #awaited: number | undefined
  readonly #cursor: Cursor
  readonly #parser: EventParser

  constructor(cursor: Cursor, parser: EventParser) {
    this.#cursor = cursor
    this.#parser = parser
  }

  /** Takes the token at the cursor, in brackets or not. */
  take(): void {
    const { at, flowLevel } = this.#cursor
    if (flowLevel === 1) this.#hasInnerKey = true
    if (flowLevel > 0) return
    this.#start = at
    this.#isForgotten = false
    this.#isInDocument = !this.#parser.isComplete
  }

  drop(): void {
    if (this.#cursor.flowLevel === 0) this.#start = -1
  }

  /** Notes that a bracket opens at the cursor, which begins a key at `keyStart`. */
  openBracket(keyStart: number): void {
    if (this.#cursor.flowLevel === 0) this.#hasInnerKey = keyStart !== this.#cursor.at
  }

  // When brackets close in which no key could begin, upstream forgets that they could be one.
  closeBracket(): void {
    if (this.#cursor.flowLevel === 1 && !this.#hasInnerKey) this.#isForgotten = true
  }

  /** What a colon at the cursor, outside of brackets, does to this key. */
  meetColon(): 'nothing' | 'fault' | 'outside' {
    if (!this.#isReachable()) return 'nothing'
    const isOutside = this.#isForgotten || !this.#isInDocument
    this.#start = -1
    return isOutside ? 'outside' : 'fault'
  }

  /** Remembers, when the document is found to be over, what upstream then waits for. */
  noteEnd(): void {
    if (this.#parser.isDone) this.#awaited ??= this.#start
  }

  /** Whether upstream, at the end of the document, still waits to know. */
  get isAwaited(): boolean {
    return this.#start === this.#awaited && !this.#isForgotten && this.#isReachable()
  }

  #isReachable(): boolean {
    return this.#start >= 0 && reachesBackTo(this.#start, this.#cursor)
  }
}
