import type { YamlNode } from './yaml-node.ts'

/** Lists a node and all nodes below it, keys too, in the order of the text. Aliases are not followed. */
export function walkNodes(root: YamlNode): YamlNode[] {
  const found: YamlNode[] = []
  const pending: YamlNode[] = [root]
  for (let node = pending.pop(); node; node = pending.pop()) {
    found.push(node)
    if (node.kind === 'sequence') for (const item of node.items.toReversed()) pending.push(item)
    if (node.kind !== 'mapping') continue
    for (const { key, value } of node.entries.toReversed()) pending.push(value, key)
  }
  return found
}
