import { type HclExpression, SPLAT_ITEM } from '../hcl/expression.ts'
import { spanText } from '../hcl/source-file.ts'
import { numberText } from './text-of-value.ts'
import { isUnknown, isValueList, isValueMap, sortedEntries, type Value } from './value.ts'

/** What the names mean that an expression takes from its block. */
export interface Inlining {
  readonly names: ReadonlySet<string>
  readonly evaluate: (expression: HclExpression) => Value
  /** The module that the text is for. */
  readonly module: string
}

/** An expression as text that means the same outside of its block; undefined if there is none. */
export function writeExpression(expression: HclExpression, inlining: Inlining): string | undefined {
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = []
  for (const inner of ownNames(expression, inlining.names)) {
    const text = literalText(inlining.evaluate(inner), inlining.module)
    if (text === undefined) return undefined
    edits.push({ start: inner.start, end: inner.end, text })
  }
  let text = spanText(expression)
  for (const edit of edits.toSorted((a, b) => b.start - a.start)) {
    const from = edit.start - expression.start
    text = text.slice(0, from) + edit.text + text.slice(from + edit.end - edit.start)
  }
  return text
}

/** A value as an expression of HCL; undefined for one that cannot be written there. */
function literalText(value: Value, module: string): string | undefined {
  if (isUnknown(value)) return value.hole.module === module ? value.hole.expression : undefined
  if (isValueList(value))
    return joined(
      value.map(item => literalText(item, module)),
      '[',
      ']',
    )
  if (isValueMap(value)) {
    const entries = sortedEntries(value).map(([key, item]) => {
      const text = literalText(item, module)
      return text === undefined ? undefined : `${hclQuoted(key)} = ${text}`
    })
    return joined(entries, '{ ', ' }')
  }
  if (typeof value === 'string') return /[\uFDD0\uFDD1]/.test(value) ? undefined : hclQuoted(value)
  return typeof value === 'number' ? numberText(value) : String(value)
}

/** A text as HCL writes it between quotes. */
export function hclQuoted(text: string): string {
  return `"${quotedInside(text)}"`
}

/** A text as HCL writes it inside of a quoted template. */
export function quotedInside(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('${', '$${')
    .replaceAll('%{', '%%{')
    .replaceAll(String.raw`\b`, String.raw`\u0008`)
    .replaceAll(String.raw`\f`, String.raw`\u000c`)
}

function joined(texts: readonly (string | undefined)[], open: string, close: string): string | undefined {
  return texts.includes(undefined) ? undefined : `${open}${texts.join(', ')}${close}`
}

/** The outermost references inside an expression that begin with one of these names. */
function ownNames(expression: HclExpression, names: ReadonlySet<string>): readonly HclExpression[] {
  const root = rootOf(expression)
  if (root !== undefined && (names.has(root) || root === SPLAT_ITEM)) {
    return root === SPLAT_ITEM ? [] : [expression]
  }
  const shadowed =
    expression.kind === 'for' ? new Set([...names].filter(name => !expression.names.includes(name))) : names
  return subExpressions(expression).flatMap(child => ownNames(child, shadowed))
}

/** The name with which a reference begins; undefined for what is no reference. */
function rootOf(expression: HclExpression): string | undefined {
  if (expression.kind === 'variable') return expression.name
  if (expression.kind === 'attribute') return rootOf(expression.of)
  // A key of an index can have names of its own.
  if (expression.kind === 'index' && expression.key.kind === 'literal') return rootOf(expression.of)
  return undefined
}

/** The expressions that an expression is made of. */
export function subExpressions(expression: HclExpression): readonly HclExpression[] {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
      return []
    case 'template':
      return templateChildren(expression.parts)
    case 'attribute':
      return [expression.of]
    case 'index':
      return [expression.of, expression.key]
    case 'splat':
      return [expression.of, expression.each]
    case 'call':
      return expression.args
    case 'conditional':
      return [expression.test, expression.whenTrue, expression.whenFalse]
    case 'operation':
      return expression.operands
    case 'list':
      return expression.items
    case 'object':
      return expression.entries.flatMap(({ key, value }) => [key, value])
    case 'parentheses':
      return [expression.inner]
    default:
      return [expression.over, expression.key, expression.value, expression.test].filter(
        one => one !== undefined,
      )
  }
}

type Parts = Extract<HclExpression, { readonly kind: 'template' }>['parts']

function templateChildren(parts: Parts): readonly HclExpression[] {
  return parts.flatMap(part => {
    if (part.kind === 'interpolation') return [part.value]
    if (part.kind === 'if')
      return [part.test, ...templateChildren(part.whenTrue), ...templateChildren(part.whenFalse)]
    return part.kind === 'for' ? [part.over, ...templateChildren(part.body)] : []
  })
}
