import type { Key } from '../../src/cli/terminal/keys.ts'
import { SampleScreen } from './sample-screen.ts'
import { ENTER_SCREEN, LEAVE_SCREEN } from '../../src/cli/terminal/screen.ts'
import type { Listener, TerminalSize, Terminal } from '../../src/cli/terminal/terminal.ts'

/** For tests: a terminal in memory, with a screen to look at and keys to press. */
export class SampleTerminal implements Terminal {
  readonly screen = new SampleScreen()
  isInterrupted = false
  #size: TerminalSize
  #listener: Listener | undefined

  constructor(size: TerminalSize = { columns: 100, rows: 30 }) {
    this.#size = size
  }

  readonly size = (): TerminalSize => this.#size

  readonly write = (text: string): void => this.screen.feed(text)

  readonly open = (listener: Listener): (() => void) => {
    this.#listener = listener
    this.write(ENTER_SCREEN)
    return () => {
      this.#listener = undefined
      this.write(LEAVE_SCREEN)
    }
  }

  readonly interrupt = (): void => {
    this.isInterrupted = true
  }

  /** Whether a program has the screen. */
  get isOpen(): boolean {
    return this.#listener !== undefined
  }

  press(key: Key): void {
    this.#listener?.onKey(key)
  }

  resize(size: TerminalSize): void {
    this.#size = size
    this.#listener?.onResize()
  }

  /** Closes the window. */
  hangUp(): void {
    this.#listener?.onGone()
  }
}
