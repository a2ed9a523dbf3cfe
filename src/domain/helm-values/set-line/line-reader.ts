import { MAX_LINE_VALUES } from './fault-words.ts'

/** What was read, and the character that ended it; undefined when the line ended first. */
export interface Run {
  readonly text: string
  readonly stop: string | undefined
}

const BACKSLASH = 0x5c

/** A set of ASCII characters: a look into a table, for every character of what may be a megabyte. */
export type Stops = Readonly<Uint8Array>

/** Makes a set of the characters of `chars`. */
export function stopsAt(chars: string): Stops {
  const table = new Uint8Array(128)
  for (let at = 0; at < chars.length; at++) table[chars.charCodeAt(at)] = 1
  return table
}

/** Reads a line from left to right. With `escapes`, a backslash takes the next character as it is. */
export class LineReader {
  readonly #line: string
  readonly #escapes: boolean
  #offset = 0
  #valuesLeft = MAX_LINE_VALUES

  constructor(line: string, { escapes }: { readonly escapes: boolean }) {
    this.#line = line
    this.#escapes = escapes
  }

  get line(): string {
    return this.#line
  }

  get offset(): number {
    return this.#offset
  }

  /** The next character, without taking it; undefined at the end. */
  peek(): string | undefined {
    return this.#line[this.#offset]
  }

  /** Goes on at `offset`. */
  moveTo(offset: number): void {
    this.#offset = offset
  }

  /** Takes everything before the next of `stops`, and the stop itself. A backslash at the very end is dropped. */
  until(stops: Stops): Run {
    let text = ''
    let from = this.#offset
    for (let at = from; at < this.#line.length; at++) {
      const code = this.#line.charCodeAt(at)
      if (stops[code]) {
        this.#offset = at + 1
        return { text: text + this.#line.slice(from, at), stop: this.#line.charAt(at) }
      }
      if (code !== BACKSLASH || !this.#escapes) continue
      text += this.#line.slice(from, at)
      from = ++at
    }
    this.#offset = this.#line.length
    return { text: text + this.#line.slice(from), stop: undefined }
  }

  /** Counts a value, and says whether there may be so many. */
  countValue(): boolean {
    return --this.#valuesLeft >= 0
  }

  /** Takes everything that is left. */
  rest(): string {
    const text = this.#line.slice(this.#offset)
    this.#offset = this.#line.length
    return text
  }
}
