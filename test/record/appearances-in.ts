import { type Line, type Style } from '../../src/cli/terminal/line.ts'
import { textWidth } from '../../src/cli/terminal/text-width.ts'

/** A piece of text at its place on the screen. */
interface Cell {
  readonly row: number
  readonly column: number
  readonly text: string
  readonly style: Style
}

/** The pieces of a screen. Blanks that part them are left out. */
function cellsIn(lines: readonly Line[]): readonly Cell[] {
  return lines.flatMap((line, row) => {
    let column = 0
    return line.flatMap(({ text, style }) => {
      const start = column
      column += textWidth(text)
      return [...text.matchAll(/\S+(?: \S+)*/gu)].map(({ 0: piece, index }) => ({
        row,
        column: start + textWidth(text.slice(0, index)),
        text: piece,
        style,
      }))
    })
  })
}

/** A piece, and the frames that it is seen in: from the first up to but not including the last. */
export interface Appearance extends Cell {
  readonly from: number
  readonly to: number
}

/** Joins what stays the same from frame to frame. */
export function appearancesIn(screens: readonly (readonly Line[])[]): readonly Appearance[] {
  const over: Appearance[] = []
  let open = new Map<string, Appearance>()
  screens.forEach((lines, frame) => {
    const next = new Map<string, Appearance>()
    for (const cell of cellsIn(lines)) {
      const key = `${cell.row} ${cell.column} ${cell.style} ${cell.text}`
      next.set(key, { ...cell, from: open.get(key)?.from ?? frame, to: frame + 1 })
    }
    over.push(...[...open].filter(([key]) => !next.has(key)).map(([, appearance]) => appearance))
    open = next
  })
  return [...over, ...open.values()]
}
