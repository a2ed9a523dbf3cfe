import { isFields } from '../../object/fields.ts'
import { nodeAt, type YamlPath } from '../node/node-at.ts'
import { parseNode } from '../node/parse-node.ts'
import type { YamlNode } from '../node/yaml-node.ts'
import { positionAt } from '../position.ts'
import { readGoYaml } from '../read-go-yaml.ts'
import { writeYaml } from '../write/write-yaml.ts'
import type { YamlValue } from '../yaml-value.ts'
import { changeAt, readsAs } from './checked-edit.ts'
import { endOfNode, indented, lineStart } from './node-lines.ts'
import { YamlEditError } from './yaml-edit-error.ts'

/** A new item of a list, and before which of those that are there. */
export interface NewItem {
  readonly value: YamlValue
  /** Behind the last one unless given. */
  readonly before?: number
}

/**
 * Puts one more item into a list of a document and changes no other line: comments and layout stay.
 *
 * The list must be one item a line, or empty.
 */
export function insertItem(text: string, path: YamlPath, { value, before }: NewItem): string {
  const list = findNode(text, path)
  if (list.kind !== 'sequence') throw new YamlEditError('NOT_A_LIST', path, positionAt(text, list.start))
  const at = before ?? list.items.length
  const wanted = changeAt(readGoYaml(text), path, items =>
    Array.isArray(items) ? items.toSpliced(at, 0, value) : items,
  )
  return checked(text, { path, node: list, wanted }, () => {
    const next = list.items[at]
    const last = list.items.at(-1)
    if (!last) return replaceEmpty(text, list, writeYaml([value]))
    const column = list.start - lineStart(text, list.start)
    const start = next ? lineOfItem(text, next.start, column) : endOfNode(text, last)
    return splice(text, start, indented(writeYaml([value]), ' '.repeat(column)))
  })
}

/** Puts one more entry behind the last one of a mapping, in the same way. */
export function insertEntry(
  text: string,
  path: YamlPath,
  [key, value]: readonly [string, YamlValue],
): string {
  const mapping = findNode(text, path)
  if (mapping.kind !== 'mapping')
    throw new YamlEditError('NOT_A_MAPPING', path, positionAt(text, mapping.start))
  const wanted = changeAt(readGoYaml(text), path, entries =>
    isFields(entries) ? { ...entries, [key]: value } : entries,
  )
  return checked(text, { path, node: mapping, wanted }, () => {
    const last = mapping.entries.at(-1)
    if (!last) return replaceEmpty(text, mapping, writeYaml({ [key]: value }))
    const indent = ' '.repeat(last.key.start - lineStart(text, last.key.start))
    return splice(text, endOfNode(text, last.value), indented(writeYaml({ [key]: value }), indent))
  })
}

interface Edit {
  readonly path: YamlPath
  readonly node: YamlNode
  readonly wanted: YamlValue
}

// The text is read again after the edit: a change that meant more than this one would be worse than none.
function checked(text: string, { path, node, wanted }: Edit, edit: () => string): string {
  const edited = edit()
  if (readsAs(edited, wanted)) return edited
  throw new YamlEditError('SHARED', path, positionAt(text, node.start))
}

function findNode(text: string, path: YamlPath): YamlNode {
  const root = parseNode(text)
  const found = root && nodeAt(root, path)
  if (!found) throw new YamlEditError('NOT_FOUND', path, positionAt(text, 0))
  if (found.isShared) throw new YamlEditError('SHARED', path, positionAt(text, found.node.start))
  return found.node
}

// `[]` or `{}` behind a key: what stands there now goes below it.
function replaceEmpty(text: string, node: YamlNode, block: string): string {
  const start = lineStart(text, node.start)
  const indent = /^ */.exec(text.slice(start))?.[0] ?? ''
  const deeper = node.kind === 'mapping' ? `${indent}  ` : indent
  const before = text.slice(0, node.start).trimEnd()
  const rest = text.slice(node.end).replace(/^[ \t]*(?=\n|#|$)/, '')
  const [comment = ''] = /^#[^\n]*/.exec(rest) ?? []
  const head = comment === '' ? before : `${before} ${comment}`
  const tail = rest.slice(comment.length).replace(/^\n/, '')
  return `${head}\n${indented(block, deeper)}${tail}`
}

function splice(text: string, at: number, lines: string): string {
  const before = text.slice(0, at)
  const joint = before === '' || before.endsWith('\n') ? '' : '\n'
  return `${before}${joint}${lines}${text.slice(at)}`
}

/** Where the line begins that has the dash of an item. */
function lineOfItem(text: string, start: number, column: number): number {
  let line = lineStart(text, start)
  while (line > 0 && text.charAt(line + column) !== '-') line = lineStart(text, line - 1)
  return line
}
