import { fold } from './break-run.ts'
import { BlockLines } from './block-lines.ts'
import { BLANK, classOf } from './characters.ts'
import type { Cursor } from './cursor.ts'
import { joinIfMany } from './join-if-many.ts'

/** Reads a literal scalar; the cursor is at the `|` and ends at what follows the last line. */
export function scanLiteral(cursor: Cursor): string {
  const lines = new BlockLines(cursor)
  const parts: string[] = []
  while (lines.hasLine) {
    parts.push(lines.lineBreak, lines.emptyLines, lines.takeLine())
    joinIfMany(parts)
  }
  return parts.join('') + lines.tail
}

/** Reads a folded scalar; the cursor is at the `>` and ends at what follows the last line. */
export function scanFolded(cursor: Cursor): string {
  const lines = new BlockLines(cursor)
  const parts: string[] = []
  let wasIndented = false
  while (lines.hasLine) {
    const isIndented = classOf(cursor.text.charCodeAt(cursor.at)) === BLANK
    const { lineBreak, emptyLines } = lines
    const folds = lineBreak === '\n' && !wasIndented && !isIndented
    parts.push(folds ? fold(lineBreak, emptyLines) : lineBreak + emptyLines, lines.takeLine())
    joinIfMany(parts)
    wasIndented = isIndented
  }
  return parts.join('') + lines.tail
}
