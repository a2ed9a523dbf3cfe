import { BreakRun } from './break-run.ts'
import { BLANK, BREAK, END, isDigit } from './characters.ts'
import type { Cursor } from './cursor.ts'

const SPACE = 0x20
const TAB = 0x09
const HASH = 0x23
const PLUS = 0x2b
const DASH = 0x2d

/** Goes line by line through a block scalar, whose indentation it finds out. */
export class BlockLines {
  /** The break behind the last line that was taken, and the empty lines that follow. */
  lineBreak = ''
  emptyLines = ''
  readonly #cursor: Cursor
  readonly #start: number
  /** What becomes of the breaks at the end: those of empty lines, too, or only one, or none. */
  #chomping: 'clip' | 'keep' | 'strip' = 'clip'
  #indent = 0

  constructor(cursor: Cursor) {
    this.#cursor = cursor
    this.#start = cursor.at++
    this.#takeHeader()
    this.#takeEmptyLines()
  }

  get hasLine(): boolean {
    return this.#cursor.column === this.#indent && this.#cursor.classHere() !== END
  }

  /** Returns the line without indentation and break. */
  takeLine(): string {
    const cursor = this.#cursor
    const from = cursor.at
    cursor.skipLine()
    const line = cursor.text.slice(from, cursor.at)
    this.lineBreak = cursor.classHere() === BREAK ? cursor.takeBreak() : ''
    this.#takeEmptyLines()
    return line
  }

  /** What follows the last line. */
  get tail(): string {
    if (this.#chomping === 'strip') return ''
    return this.#chomping === 'keep' ? this.lineBreak + this.emptyLines : this.lineBreak
  }

  /** Reads what stands behind the `|` or `>`, to the end of the line. */
  #takeHeader(): void {
    const cursor = this.#cursor
    const hasChomping = this.#takeChomping()
    const hasIndentation = this.#takeIndentation()
    if (hasIndentation && !hasChomping) this.#takeChomping()
    while (cursor.classHere() === BLANK) cursor.at++
    if (cursor.text.charCodeAt(cursor.at) === HASH) cursor.skipLine()
    const found = cursor.classHere()
    if ((found & (BREAK | END)) === 0) throw cursor.error('SYNTAX', 'text after the start of a block scalar')
    if (found === BREAK) cursor.takeBreak()
  }

  #takeChomping(): boolean {
    const code = this.#cursor.text.charCodeAt(this.#cursor.at)
    if (code !== PLUS && code !== DASH) return false
    this.#cursor.at++
    this.#chomping = code === PLUS ? 'keep' : 'strip'
    return true
  }

  #takeIndentation(): boolean {
    const cursor = this.#cursor
    const code = cursor.text.charCodeAt(cursor.at)
    if (!isDigit(code)) return false
    const increment = code - 0x30
    if (increment === 0) throw cursor.error('SYNTAX', 'a block scalar with an indentation of 0')
    cursor.at++
    this.#indent = Math.max(cursor.indent, 0) + increment
    return true
  }

  /** Goes over indentation and empty lines. The first time, they show the indentation of the scalar. */
  #takeEmptyLines(): void {
    const cursor = this.#cursor
    cursor.scalarEnd = cursor.at
    this.#skipIndentation()
    const widest = cursor.column
    this.emptyLines = ''
    if (cursor.classHere() === BREAK) this.#takeMoreEmptyLines(widest)
    else if (this.#indent === 0) this.#setIndent(widest)
  }

  #takeMoreEmptyLines(firstColumn: number): void {
    const cursor = this.#cursor
    const breaks = new BreakRun()
    let widest = firstColumn
    while (cursor.classHere() === BREAK) {
      breaks.add(cursor.takeBreak())
      cursor.scalarEnd = cursor.at
      this.#skipIndentation()
      widest = Math.max(widest, cursor.column)
    }
    this.emptyLines = breaks.text
    if (this.#indent === 0) this.#setIndent(widest)
  }

  #setIndent(widest: number): void {
    this.#indent = Math.max(widest, this.#cursor.indent + 1, 1)
  }

  #skipIndentation(): void {
    const cursor = this.#cursor
    const { text } = cursor
    const limit = this.#indent === 0 ? Infinity : cursor.lineStart + this.#indent
    let { at } = cursor
    while (at < limit && text.charCodeAt(at) === SPACE) at++
    cursor.at = at
    if (at >= limit || text.charCodeAt(at) !== TAB) return
    throw cursor.error('SYNTAX', 'a tab in the indentation, where only spaces are allowed', this.#start)
  }
}
