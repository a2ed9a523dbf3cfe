import type { EventSink, Properties, Scalar } from '../parse/event-sink.ts'
import { positionAt } from '../position.ts'
import { YamlError } from '../yaml-error.ts'
import type { MappingEntry, YamlNode } from './yaml-node.ts'

interface OpenMapping {
  readonly kind: 'mapping'
  start: number
  end: number
  tag: string | undefined
  entries: MappingEntry[]
}

interface OpenSequence {
  readonly kind: 'sequence'
  start: number
  end: number
  tag: string | undefined
  items: YamlNode[]
}

type OpenNode = OpenMapping | OpenSequence

/** Makes the tree of a document as it is written. */
export class NodeBuilder implements EventSink {
  root: YamlNode | undefined
  readonly #text: string
  readonly #anchors = new Map<string, YamlNode>()
  readonly #outer: OpenNode[] = []
  /** The keys of open mappings whose values have not come yet. */
  readonly #keys: (YamlNode | undefined)[] = []
  #open: OpenNode | undefined
  #properties: Properties | undefined

  constructor(text: string) {
    this.#text = text
  }

  properties(properties: Properties): void {
    this.#properties = properties
  }

  scalar({ value, style, start, end }: Scalar): void {
    const node: YamlNode = { kind: 'scalar', value, style, start, end, tag: this.#properties?.tag }
    this.#takeAnchor(node)
    this.#add(node)
  }

  alias(name: string, start: number): void {
    const target = this.#anchors.get(name)
    if (!target) {
      const reason = 'an alias for an anchor that is not defined before it'
      throw new YamlError('UNKNOWN_ANCHOR', reason, positionAt(this.#text, start))
    }
    this.#add({ kind: 'alias', target, start, end: start + 1 + name.length, tag: undefined })
  }

  startMapping(start: number): void {
    this.#start({ kind: 'mapping', start, end: start, tag: this.#properties?.tag, entries: [] })
  }

  startSequence(start: number): void {
    this.#start({ kind: 'sequence', start, end: start, tag: this.#properties?.tag, items: [] })
  }

  endMapping(end: number): void {
    this.#end(end)
  }

  endSequence(end: number): void {
    this.#end(end)
  }

  #start(node: OpenNode): void {
    this.#takeAnchor(node)
    if (this.#open) this.#outer.push(this.#open)
    this.#open = node
    this.#keys.push(undefined)
  }

  #end(end: number): void {
    const node = this.#open
    if (!node) return
    // A block ends with its last line; only brackets and braces have an end of their own.
    const isFlow = '[{'.includes(this.#text.charAt(node.start))
    node.end = isFlow ? end : (lastChild(node)?.end ?? node.end)
    this.#keys.pop()
    this.#open = this.#outer.pop()
    this.#add(node)
  }

  #add(node: YamlNode): void {
    const open = this.#open
    if (!open) {
      this.root = node
    } else if (open.kind === 'sequence') {
      // A list that begins with its first item is small if it stays alone.
      if (open.items.length === 0) open.items = [node]
      else open.items.push(node)
    } else {
      const key = this.#keys.pop()
      this.#keys.push(key ? undefined : node)
      if (key) addEntry(open, { key, value: node })
    }
  }

  #takeAnchor(node: YamlNode): void {
    if (this.#properties?.anchor !== undefined) this.#anchors.set(this.#properties.anchor, node)
    this.#properties = undefined
  }
}

function addEntry(mapping: OpenMapping, entry: MappingEntry): void {
  if (mapping.entries.length === 0) mapping.entries = [entry]
  else mapping.entries.push(entry)
}

function lastChild(node: OpenNode): YamlNode | undefined {
  return node.kind === 'mapping' ? node.entries.at(-1)?.value : node.items.at(-1)
}
