import type { Holes } from './holes.ts'
import { numberText } from './text-of-value.ts'
import { isUnknown, isValueList, isValueMap, sortedEntries, type Value } from './value.ts'

/** A value as `jsonencode` of Terraform writes it: short, sorted, safe inside of HTML. */
export function jsonEncode(value: Value, holes: Holes): string {
  if (isUnknown(value)) return JSON.stringify(holes.mark(value.hole, 'value'))
  if (isValueList(value)) return `[${value.map(item => jsonEncode(item, holes)).join(',')}]`
  if (isValueMap(value)) {
    const entries = sortedEntries(value).map(([key, item]) => `${jsonText(key)}:${jsonEncode(item, holes)}`)
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
export function yamlEncode(value: Value, holes: Holes): string {
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
  const name = `${doubleQuoted(key)}:`
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

// As the emitter of libyaml decides: no tabs and other special characters, no space before the end of a line.
function textLines(text: string): readonly string[] {
  const isBlock = text.includes('\n') && !NOT_IN_BLOCK.test(text)
  if (!isBlock) return [doubleQuoted(text)]
  const body = text.replace(/\n+$/, '')
  const tail = text.length - body.length
  const hint = /^[ \n]/.test(text) ? '2' : ''
  const chomp = tail === 0 ? '-' : tail === 1 ? '' : '+'
  const rest = Array.from({ length: Math.max(0, tail - 1) }, () => '')
  return [`|${hint}${chomp}`, ...body.split('\n'), ...rest]
}

const NOT_IN_BLOCK = /[^\n -~\u0085\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|\uFEFF| (?:\n|$)/u

const escapes: Readonly<Record<string, string>> = {
  '\0': '0',
  '\u0007': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '\u001B': 'e',
  '"': '"',
  '\\': '\\',
  '\u0085': 'N',
  '\u00A0': '_',
  '\u2028': 'L',
  '\u2029': 'P',
}

function doubleQuoted(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what has to be escaped
  const inside = text.replaceAll(/[\0-\x1F"\\\x7F-\xA0\u2028\u2029\uFEFF]/g, char => {
    const known = escapes[char]
    if (known !== undefined) return `\\${known}`
    const code = char.charCodeAt(0).toString(16).toUpperCase()
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`
  })
  return `"${inside}"`
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`
}
