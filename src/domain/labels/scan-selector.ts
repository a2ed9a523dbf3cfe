import { quoteAsGo } from '../text/quote-as-go.ts'
import { positionAt } from '../yaml/position.ts'
import { SelectorError, type SelectorErrorCode } from './selector-error.ts'

/** A piece of the text of a selector. `in` and `notin` are words: only their place makes them operators. */
export interface Token {
  readonly kind: 'word' | 'sign' | 'end'
  readonly text: string
  readonly offset: number
}

/** Selectors travel in addresses, which servers cut far below this; reading one this long takes milliseconds. */
const MAX_LENGTH = 64 * 1024
const MAX_QUOTED = 100

/** Takes the text of a selector apart. But for its length, nothing is refused here; the last token is always the end. */
export function scanSelector(text: string): Tokens {
  const tokens: Token[] = []
  if (text.length > MAX_LENGTH) {
    const cause = `it is longer than ${MAX_LENGTH} characters`
    throw new Tokens(text, tokens).error('SELECTOR_TOO_LONG', cause, {
      kind: 'end',
      text: '',
      offset: MAX_LENGTH,
    })
  }
  // As in Kubernetes, a zero byte ends the text, except right behind a word or sign, where it is skipped.
  const piece = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^ \t\r\n=!(),<>\0]+))/y
  for (let match = piece.exec(text); match; match = piece.exec(text)) {
    const [, sign, word = ''] = match
    const token = sign ?? word
    tokens.push({
      kind: sign === undefined ? 'word' : 'sign',
      text: token,
      offset: piece.lastIndex - token.length,
    })
    if (text[piece.lastIndex] === '\0') piece.lastIndex++
  }
  const last = tokens.at(-1)
  const end: Token = { kind: 'end', text: '', offset: last ? last.offset + last.text.length : 0 }
  return new Tokens(text, [...tokens, end])
}

/** Tokens, and the place that was reached in them. */
export class Tokens {
  readonly #text: string
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text
    this.#tokens = tokens
  }

  /** The next token. The end is never passed, however often it is taken. */
  peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', offset: this.#text.length }
  }

  take(): Token {
    const token = this.peek()
    this.#next++
    return token
  }

  /** The error for `token`, which names the text that it stands in. */
  error(code: SelectorErrorCode, cause: string, token: Token): SelectorError {
    const given = this.#text.length > MAX_QUOTED ? `${this.#text.slice(0, MAX_QUOTED)}…` : this.#text
    return new SelectorError(
      code,
      `cannot parse selector ${quoteAsGo(given)}: ${cause}`,
      positionAt(this.#text, token.offset),
    )
  }
}
