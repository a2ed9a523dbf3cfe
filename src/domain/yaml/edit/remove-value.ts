import { type FoundNode, nodeAt, type YamlPath } from '../node/node-at.ts'
import { parseNode } from '../node/parse-node.ts'
import type { MappingNode, YamlNode } from '../node/yaml-node.ts'
import { readGoYaml } from '../read-go-yaml.ts'
import type { YamlValue } from '../yaml-value.ts'
import { changeAt, isYamlList, isYamlMapping, readsAs, valueAt } from './checked-edit.ts'
import { endOfContent, endOfNode, lineStart } from './node-lines.ts'
import { refusedEdit, replaceNode } from './replace-node.ts'

/** Takes the value at a path out, with its key or its place in the list. Comments on lines of their own stay. */
export function removeValue(text: string, path: YamlPath): string {
  const step = path.at(-1)
  const root = parseNode(text)
  const found = root && nodeAt(root, path)
  if (!root || !found || step === undefined) return text
  if (found.isShared) throw refusedEdit('SHARED', path, { text, node: found.node })
  const outer = path.slice(0, -1)
  const parent = nodeAt(root, outer)
  const left = withoutStep(valueAt(readGoYaml(text), outer) ?? null, step)
  const wanted = changeAt(readGoYaml(text), outer, () => left)
  const isLast = Object.keys(left ?? {}).length === 0
  if (parent && isLast) return replaceNode(text, { path: outer, found: parent, value: left })
  const edited = removals(text, found, parent?.node).find(one => readsAs(one, wanted))
  if (edited !== undefined) return edited
  throw refusedEdit('SHARED', path, { text, node: found.node })
}

/** Ways to take a node out, the one that leaves the text as people would first. */
function removals(text: string, { node, key }: FoundNode, parent: YamlNode | undefined): readonly string[] {
  const start = key?.start ?? node.start
  const lineEnd = endOfNode(text, node)
  const before = text.slice(0, start)
  const next = nextStart(parent, start)
  const last = previousEnd(parent, start)
  const own = key ? lineStart(text, start) : lineOfDash(text, start)
  return [
    ...(isBlankBefore(text, own, key ? start : undefined)
      ? [`${text.slice(0, own)}${text.slice(lineEnd)}`]
      : []),
    ...(next === undefined || text.slice(endOfContent(text, node), next).includes('#')
      ? []
      : [`${before}${text.slice(next)}`]),
    ...(last === undefined ? [] : [`${text.slice(0, last)}${text.slice(endOfContent(text, node))}`]),
    `${before.trimEnd()}${text.slice(Math.max(lineEnd - 1, start))}`,
    ...(next === undefined ? [] : [`${before}${text.slice(next)}`]),
  ]
}

// Without a key the line begins with the dash of the item.
function isBlankBefore(text: string, from: number, to: number | undefined): boolean {
  return to === undefined ? /^ *-/.test(text.slice(from)) : text.slice(from, to).trim() === ''
}

function lineOfDash(text: string, start: number): number {
  const dash = text.slice(0, start).search(/-\s*$/)
  return lineStart(text, dash === -1 ? start : dash)
}

function nextStart(parent: YamlNode | undefined, start: number): number | undefined {
  return startsIn(parent).find(one => one > start)
}

function previousEnd(parent: YamlNode | undefined, start: number): number | undefined {
  if (parent?.kind === 'sequence') return parent.items.findLast(item => item.start < start)?.end
  return entriesOf(parent).findLast(({ key }) => key.start < start)?.value.end
}

function startsIn(parent: YamlNode | undefined): readonly number[] {
  if (parent?.kind === 'sequence') return parent.items.map(item => item.start)
  return entriesOf(parent).map(({ key }) => key.start)
}

function entriesOf(node: YamlNode | undefined): MappingNode['entries'] {
  return node?.kind === 'mapping' ? node.entries : []
}

function withoutStep(whole: YamlValue, step: string | number): YamlValue {
  if (isYamlList(whole)) return whole.filter((_, index) => index !== step)
  if (!isYamlMapping(whole)) return whole
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== String(step)))
}
