import type { TerminalSize } from '../terminal/terminal.ts'
import { cutSign, type Theme } from '../terminal/theme.ts'

/** What a part of a frame is drawn for. */
export interface TextPage extends TerminalSize {
  readonly theme: Theme
  /** Stands where something was cut off. */
  readonly sign: string
}

/** The page for a screen and what it can show. */
export function pageOf(size: TerminalSize, theme: Theme): TextPage {
  return { ...size, theme, sign: cutSign(theme) }
}
