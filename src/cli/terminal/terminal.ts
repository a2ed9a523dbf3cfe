import type { Key } from './keys.ts'

/** How large a screen is, in characters. */
export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

/** What a program wants to hear of while it has the screen. */
export interface Listener {
  readonly onKey: (key: Key) => void
  readonly onResize: () => void
  /** Nobody is there any more: the window was closed. */
  readonly onGone: () => void
}

/** A screen and a keyboard. */
export interface Terminal {
  readonly size: () => TerminalSize
  readonly write: (text: string) => void
  /** Takes the whole screen; returns how to give it back as it was. */
  readonly open: (listener: Listener) => () => void
  /** Ends the program as Ctrl-C does, so that a shell loop around it ends, too. */
  readonly interrupt: () => void
}
