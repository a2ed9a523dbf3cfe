/** How a scalar was written. Only a plain one can be anything but a string. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded'

/** A scalar of the text. The parser uses one object for all of them: a sink that keeps it must copy it. */
export interface Scalar {
  value: string
  style: ScalarStyle
  start: number
  end: number
}

/** What stands before a node: `&anchor`, `!tag`. The tag is in full: `tag:yaml.org,2002:int`. */
export interface Properties {
  readonly anchor: string | undefined
  readonly tag: string | undefined
  readonly start: number
}

/** Takes the events of one document in the order of the text. Offsets are those of the text. */
export interface EventSink {
  /** Comes directly before the node that has them. */
  properties(properties: Properties): void
  scalar(scalar: Readonly<Scalar>): void
  alias(name: string, start: number): void
  startMapping(start: number): void
  endMapping(end: number): void
  startSequence(start: number): void
  endSequence(end: number): void
}
