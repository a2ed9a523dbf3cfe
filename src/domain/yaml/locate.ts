import { nodeAt, type YamlPath } from './node/node-at.ts'
import { parseNode } from './node/parse-node.ts'
import { type Position, positionsIn } from './position.ts'

/** Says where the value at a path stands, or its key; undefined if there is none. */
export type Locator = (path: YamlPath, part?: 'key' | 'value') => Position | undefined

/** Parses a document, of a text that may hold several, once to find many places in it. */
export function locatorOf(text: string, document = { start: 0, end: text.length }): Locator {
  const root = parseNode(text.slice(document.start, document.end))
  const position = positionsIn(text)
  return (path, part = 'value') => {
    const found = root && nodeAt(root, path)
    if (!found) return undefined
    const node = part === 'key' ? (found.key ?? found.node) : found.node
    return position(document.start + node.start)
  }
}

/** Says where in a document the value at a path stands, or its key; undefined if there is none. @internal */
export function locate(text: string, path: YamlPath, part: 'key' | 'value' = 'value'): Position | undefined {
  return locatorOf(text)(path, part)
}
