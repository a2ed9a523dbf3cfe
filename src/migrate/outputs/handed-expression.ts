import type { HelmValue } from '../../domain/helm-values/copy-values.ts'
import { hasMark, type Holes, type MarkedPart } from '../evaluate/holes.ts'
import { hclQuoted, quotedInside } from '../evaluate/write-expression.ts'
import type { Hole } from '../evaluate/value.ts'
import type { HandedValue } from '../release/split-values.ts'

/** The expression of an output that carries a value. */
export interface HandedExpression {
  readonly module: string
  readonly text: string
  readonly holes: readonly Hole[]
}

/** Writes the expression of a value that is handed over; words if it cannot be written in one module. */
export function handedExpression(handed: HandedValue, holes: Holes): HandedExpression | string {
  const found: Hole[] = []
  const text =
    handed.kind === 'text'
      ? partsText(handed.parts, found)
      : handed.path.length === 0
        ? wholeDocument(handed.value, holes, found)
        : `jsonencode(${atPath(handed.path, valueText(handed.value, holes, found))})`
  const [first] = found
  if (!first) return 'nothing in it is known only to Terraform'
  const lost = found.find(hole => hole.expression === undefined)
  if (lost) return `it comes from what cannot be written as an output: ${lost.reason}`
  if (found.some(hole => hole.module !== first.module)) return 'it mixes values of several modules'
  return { module: first.module, text, holes: found }
}

function partsText(parts: readonly MarkedPart[], found: Hole[]): string {
  const [only] = parts
  if (parts.length === 1 && only?.kind === 'hole') {
    found.push(only.hole)
    return only.hole.expression ?? ''
  }
  const inside = parts.map(part => {
    if (part.kind === 'text') return quotedInside(part.text)
    found.push(part.hole)
    return `\${${part.hole.expression ?? ''}}`
  })
  return `"${inside.join('')}"`
}

// A document that is a value of Terraform is written as JSON, which is YAML.
function wholeDocument(value: HelmValue, holes: Holes, found: Hole[]): string {
  const [only] = holes.parts(typeof value === 'string' ? value : '')
  if (only?.kind !== 'hole') return ''
  found.push(only.hole)
  const expression = only.hole.expression ?? ''
  return only.isText ? expression : `jsonencode(${expression})`
}

function atPath(path: readonly string[], text: string): string {
  return path.reduceRight((inner, key) => `{ ${hclQuoted(key)} = ${inner} }`, text)
}

function valueText(value: HelmValue, holes: Holes, found: Hole[]): string {
  if (typeof value === 'string') return hasMark(value) ? markedText(value, holes, found) : hclQuoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (!isMap(value)) return `[${value.map(item => valueText(item, holes, found)).join(', ')}]`
  const entries = Object.entries(value).map(
    ([key, item]) => `${hclQuoted(key)} = ${valueText(item, holes, found)}`,
  )
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

function markedText(text: string, holes: Holes, found: Hole[]): string {
  const parts = holes.parts(text)
  const [only] = parts
  if (parts.length === 1 && only?.kind === 'hole') {
    found.push(only.hole)
    const expression = only.hole.expression ?? ''
    return only.isText ? `"\${${expression}}"` : expression
  }
  return partsText(parts, found)
}

function isMap(value: HelmValue): value is { readonly [key: string]: HelmValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
