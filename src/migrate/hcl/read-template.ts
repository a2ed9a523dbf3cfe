import type { Expression, TemplatePart } from './expression.ts'
import { HclError } from './hcl-error.ts'
import { unescapeHeredoc, unescapeQuoted } from './read-quoted.ts'
import type { SourceFile, Span } from './source-file.ts'
import type { SyntaxNode } from './syntax-node.ts'

/** How a template is read: from which file, and how expressions in it are. */
export interface TemplateReading {
  readonly file: SourceFile
  readonly isHeredoc: boolean
  readonly expression: (node: SyntaxNode) => Expression
}

type Piece = SyntaxNode | { readonly start: number; readonly end: number; readonly type: 'text' }

/** Reads what is between the quotes or the marks of a heredoc. The grammar drops spaces, so text is what is between its nodes. */
export function readParts(
  nodes: readonly SyntaxNode[],
  { start, end }: { readonly start: number; readonly end: number },
  reading: TemplateReading,
): readonly TemplatePart[] {
  const kept = nodes.filter(({ type }) => type === 'template_interpolation' || type === 'template_directive')
  const pieces: Piece[] = []
  let at = start
  for (const node of kept) {
    if (node.start > at) pieces.push({ type: 'text', start: at, end: node.start })
    pieces.push(node)
    at = node.end
  }
  if (end > at) pieces.push({ type: 'text', start: at, end })
  const parts = pieces.map(piece => part(piece, reading))
  return trimmed(parts, pieces, reading)
}

function part(piece: Piece, reading: TemplateReading): TemplatePart {
  const span: Span = { file: reading.file, start: piece.start, end: piece.end }
  if (!('children' in piece)) return { kind: 'text', text: textIn(span, reading), ...span }
  if (piece.type === 'template_directive') return directive(piece, reading)
  const inner = piece.children.find(({ type }) => type === 'expression')
  if (!inner) throw new HclError('this interpolation is empty', span)
  return { kind: 'interpolation', value: reading.expression(inner), ...span }
}

function textIn(span: Span, { isHeredoc }: TemplateReading): string {
  const raw = span.file.text.slice(span.start, span.end)
  // HCL reads both line ends, and a heredoc keeps them: YAML takes them for the same.
  if (isHeredoc) return unescapeHeredoc(raw)
  const text = unescapeQuoted(raw)
  if (text === undefined) throw new HclError('this text has an escape that HCL does not know', span)
  return text
}

function directive(node: SyntaxNode, reading: TemplateReading): TemplatePart {
  const [inner] = node.children
  if (inner?.type === 'template_if') return ifPart(inner, reading)
  if (inner?.type === 'template_for') return forPart(inner, reading)
  throw new HclError('this template directive is not known', { file: reading.file, ...boundsOf(node) })
}

function ifPart(node: SyntaxNode, reading: TemplateReading): TemplatePart {
  const span = { file: reading.file, ...boundsOf(node) }
  const intro = node.children.find(({ type }) => type === 'template_if_intro')
  const middle = node.children.find(({ type }) => type === 'template_else_intro')
  const last = node.children.find(({ type }) => type === 'template_if_end')
  const test = intro?.children.find(({ type }) => type === 'expression')
  if (!intro || !last || !test) throw new HclError('this template directive is not complete', span)
  const thenEnd = middle?.start ?? last.start
  const inside = (from: number, to: number) =>
    readParts(
      node.children.filter(child => child.start >= from && child.end <= to),
      { start: from, end: to },
      reading,
    )
  const whenTrue = sided(
    inside(intro.end, thenEnd),
    isStripped(intro, 'end'),
    isStripped(middle ?? last, 'start'),
  )
  const whenFalse = middle
    ? sided(inside(middle.end, last.start), isStripped(middle, 'end'), isStripped(last, 'start'))
    : []
  return { kind: 'if', test: reading.expression(test), whenTrue, whenFalse, ...span }
}

function forPart(node: SyntaxNode, reading: TemplateReading): TemplatePart {
  const span = { file: reading.file, ...boundsOf(node) }
  const intro = node.children.find(({ type }) => type === 'template_for_start')
  const last = node.children.find(({ type }) => type === 'template_for_end')
  const over = intro?.children.find(({ type }) => type === 'expression')
  if (!intro || !last || !over) throw new HclError('this template directive is not complete', span)
  const names = intro.children
    .filter(({ type }) => type === 'identifier')
    .map(({ start, end }) => reading.file.text.slice(start, end))
  const children = node.children.filter(child => child.start >= intro.end && child.end <= last.start)
  const read = readParts(children, { start: intro.end, end: last.start }, reading)
  const body = sided(read, isStripped(intro, 'end'), isStripped(last, 'start'))
  return { kind: 'for', names, over: reading.expression(over), body, ...span }
}

/** Takes the space away on the sides on which a `~` stands. */
function trimmed(
  parts: readonly TemplatePart[],
  pieces: readonly Piece[],
  { isHeredoc }: TemplateReading,
): readonly TemplatePart[] {
  void isHeredoc
  return parts.map((one, index) => {
    if (one.kind !== 'text') return one
    const before = pieces[index - 1]
    const after = pieces[index + 1]
    let { text } = one
    if (before && 'children' in before && isStripped(lastIn(before), 'end')) text = trimStart(text)
    if (after && 'children' in after && isStripped(firstIn(after), 'start')) text = trimEnd(text)
    return { ...one, text }
  })
}

function sided(parts: readonly TemplatePart[], isStart: boolean, isEnd: boolean): readonly TemplatePart[] {
  return parts.map((one, index) => {
    if (one.kind !== 'text') return one
    let { text } = one
    if (isStart && index === 0) text = trimStart(text)
    if (isEnd && index === parts.length - 1) text = trimEnd(text)
    return { ...one, text }
  })
}

// `~` takes all space before it; after it, spaces up to and with one line end, and then more.
function trimStart(text: string): string {
  return text.trimStart()
}

function trimEnd(text: string): string {
  return text.trimEnd()
}

/** The mark that begins a directive or interpolation, however deep it is. */
function firstIn(node: SyntaxNode): SyntaxNode {
  if (node.type === 'template_interpolation') return node
  return node.children[0]?.children[0] ?? node
}

function lastIn(node: SyntaxNode): SyntaxNode {
  if (node.type === 'template_interpolation') return node
  return node.children[0]?.children.at(-1) ?? node
}

function isStripped(node: SyntaxNode, side: 'start' | 'end'): boolean {
  const at = side === 'start' ? node.children[1] : node.children.at(-2)
  return at?.type === 'strip_marker'
}

function boundsOf({ start, end }: SyntaxNode): { readonly start: number; readonly end: number } {
  return { start, end }
}
