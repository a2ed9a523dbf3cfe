import type { Holes } from './holes.ts'
import { numberText } from './text-of-value.ts'
import { isUnknown, isValueList, isValueMap, sortedEntries, type Value } from './value.ts'

/** A value as `jsonencode` of Terraform writes it: short, sorted, safe inside of HTML. */
export function encodeJson(value: Value, holes: Holes): string {
  if (isUnknown(value)) return JSON.stringify(holes.mark(value.hole, 'value'))
  if (isValueList(value)) return `[${value.map(item => encodeJson(item, holes)).join(',')}]`
  if (isValueMap(value)) {
    const entries = sortedEntries(value).map(([key, item]) => `${jsonText(key)}:${encodeJson(item, holes)}`)
    return `{${entries.join(',')}}`
  }
  if (typeof value === 'string') return jsonText(value)
  return typeof value === 'number' ? numberText(value) : String(value)
}

function jsonText(text: string): string {
  return JSON.stringify(text)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
    .replaceAll('&', String.raw`\u0026`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
}

/** A value as `yamlencode` of Terraform writes it: sorted, with quotes around keys and texts, lists not indented. */
export function encodeYaml(value: Value, holes: Holes): string {
  return `${yamlLines(value, holes).join('\n')}\n`
}

function yamlLines(value: Value, holes: Holes): readonly string[] {
  if (!isUnknown(value) && isValueList(value) && value.length > 0) {
    return value.flatMap(item =>
      yamlLines(item, holes).map((line, index) => (index === 0 ? `- ${line}` : indented(line))),
    )
  }
  if (isValueMap(value) && value.size > 0) {
    return sortedEntries(value).flatMap(([key, item]) => entryLines(key, item, holes))
  }
  return scalarLines(value, holes)
}

function entryLines(key: string, item: Value, holes: Holes): readonly string[] {
  const name = `${JSON.stringify(key)}:`
  const lines = yamlLines(item, holes)
  if (isValueMap(item) && item.size > 0) return [name, ...lines.map(indented)]
  if (!isUnknown(item) && isValueList(item) && item.length > 0) return [name, ...lines]
  const [first = '', ...rest] = lines
  return [`${name} ${first}`, ...rest.map(indented)]
}

function scalarLines(value: Value, holes: Holes): readonly string[] {
  if (isUnknown(value)) return [JSON.stringify(holes.mark(value.hole, 'value'))]
  if (isValueList(value)) return ['[]']
  if (isValueMap(value)) return ['{}']
  if (typeof value === 'string') return textLines(value)
  return [typeof value === 'number' ? numberText(value) : String(value)]
}

function textLines(text: string): readonly string[] {
  const isBlock =
    text.includes('\n') && !/[^\n\t\u0020-\uD7FF\uE000-\uFFFD]|[ \t]\n/.test(text) && !/^[\s]/.test(text)
  if (!isBlock) return [JSON.stringify(text)]
  const body = text.replace(/\n+$/, '')
  const tail = text.length - body.length
  const sign = tail === 0 ? '|-' : tail === 1 ? '|' : '|+'
  return [sign, ...body.split('\n'), ...Array.from({ length: Math.max(0, tail - 1) }, () => '')]
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`
}
