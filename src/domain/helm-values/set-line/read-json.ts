import { type DraftValue, type DraftValues, setKey } from '../copy-values.ts'

/** How deep JSON may be nested. Go allows ten times as much. */
const MAX_JSON_DEPTH = 1000

/** The JSON value that begins at an offset, and the offset behind it; or where it stops being JSON, or is too much. */
export type JsonReading =
  | { readonly ok: true; readonly value: DraftValue; readonly end: number }
  | { readonly ok: false; readonly offset: number; readonly isTooMany?: true }

type Open =
  | { readonly kind: 'list'; readonly list: DraftValue[] }
  | { readonly kind: 'map'; readonly map: DraftValues; key: string }

/**
 * Reads one JSON value as Go's decoder does, and lets anything follow it.
 *
 * Numbers are floating point, so long ones lose digits, as they do in Helm; one that is too large is refused. `mayHave`
 * is asked for every value and every list or map.
 */
export function readJson(text: string, offset: number, mayHave: () => boolean): JsonReading {
  return new JsonReader(text, offset).read(mayHave)
}

class JsonReader {
  readonly #text: string
  readonly #open: Open[] = []
  #at: number

  constructor(text: string, offset: number) {
    this.#text = text
    this.#at = offset
  }

  // A stack of our own instead of recursion: brackets alone must not exhaust the real one.
  read(mayHave: () => boolean): JsonReading {
    for (;;) {
      if (!mayHave()) return { ok: false, offset: this.#at, isTooMany: true }
      this.#skipSpace()
      const begun = this.#begin()
      if (begun === 'bad') return { ok: false, offset: this.#at }
      if (begun === 'opened') continue
      const closed = this.#finish(begun.value)
      if (closed === 'bad') return { ok: false, offset: this.#at }
      if (closed !== 'more') return { ok: true, value: closed.value, end: this.#at }
    }
  }

  /** Reads a scalar or an empty container whole; of any other container the opening, up to its first value. */
  #begin(): { readonly value: DraftValue } | 'opened' | 'bad' {
    const char = this.#text[this.#at]
    if (char !== '[' && char !== '{') return this.#scalar()
    if (this.#open.length >= MAX_JSON_DEPTH) return 'bad'
    this.#at++
    this.#skipSpace()
    if (this.#take(char === '[' ? ']' : '}')) return { value: char === '[' ? [] : {} }
    if (char === '[') {
      this.#open.push({ kind: 'list', list: [] })
      return 'opened'
    }
    const key = this.#key()
    if (key === undefined) return 'bad'
    this.#open.push({ kind: 'map', map: {}, key })
    return 'opened'
  }

  /** Puts a value where it belongs and closes whatever ends behind it. */
  #finish(finished: DraftValue): { readonly value: DraftValue } | 'more' | 'bad' {
    let value = finished
    for (let open = this.#open.at(-1); open; open = this.#open.at(-1)) {
      if (open.kind === 'list') open.list.push(value)
      else setKey(open.map, open.key, value)
      this.#skipSpace()
      if (this.#take(',')) return this.#goOn(open)
      if (!this.#take(open.kind === 'list' ? ']' : '}')) return 'bad'
      value = open.kind === 'list' ? open.list : open.map
      this.#open.pop()
    }
    return { value }
  }

  #goOn(open: Open): 'more' | 'bad' {
    if (open.kind === 'list') return 'more'
    this.#skipSpace()
    const key = this.#key()
    if (key === undefined) return 'bad'
    open.key = key
    return 'more'
  }

  #key(): string | undefined {
    const key = this.#string()
    if (key === undefined) return undefined
    this.#skipSpace()
    return this.#take(':') ? key : undefined
  }

  #scalar(): { readonly value: DraftValue } | 'bad' {
    for (const [word, value] of [
      ['null', null],
      ['true', true],
      ['false', false],
    ] as const) {
      if (this.#take(word)) return { value }
    }
    const value = this.#text[this.#at] === '"' ? this.#string() : this.#number()
    return value === undefined ? 'bad' : { value }
  }

  #string(): string | undefined {
    if (this.#text[this.#at] !== '"') return undefined
    let end = this.#at + 1
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1
    try {
      const string: unknown = JSON.parse(this.#text.slice(this.#at, end + 1))
      this.#at = end + 1
      // Half of a pair is no character: Go puts the replacement character in its place.
      return typeof string === 'string' ? string.replace(/\p{Surrogate}/gu, '\ufffd') : undefined
    } catch {
      return undefined
    }
  }

  #number(): number | undefined {
    const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y
    number.lastIndex = this.#at
    const [digits, fraction, exponent] = number.exec(this.#text) ?? []
    if (digits === undefined) return undefined
    const next = this.#text[this.#at + digits.length]
    const isCutOff =
      exponent === undefined && (next === 'e' || next === 'E' || (next === '.' && fraction === undefined))
    const value = Number(digits)
    if (isCutOff || !Number.isFinite(value)) return undefined
    this.#at += digits.length
    return value
  }

  #take(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false
    this.#at += word.length
    return true
  }

  #skipSpace(): void {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? '.')) this.#at++
  }
}
