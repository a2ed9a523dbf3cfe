import type { FoundNode, YamlPath } from '../node/node-at.ts'
import type { YamlNode } from '../node/yaml-node.ts'
import { positionAt } from '../position.ts'
import { readGoYaml } from '../read-go-yaml.ts'
import { doubleQuoted } from '../write/quote-string.ts'
import { writeYaml } from '../write/write-yaml.ts'
import type { YamlValue } from '../yaml-value.ts'
import { changeAt, isYamlList, isYamlMapping, readsAs } from './checked-edit.ts'
import { columnOf, endOfContent, indented } from './node-lines.ts'
import { YamlEditError } from './yaml-edit-error.ts'

interface Replacement {
  readonly path: YamlPath
  readonly found: FoundNode
  readonly value: YamlValue
}

/** Writes another value in the place of a node: below its key where that can be read, else in brackets. */
export function replaceNode(text: string, { path, found, value }: Replacement): string {
  const { node, key, isShared } = found
  if (isShared) throw refusedEdit('SHARED', path, { text, node: node })
  const wanted = path.length === 0 ? value : changeAt(readGoYaml(text), path, () => value)
  const before = text.slice(0, node.start)
  const rest = text.slice(endOfContent(text, node))
  const line = isFilled(value) ? inBrackets(value) : writeYaml(value).trimEnd()
  return firstOf(text, { path, node, wanted }, [
    ...(isFilled(value) ? [() => replacedByBlock(text, { node, key, value })] : []),
    () => `${before.trimEnd()} ${line}${rest}`,
    () => `${before}${line}${rest}`,
    () => `${before} ${line}${rest}`,
    () => `${before}${inBrackets(value)}${rest}`,
  ])
}

interface Block {
  readonly node: YamlNode
  readonly key: YamlNode | undefined
  readonly value: YamlValue
}

function replacedByBlock(text: string, { node, key, value }: Block): string {
  const head = text.slice(0, node.start).trimEnd()
  const rest = text.slice(endOfContent(text, node))
  if (!key) {
    const dash = head.length - 1
    const block = indented(writeYaml(value), ' '.repeat(columnOf(text, dash) + 2))
    return `${head} ${block.trimStart().trimEnd()}${rest}`
  }
  const indent = ' '.repeat(columnOf(text, key.start) + (isYamlList(value) ? 0 : 2))
  const [, comment = '', tail = ''] = /^([ \t]*#[^\n]*)?([^]*)$/.exec(rest) ?? []
  return `${head}${comment}\n${indented(writeYaml(value), indent).trimEnd()}${tail}`
}

/** What an edit is to come to. */
interface Wanted {
  readonly path: YamlPath
  readonly node: YamlNode
  readonly wanted: YamlValue
}

/** The first of several ways that means what it should: those that read best come first. */
export function firstOf(
  text: string,
  { path, node, wanted }: Wanted,
  ways: readonly (() => string)[],
): string {
  for (const way of ways) {
    const edited = attempt(way)
    if (edited !== undefined && readsAs(edited, wanted)) return edited
  }
  throw refusedEdit('SHARED', path, { text, node: node })
}

function attempt(way: () => string): string | undefined {
  try {
    return way()
  } catch (error) {
    if (error instanceof YamlEditError) return undefined
    throw error
  }
}

/** A value on one line. */
export function inBrackets(value: YamlValue): string {
  if (isYamlList(value)) return `[${value.map(inBrackets).join(', ')}]`
  if (isYamlMapping(value)) {
    const parts = Object.entries(value).map(([key, child]) => `${doubleQuoted(key)}: ${inBrackets(child)}`)
    return `{${parts.join(', ')}}`
  }
  return typeof value === 'string' ? doubleQuoted(value) : writeYaml(value).trimEnd()
}

function isFilled(value: YamlValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** Why a value cannot be changed, with where it stands. */
export function refusedEdit(
  code: YamlEditError['code'],
  path: YamlPath,
  { text, node }: { readonly text: string; readonly node: YamlNode | undefined },
): YamlEditError {
  return new YamlEditError(code, path, positionAt(text, node?.start ?? 0))
}
