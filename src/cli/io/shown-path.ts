import { escapeAsGo, quoteAsGo } from '../../domain/text/quote-as-go.ts'

/** A path or address as messages show it: bare, and quoted where it would break the line or trick the terminal. */
export function shownPath(path: string): string {
  return path === '' || escapeAsGo(path) !== path ? quoteAsGo(path) : path
}
