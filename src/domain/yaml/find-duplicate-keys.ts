import { entryKey, isMergeKey } from './node/entry-key.ts'
import { parseNode } from './node/parse-node.ts'
import { walkNodes } from './node/walk-nodes.ts'
import type { MappingNode } from './node/yaml-node.ts'
import { type Position, positionsIn } from './position.ts'

/** A key that a mapping has twice. Readers of Kubernetes keep the second and say nothing. */
export interface DuplicateKey {
  readonly key: string
  readonly first: Position
  readonly second: Position
}

/** Lists the keys that come twice in a mapping of a document. Keys that are merged in do not count. */
export function findDuplicateKeys(text: string): DuplicateKey[] {
  const root = parseNode(text)
  if (!root) return []
  const position = positionsIn(text)
  const found: DuplicateKey[] = []
  for (const node of walkNodes(root)) {
    if (node.kind === 'mapping' && node.entries.length > 1) findIn(node, position, found)
  }
  return found
}

function findIn(mapping: MappingNode, position: (offset: number) => Position, found: DuplicateKey[]): void {
  const starts = new Map<string, number>()
  for (const { key: node } of mapping.entries) {
    const key = isMergeKey(node) ? undefined : entryKey(node)
    if (key === undefined) continue
    const first = starts.get(key)
    if (first === undefined) starts.set(key, node.start)
    else found.push({ key, first: position(first), second: position(node.start) })
  }
}
