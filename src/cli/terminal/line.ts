import { cutToWidth, plainText, textWidth } from './text-width.ts'
import type { Tone } from '../../domain/words/state-words.ts'

/** How a piece of a line looks. */
export type Style = Tone | 'plain' | 'strong' | 'faint'

/** A piece of a line in one style. */
export interface Span {
  readonly text: string
  readonly style: Style
}

/** One line of a screen, without its end. */
export type Line = readonly Span[]

/** A piece of a line. What is written here may come from anywhere, so it is made harmless. */
export function span(text: string, style: Style = 'plain'): Span {
  return { text: plainText(text), style }
}

/** How many columns a line takes. */
export function lineWidth(line: Line): number {
  return line.reduce((width, { text }) => width + textWidth(text), 0)
}

/** A line that fits into so many columns, cut with a sign where it does not. */
export function cutLine(line: Line, width: number, sign: string): Line {
  const seen = withoutEnd(line)
  if (lineWidth(seen) <= width) return seen
  const cut: Span[] = []
  let room = width
  for (const { text, style } of seen) {
    const isLast = textWidth(text) >= room
    // The sign stands for all that follows, too.
    const kept = isLast ? cutToWidth(`${text}${sign}`, room, sign) : text
    if (kept !== '') cut.push({ text: kept, style })
    room -= textWidth(kept)
    if (isLast) break
  }
  return cut
}

/** The words of a line in as many lines of so many columns as they take; what follows the first is indented. A longer word stays whole. */
export function wrapLine(line: Line, width: number, indent: string): readonly Line[] {
  const lines: Span[][] = [[]]
  let used = 0
  for (const { text, style } of line) {
    for (const [piece] of text.matchAll(/\s*\S+|\s+$/gu)) {
      const isOver = used > 0 && used + textWidth(piece) > width && piece.trim() !== ''
      const kept = isOver ? `${indent}${piece.trimStart()}` : piece
      if (isOver) lines.push([])
      lines.at(-1)?.push({ text: kept, style })
      used = (isOver ? 0 : used) + textWidth(kept)
    }
  }
  return lines.map(joined)
}

// Pieces of one style that stand side by side are one.
function joined(spans: readonly Span[]): Line {
  const line: Span[] = []
  for (const { text, style } of spans) {
    const last = line.at(-1)
    if (last?.style === style) line[line.length - 1] = { text: last.text + text, style }
    else line.push({ text, style })
  }
  return line
}

// Blanks at the end are nothing that could be missing.
function withoutEnd(line: Line): Line {
  return line.slice(0, line.findLastIndex(({ text }) => text.trim() !== '') + 1)
}

/** A cell of a table: pieces in just so many columns. */
export function cell(pieces: Line, width: number, sign: string): Line {
  const line = cutLine(pieces, width, sign)
  const missing = width - lineWidth(line)
  return missing > 0 ? [...line, span(' '.repeat(missing))] : line
}

/** A line as text alone, without blanks at its end. */
export function lineText(line: Line): string {
  return line
    .map(({ text }) => text)
    .join('')
    .trimEnd()
}
