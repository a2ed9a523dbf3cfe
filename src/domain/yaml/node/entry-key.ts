import { resolveScalar } from '../scalar/resolve-scalar.ts'
import { resolveTagged, typeOfPlain } from '../scalar/resolve-tagged.ts'
import { keyText } from '../value/key-text.ts'
import type { YamlNode } from './yaml-node.ts'

const MERGE_TAG = 'tag:yaml.org,2002:merge'

/** The key that a node becomes in JSON, or undefined if it cannot be one. */
export function entryKey(node: YamlNode): string | undefined {
  const scalar = node.kind === 'alias' ? node.target : node
  if (scalar.kind !== 'scalar') return undefined
  if (scalar.tag !== undefined) {
    const typed = resolveTagged(scalar.tag, scalar.value)
    return typeof typed === 'string' ? undefined : keyText(typed.value, typed.type)
  }
  if (scalar.style !== 'plain') return scalar.value
  const value = resolveScalar(scalar.value)
  return keyText(value, typeOfPlain(scalar.value, value))
}

/** Whether a node is the key `<<`, whose value is merged into the mapping around it. */
export function isMergeKey(node: YamlNode): boolean {
  if (node.kind !== 'scalar' || node.value !== '<<') return false
  return node.tag === '!' || node.tag === MERGE_TAG || (node.tag === undefined && node.style === 'plain')
}
