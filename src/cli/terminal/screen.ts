import type { TerminalSize, Terminal } from './terminal.ts'

const ESC = '\u001B['

/** Goes to a screen of its own, without a cursor, on which long lines are cut and not wrapped. */
export const ENTER_SCREEN = `${ESC}?1049h${ESC}?25l${ESC}?7l${ESC}2J`

/** Undoes all that `ENTER_SCREEN` did, and colours. */
export const LEAVE_SCREEN = `${ESC}0m${ESC}?7h${ESC}?25h${ESC}?1049l`

/** What was drawn last. */
interface Drawn extends TerminalSize {
  readonly lines: readonly string[]
}

/** A screen that is drawn as a whole, and writes only the lines that became different. */
export class Screen {
  readonly #terminal: Pick<Terminal, 'size' | 'write'>
  #drawn: Drawn | undefined

  constructor(terminal: Pick<Terminal, 'size' | 'write'>) {
    this.#terminal = terminal
  }

  /** Shows these lines, and nothing below them. */
  draw(lines: readonly string[]): void {
    const now = { ...this.#terminal.size(), lines }
    const text = repaint(this.#drawn, now)
    this.#drawn = now
    if (text !== '') this.#terminal.write(text)
  }
}

/** What to write so that a screen shows `after`, if it shows `before` now. */
function repaint(before: Drawn | undefined, after: Drawn): string {
  const isSame = before?.columns === after.columns && before.rows === after.rows
  const old = isSame ? before.lines : []
  const changes = Array.from({ length: after.rows }, (_, row) => {
    const line = after.lines[row] ?? ''
    return line === (old[row] ?? '') ? '' : `${ESC}${row + 1};1H${ESC}0m${line}${ESC}K`
  })
  return `${isSame ? '' : `${ESC}2J`}${changes.join('')}`
}
