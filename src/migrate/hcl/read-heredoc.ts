import type { TemplatePart } from './expression.ts'
import { HclError } from './hcl-error.ts'
import type { SyntaxNode } from './syntax-node.ts'
import { outdent, templateParts, templateTokens, type TemplateReading } from './template-tokens.ts'

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
  const tokens = templateTokens(node.children, { start, end }, reading)
  if (text.slice(node.start, first.start).includes('-')) outdent(tokens)
  return templateParts(tokens, reading)
}
