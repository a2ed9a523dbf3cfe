import type { Cursor } from './cursor.ts'
import type { EventParser } from './event-parser.ts'
import { BLOCK_END } from './tokens.ts'

/** The columns of the block collections that are open. */
export class BlockColumns {
  readonly #cursor: Cursor
  readonly #parser: EventParser
  readonly #outer: number[] = []

  constructor(cursor: Cursor, parser: EventParser) {
    this.#cursor = cursor
    this.#parser = parser
  }

  /** Opens a block collection at `start` if that is deeper than the innermost one. In brackets there are none. */
  open(start: number, kind: number): void {
    const cursor = this.#cursor
    const column = start - cursor.lineStart
    if (cursor.flowLevel > 0 || cursor.indent >= column) return
    this.#outer.push(cursor.indent)
    cursor.indent = column
    this.#parser.token(kind, start)
  }

  /** Closes the block collections that are deeper than a column. */
  close(column: number): void {
    const cursor = this.#cursor
    while (cursor.flowLevel === 0 && cursor.indent > column) {
      this.#parser.token(BLOCK_END, cursor.at)
      cursor.indent = this.#outer.pop() ?? -1
    }
  }
}
