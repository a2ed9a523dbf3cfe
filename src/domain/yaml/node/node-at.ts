import { MAX_DEPTH } from '../parse/event-parser.ts'
import { entryKey, isMergeKey } from './entry-key.ts'
import type { MappingEntry, MappingNode, YamlNode } from './yaml-node.ts'

/** Keys and indices from the root to a node: `['spec', 'containers', 0]`. */
export type YamlPath = readonly (string | number)[]

/** A node and, if it is the value of a mapping, its key. */
export interface FoundNode {
  readonly node: YamlNode
  readonly key: YamlNode | undefined
  /** Whether the path led through an alias or a merge key: other paths lead to the same text. */
  readonly isShared: boolean
}

/** Finds the node that a path leads to in the JSON value: through aliases and merge keys, to the last of equal keys. */
export function nodeAt(root: YamlNode, path: YamlPath): FoundNode | undefined {
  let found: FoundNode | undefined = { node: root, key: undefined, isShared: false }
  for (const step of path) {
    if (!found) return undefined
    found = stepInto(found, step)
  }
  return found
}

function stepInto(from: FoundNode, step: string | number): FoundNode | undefined {
  const isAlias = from.node.kind === 'alias'
  const node = from.node.kind === 'alias' ? from.node.target : from.node
  const isShared = from.isShared || isAlias
  if (node.kind === 'sequence') {
    const item = typeof step === 'number' ? node.items[step] : undefined
    return item && { node: item, key: undefined, isShared }
  }
  if (node.kind !== 'mapping') return undefined
  const entry = new EntryFinder(String(step)).find(node)
  if (!entry) return undefined
  const isOwn = indexOf(node).own.get(String(step))?.entry === entry
  return { node: entry.value, key: entry.key, isShared: isShared || !isOwn }
}

/** The entries of a mapping by their keys, the last of equal ones, and what is merged into it; both with their order. */
interface MappingIndex {
  readonly own: ReadonlyMap<string, { readonly entry: MappingEntry; readonly order: number }>
  readonly merges: readonly { readonly value: YamlNode; readonly order: number }[]
}

// Thousands of places are looked up in one mapping: it is read once.
const indexes = new WeakMap<MappingNode, MappingIndex>()

function indexOf(mapping: MappingNode): MappingIndex {
  const known = indexes.get(mapping)
  if (known) return known
  const own = new Map<string, { entry: MappingEntry; order: number }>()
  const merges: { value: YamlNode; order: number }[] = []
  for (const [order, entry] of mapping.entries.entries()) {
    if (isMergeKey(entry.key)) {
      merges.push({ value: entry.value, order })
      continue
    }
    const key = entryKey(entry.key)
    if (key !== undefined) own.set(key, { entry, order })
  }
  const index = { own, merges: merges.toReversed() }
  indexes.set(mapping, index)
  return index
}

/** Finds what a key means in a mapping: of all entries and merged ones, the last. */
class EntryFinder {
  readonly #key: string
  // Merged mappings may merge the same one again and again; each is searched once.
  readonly #searched = new Map<MappingNode, MappingEntry | undefined>()
  #depth = 0

  constructor(key: string) {
    this.#key = key
  }

  find(mapping: MappingNode): MappingEntry | undefined {
    if (this.#searched.has(mapping) || this.#depth > MAX_DEPTH) return this.#searched.get(mapping)
    this.#searched.set(mapping, undefined)
    this.#depth++
    const found = this.#lastIn(indexOf(mapping))
    this.#depth--
    this.#searched.set(mapping, found)
    return found
  }

  #lastIn({ own, merges }: MappingIndex): MappingEntry | undefined {
    const last = own.get(this.#key)
    for (const { value, order } of merges) {
      if (last && order < last.order) break
      const merged = this.#findMerged(value)
      if (merged) return merged
    }
    return last?.entry
  }

  /** Of a list of mappings, the first that has the key counts. */
  #findMerged(value: YamlNode): MappingEntry | undefined {
    const sources = value.kind === 'sequence' ? value.items : [value]
    for (const source of sources) {
      const node = source.kind === 'alias' ? source.target : source
      const found = node.kind === 'mapping' ? this.find(node) : undefined
      if (found) return found
    }
    return undefined
  }
}
