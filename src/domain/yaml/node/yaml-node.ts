import type { ScalarStyle } from '../parse/event-sink.ts'

/** Where a node stands in its text. `start` is behind its anchor and tag. */
interface Span {
  readonly start: number
  readonly end: number
  /** The tag in full, `tag:yaml.org,2002:int`, if one was written. */
  readonly tag: string | undefined
}

export interface ScalarNode extends Span {
  readonly kind: 'scalar'
  /** The text without quotes, escapes and folds. */
  readonly value: string
  readonly style: ScalarStyle
}

export interface MappingNode extends Span {
  readonly kind: 'mapping'
  readonly entries: readonly MappingEntry[]
}

export interface MappingEntry {
  readonly key: YamlNode
  readonly value: YamlNode
}

interface SequenceNode extends Span {
  readonly kind: 'sequence'
  readonly items: readonly YamlNode[]
}

interface AliasNode extends Span {
  readonly kind: 'alias'
  readonly target: YamlNode
}

/** A part of a YAML text, as it is written: with its place, with all keys, with aliases as such. */
export type YamlNode = ScalarNode | MappingNode | SequenceNode | AliasNode
