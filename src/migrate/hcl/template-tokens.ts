import type { HclExpression, TemplatePart } from './expression.ts'
import { HclError } from './hcl-error.ts'
import { unescapeHeredoc, unescapeQuoted } from './read-quoted.ts'
import type { SourceFile, HclSpan } from './source-file.ts'
import type { SyntaxNode } from './syntax-node.ts'

/** How a template is read: from which file, and how expressions in it are. */
export interface TemplateReading {
  readonly file: SourceFile
  readonly isHeredoc: boolean
  readonly expression: (node: SyntaxNode) => HclExpression
}

/** A piece of a template, as HCL itself divides it: text line by line, and what is between braces. */
export type TemplateToken = TextToken | MarkToken

interface TextToken extends HclSpan {
  readonly kind: 'text'
  text: string
}

/** An interpolation, or one mark of a directive. */
interface MarkToken extends HclSpan {
  readonly kind: 'mark'
  readonly node: SyntaxNode
}

const marks: ReadonlySet<string> = new Set([
  'template_interpolation',
  'template_if_intro',
  'template_else_intro',
  'template_if_end',
  'template_for_start',
  'template_for_end',
])

/** Divides what is between the quotes, or the marks of a heredoc. The grammar drops spaces, so text is what is between its nodes. */
export function templateTokens(
  nodes: readonly SyntaxNode[],
  { start, end }: { readonly start: number; readonly end: number },
  reading: TemplateReading,
): readonly TemplateToken[] {
  const tokens: TemplateToken[] = []
  let at = start
  const textUntil = (to: number) => {
    if (to > at) tokens.push(...textTokens({ file: reading.file, start: at, end: to }, reading))
  }
  for (const node of marksIn(nodes)) {
    textUntil(node.start)
    tokens.push({ kind: 'mark', node, file: reading.file, start: node.start, end: node.end })
    at = node.end
  }
  textUntil(end)
  strip(tokens)
  return tokens
}

function marksIn(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return nodes.flatMap(node => (marks.has(node.type) ? [node] : marksInside(node)))
}

function marksInside({ type, children }: SyntaxNode): readonly SyntaxNode[] {
  return type.startsWith('template_') && type !== 'template_literal' ? marksIn(children) : []
}

function textTokens(span: HclSpan, { isHeredoc }: TemplateReading): readonly TextToken[] {
  const raw = span.file.text.slice(span.start, span.end)
  if (isHeredoc) {
    return raw.split(/(?<=\n)/).map(line => ({ ...span, kind: 'text', text: unescapeHeredoc(line) }))
  }
  const text = unescapeQuoted(raw)
  if (text === undefined) throw new HclError('this text has an escape that HCL does not know', span)
  return [{ kind: 'text', text, ...span }]
}

// A `~` takes the space of the text beside it: to the end of the line, as each line is a text of its own.
function strip(tokens: readonly TemplateToken[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'mark') continue
    const [before, after] = [tokens[index - 1], tokens[index + 1]]
    if (before?.kind === 'text' && token.node.children[1]?.type === 'strip_marker') {
      before.text = before.text.trimEnd()
    }
    if (after?.kind === 'text' && token.node.children.at(-2)?.type === 'strip_marker') {
      after.text = after.text.trimStart()
    }
  }
}

/** Takes the indentation away that all lines share, as `<<-` does. What `~` took counts as gone. */
export function outdent(tokens: readonly TemplateToken[]): void {
  const lines: TextToken[] = []
  let indent = Infinity
  let isLineStart = true
  for (const token of tokens) {
    if (isLineStart && !(token.kind === 'text' && isBlankLine(token.text))) {
      indent = Math.min(indent, token.kind === 'text' ? indentOf(token.text) : 0)
      if (token.kind === 'text') lines.push(token)
    }
    isLineStart = token.kind === 'text' && token.text.endsWith('\n')
  }
  for (const line of lines) line.text = line.text.slice(indent)
}

function isBlankLine(text: string): boolean {
  return text.trim() === '' && text.endsWith('\n')
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length
}

/** Puts tokens together as parts: what is between the marks of a directive is inside of it. */
export function templateParts(
  tokens: readonly TemplateToken[],
  reading: TemplateReading,
): readonly TemplatePart[] {
  const state = { at: 0 }
  const parts = partsUntil(new Set(), { tokens, reading, state })
  const rest = tokens[state.at]
  if (rest) throw new HclError('this template directive has no beginning', rest)
  return parts
}

interface Parsing {
  readonly tokens: readonly TemplateToken[]
  readonly reading: TemplateReading
  readonly state: { at: number }
}

function partsUntil(ends: ReadonlySet<string>, parsing: Parsing): readonly TemplatePart[] {
  const { tokens, state } = parsing
  const parts: TemplatePart[] = []
  for (let token = tokens[state.at]; token; token = tokens[state.at]) {
    if (token.kind === 'mark' && ends.has(token.node.type)) break
    state.at += 1
    if (token.kind === 'text') {
      if (token.text !== '') parts.push(token)
    } else parts.push(markPart(token, parsing))
  }
  return parts
}

function markPart(token: MarkToken, parsing: Parsing): TemplatePart {
  const { reading } = parsing
  const { node, file, start } = token
  const inner = node.children.find(({ type }) => type === 'expression')
  if (!inner) throw new HclError('this template is not complete', token)
  const value = reading.expression(inner)
  if (node.type === 'template_interpolation')
    return { kind: 'interpolation', value, file, start, end: node.end }
  if (node.type === 'template_if_intro') {
    const whenTrue = partsUntil(new Set(['template_else_intro', 'template_if_end']), parsing)
    const isElse = closing(token, parsing).type === 'template_else_intro'
    const whenFalse = isElse ? partsUntil(new Set(['template_if_end']), parsing) : []
    const last = isElse ? closing(token, parsing) : node
    return { kind: 'if', test: value, whenTrue, whenFalse, file, start, end: last.end }
  }
  const names = node.children
    .filter(({ type }) => type === 'identifier')
    .map(one => file.text.slice(one.start, one.end))
  const body = partsUntil(new Set(['template_for_end']), parsing)
  return { kind: 'for', names, over: value, body, file, start, end: closing(token, parsing).end }
}

/** The mark that ends what a directive has begun. */
function closing(open: MarkToken, { tokens, state }: Parsing): SyntaxNode {
  const token = tokens[state.at]
  if (token?.kind !== 'mark') throw new HclError('this template directive does not end', open)
  state.at += 1
  return token.node
}
