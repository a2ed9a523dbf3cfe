import type { Size } from '../terminal/terminal.ts'
import { cutSign, type Theme } from '../terminal/theme.ts'

/** What a part of a frame is drawn for. */
export interface Page extends Size {
  readonly theme: Theme
  /** Stands where something was cut off. */
  readonly sign: string
}

/** The page for a screen and what it can show. */
export function pageOf(size: Size, theme: Theme): Page {
  return { ...size, theme, sign: cutSign(theme) }
}
