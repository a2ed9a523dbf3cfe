import type { HclAttribute, Block, Body } from './body.ts'
import { HclError } from './hcl-error.ts'
import { readExpression } from './read-expression.ts'
import type { SourceFile } from './source-file.ts'
import type { ParseHcl, SyntaxNode } from './syntax-node.ts'

/** Blocks of Terraform are at most a few levels deep. */
const MAX_BLOCK_DEPTH = 50

/** Marks of what only Terraform knows: see holes. No text may have them, and no text does: Unicode gives them to nobody. */
const reserved = /[\uFDD0\uFDD1]/

/** Reads a text of HCL. Throws an HclError at the first place that is none. */
export function readHcl(file: SourceFile, parse: ParseHcl): Body {
  const mark = reserved.exec(file.text)
  if (mark) throw new HclError('this character is no text', { file, start: mark.index, end: mark.index + 1 })
  const root = parse(file.text)
  const broken = firstBroken(root)
  if (broken) throw new HclError('this is not valid HCL', { file, start: broken.start, end: broken.end })
  // The grammar also takes the object that a file of JSON is.
  const other = root.children.find(({ type }) => type !== 'body' && type !== 'comment')
  if (other) throw new HclError('this is not valid HCL', { file, start: other.start, end: other.end })
  const body = root.children.find(({ type }) => type === 'body')
  return body ? readBody(body, file, 0) : { attributes: [], blocks: [] }
}

// By hand, because a broken text can be nested as deep as it is long.
function firstBroken(root: SyntaxNode): SyntaxNode | undefined {
  const left: SyntaxNode[] = [root]
  let found: SyntaxNode | undefined
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.isBroken && node !== root && (!found || node.start < found.start)) found = node
    // One by one: as arguments of one call they would be too many.
    for (const child of node.children) left.push(child)
  }
  return found ?? (root.isBroken ? root : undefined)
}

function readBody(node: SyntaxNode, file: SourceFile, depth: number): Body {
  if (depth > MAX_BLOCK_DEPTH) {
    throw new HclError('this is nested too deeply', { file, start: node.start, end: node.end })
  }
  return {
    attributes: node.children.filter(({ type }) => type === 'attribute').map(one => readAttribute(one, file)),
    blocks: node.children.filter(({ type }) => type === 'block').map(one => readBlock(one, file, depth)),
  }
}

function readAttribute(node: SyntaxNode, file: SourceFile): HclAttribute {
  const [name] = node.children
  const value = node.children.find(({ type }) => type === 'expression')
  const span = { file, start: node.start, end: node.end }
  if (!name || !value) throw new HclError('this attribute has no value', span)
  return { name: file.text.slice(name.start, name.end), value: readExpression(value, file), ...span }
}

function readBlock(node: SyntaxNode, file: SourceFile, depth: number): Block {
  const names = node.children.filter(({ type }) => type === 'identifier' || type === 'string_lit')
  const body = node.children.find(({ type }) => type === 'body')
  const [type = '', ...labels] = names.map(one => labelOf(one, file))
  return {
    type,
    labels,
    body: body ? readBody(body, file, depth + 1) : { attributes: [], blocks: [] },
    file,
    start: node.start,
    end: node.end,
  }
}

function labelOf({ type, start, end }: SyntaxNode, { text }: SourceFile): string {
  return type === 'string_lit' ? text.slice(start + 1, end - 1) : text.slice(start, end)
}
