import { styleText } from 'node:util'
import type { Glyph } from '../../domain/words/state-words.ts'
import type { Io } from '../io/io.ts'
import { type Line, lineText, type Style } from './line.ts'

/** What a terminal can show. */
export interface Theme {
  readonly hasColor: boolean
  readonly isUnicode: boolean
}

/** What the terminal of a command can show: colours as asked for, signs beyond ASCII if the locale is UTF-8. */
export function themeOf({ hasColor, env }: Pick<Io, 'hasColor' | 'env'>): Theme {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(Boolean) ?? ''
  return { hasColor, isUnicode: /utf-?8/i.test(locale) }
}

/** A sign as the terminal can show it. */
export function signOf({ glyph, ascii }: Glyph, { isUnicode }: Theme): string {
  return isUnicode ? glyph : ascii
}

/** The sign at a place where something was cut off. */
export function cutSign(theme: Theme): string {
  return signOf({ glyph: '…', ascii: '~' }, theme)
}

type Format = Parameters<typeof styleText>[0]

// Solid where it is loud: those two differ in lightness from all the rest and from each other.
const formats: Readonly<Record<Exclude<Style, 'plain'>, Format>> = {
  ready: 'green',
  busy: 'cyan',
  quiet: 'dim',
  alert: ['bgYellow', 'black'],
  failed: ['bgRed', 'whiteBright', 'bold'],
  unknown: 'magenta',
  strong: 'bold',
  faint: 'dim',
}

/** A line as it is written to a terminal. */
export function renderLine(line: Line, theme: Theme): string {
  const text = theme.hasColor ? colored(line) : lineText(line)
  // oxlint-disable-next-line no-control-regex -- ASCII, with the escape codes of colours
  return theme.isUnicode ? text : text.replaceAll(/[^\x00-\x7f]/gu, '?')
}

function colored(line: Line): string {
  return line
    .map(({ text, style }) =>
      style === 'plain' || text.trim() === ''
        ? text
        : styleText(formats[style], text, { validateStream: false }),
    )
    .join('')
    .trimEnd()
}
