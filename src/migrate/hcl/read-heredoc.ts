import type { TemplatePart } from './expression.ts'
import { HclError } from './hcl-error.ts'
import { readParts, type TemplateReading } from './read-template.ts'
import type { SyntaxNode } from './syntax-node.ts'

/** Reads `<<MARK … MARK`, or `<<-MARK … MARK`, which loses the indentation that all its lines share. */
export function readHeredoc(node: SyntaxNode, reading: TemplateReading): readonly TemplatePart[] {
  const { text } = reading.file
  const marks = node.children.filter(({ type }) => type === 'heredoc_identifier')
  const [first, last] = [marks[0], marks.at(-1)]
  if (!first || !last || first === last) {
    throw new HclError('this heredoc does not end', { file: reading.file, start: node.start, end: node.end })
  }
  const start = text.indexOf('\n', first.end) + 1
  const end = Math.max(start, text.lastIndexOf('\n', last.start) + 1)
  const isIndented = text.slice(node.start, first.start).includes('-')
  const parts = readParts(node.children, { start, end }, reading)
  return isIndented ? outdented(parts, start) : parts
}

// As Terraform does: only the indentation of literal text at the start of a line counts.
function outdented(parts: readonly TemplatePart[], start: number): readonly TemplatePart[] {
  const indent = Math.min(...lineStarts(parts, start).map(text => /^[ \t]*/.exec(text)?.[0].length ?? 0))
  if (!Number.isFinite(indent) || indent === 0) return parts
  let isAtLineStart = true
  return mapTexts(
    parts,
    text => {
      const lines = text.split(/(?<=\n)/)
      const cut = lines.map((line, index) =>
        index > 0 || isAtLineStart ? line.slice(indentIn(line, indent)) : line,
      )
      isAtLineStart = text.endsWith('\n')
      return cut.join('')
    },
    () => {
      isAtLineStart = false
    },
  )
}

function indentIn(line: string, most: number): number {
  const own = /^[ \t]*/.exec(line)?.[0].length ?? 0
  return Math.min(own, most)
}

/** The texts with which lines begin. An empty line has no say. */
function lineStarts(parts: readonly TemplatePart[], start: number): readonly string[] {
  void start
  const found: string[] = []
  let isAtLineStart = true
  const visit = (text: string) => {
    const lines = text.split(/(?<=\n)/)
    for (const [index, line] of lines.entries()) {
      const begins = index > 0 || isAtLineStart
      if (begins && line.trim() !== '') found.push(line)
      else if (begins && line !== '' && !line.endsWith('\n')) found.push(line)
    }
    isAtLineStart = text.endsWith('\n')
    return text
  }
  mapTexts(parts, visit, () => {
    if (isAtLineStart) found.push('')
    isAtLineStart = false
  })
  return found
}

function mapTexts(
  parts: readonly TemplatePart[],
  change: (text: string) => string,
  pass: () => void,
): readonly TemplatePart[] {
  return parts.map(part => {
    switch (part.kind) {
      case 'text':
        return { ...part, text: change(part.text) }
      case 'interpolation':
        pass()
        return part
      case 'if': {
        const whenTrue = mapTexts(part.whenTrue, change, pass)
        return { ...part, whenTrue, whenFalse: mapTexts(part.whenFalse, change, pass) }
      }
      default:
        return { ...part, body: mapTexts(part.body, change, pass) }
    }
  })
}
