import type { Cursor } from './cursor.ts'
import type { EventSink, Scalar, ScalarStyle } from './event-sink.ts'
import * as state from './grammar.ts'
import type { NodePlace } from './grammar.ts'
import { MAX_NODES, type NodeBudget, NODES_PER_PROPERTY } from './node-budget.ts'
import type { Directive } from './scan-directive.ts'
import type { TagName } from './scan-name.ts'
import { TagHandles } from './tag-handles.ts'
import * as token from './tokens.ts'

/** How deep collections may nest. Deeper than any manifest, and far from what recursion elsewhere can bear. */
export const MAX_DEPTH = 1000

/** Makes events of tokens. It knows the grammar of YAML 1.1; what columns mean is the scanner's part. */
export class EventParser {
  /** Whether the document is over. Tokens that come later are not looked at. */
  isDone = false
  readonly #cursor: Cursor
  readonly #sink: EventSink
  readonly #budget: NodeBudget
  readonly #handles: TagHandles
  readonly #scalar: Scalar = { value: '', style: 'plain', start: 0, end: 0 }
  readonly #returns: number[] = []
  #state: number = state.DOCUMENT
  #place: NodePlace = 'block'
  // The token at hand, as far as it has a name.
  #start = 0
  #name = ''
  // Behind the last ":", "-" or "?": there, a value that was left out would stand.
  #indicatorEnd = 0
  #tagName: TagName = { handle: '', suffix: '' }
  // What stands before the node that comes next.
  #anchor: string | undefined
  #tag: string | undefined
  #propertiesStart = -1

  constructor(cursor: Cursor, sink: EventSink, budget: NodeBudget) {
    this.#cursor = cursor
    this.#sink = sink
    this.#budget = budget
    this.#handles = new TagHandles(cursor)
  }

  /** Whether the node of the document has ended. */
  get isComplete(): boolean {
    return this.#state === state.AFTER_DOCUMENT
  }

  /** Takes a token that is known by its kind alone. */
  token(kind: number, start: number): void {
    this.#start = start
    while (!this.isDone && !this.#step(kind)) {
      // A token may end several nodes before one takes it.
    }
    if ((kind & token.INDICATORS) !== 0) this.#indicatorEnd = start + 1
  }

  directive(directive: Directive, start: number): void {
    this.token(token.DIRECTIVE, start)
    if (!this.isDone) this.#handles.add(directive, start)
  }

  anchor(name: string, start: number): void {
    this.#name = name
    this.token(token.ANCHOR, start)
  }

  tag(tag: TagName, start: number): void {
    this.#tagName = tag
    this.token(token.TAG, start)
  }

  alias(name: string, start: number): void {
    this.#name = name
    this.token(token.ALIAS, start)
  }

  scalar(value: string, style: ScalarStyle, start: number): void {
    this.#setScalar(value, style, start)
    this.#scalar.end = this.#cursor.scalarEnd
    // Nearly all scalars are values of block mappings: for them the grammar needs no steps.
    if (this.#state === state.BLOCK_MAPPING_VALUE) {
      this.#state = state.BLOCK_MAPPING
      this.#countNode(start)
      this.#sink.scalar(this.#scalar)
      return
    }
    this.token(token.SCALAR, start)
  }

  /** Takes a key that was recognised by the colon behind it, and that colon. */
  scalarKey(value: string, style: ScalarStyle, start: number): void {
    if (this.#state === state.BLOCK_MAPPING) {
      this.#setScalar(value, style, start)
      this.#scalar.end = this.#cursor.scalarEnd
      this.#countNode(start)
      this.#sink.scalar(this.#scalar)
      this.#state = state.BLOCK_MAPPING_VALUE
      this.#indicatorEnd = this.#cursor.at + 1
      return
    }
    this.token(token.KEY, start)
    this.scalar(value, style, start)
    this.token(token.VALUE, this.#cursor.at)
  }

  #setScalar(value: string, style: ScalarStyle, start: number): void {
    this.#scalar.value = value
    this.#scalar.style = style
    this.#scalar.start = start
  }

  /** Does one step of the grammar and says whether the token was used up by it. */
  #step(kind: number): boolean {
    switch (this.#state) {
      case state.DOCUMENT:
      case state.DIRECTIVES:
        return this.#stepDocument(kind)
      case state.AFTER_DOCUMENT:
        this.isDone = true
        return true
      case state.NODE:
        return this.#stepNode(kind)
      case state.BLOCK_SEQUENCE:
      case state.INDENTLESS_SEQUENCE:
        return this.#stepBlockSequence(kind)
      case state.BLOCK_MAPPING:
        return this.#stepBlockMapping(kind)
      case state.FLOW_SEQUENCE_ITEM:
      case state.FLOW_SEQUENCE:
        return this.#stepFlowSequence(kind)
      case state.FLOW_MAPPING_ITEM:
      case state.FLOW_MAPPING:
        return this.#stepFlowMapping(kind)
      case state.FLOW_PAIR_END:
        this.#sink.endMapping(this.#start)
        return this.#goOn(state.FLOW_SEQUENCE)
      case state.FLOW_MAPPING_LONE_KEY:
        this.#emptyScalar()
        return this.#goOn(state.FLOW_MAPPING)
      default:
        return this.#stepSlot(kind)
    }
  }

  #stepDocument(kind: number): boolean {
    if (kind === token.DIRECTIVE) return this.#take(state.DIRECTIVES)
    if (kind === token.DOCUMENT_START) return this.#take(state.CONTENT)
    if (this.#state === state.DIRECTIVES) throw this.#syntaxError('a directive without a "---" after it')
    if (kind !== token.STREAM_END) return this.#expectNode(state.AFTER_DOCUMENT, 'block')
    this.isDone = true
    return true
  }

  /** A colon or a node comes next, or was left out. */
  #stepSlot(kind: number): boolean {
    const colon = state.colonSlots[this.#state]
    if (colon) {
      if (kind === token.VALUE) return this.#take(colon.withValue)
      this.#emptyScalar()
      return this.#goOn(colon.withoutValue)
    }
    const slot = state.nodeSlots[this.#state]
    if (!slot) throw this.#syntaxError('an unexpected token')
    if ((kind & slot.absentBefore) === 0) return this.#expectNode(slot.next, slot.place)
    // Upstream loses the token that shows that the key of a pair in a flow sequence is missing.
    const isLost = this.#state === state.FLOW_PAIR_KEY
    this.#emptyScalar(this.#indicatorEnd)
    this.#state = slot.next
    return isLost
  }

  #stepNode(kind: number): boolean {
    const hasProperties = this.#propertiesStart >= 0
    if (this.#takeProperty(kind)) return true
    if (kind === token.ALIAS && !hasProperties) {
      this.#countNode(this.#start)
      this.#sink.alias(this.#name, this.#start)
      return this.#takeAndReturn()
    }
    if (kind === token.SCALAR) {
      this.#emitProperties()
      this.#countNode(this.#start)
      this.#sink.scalar(this.#scalar)
      return this.#takeAndReturn()
    }
    const start = state.collectionStarts[kind]
    if (start?.places.includes(this.#place)) return this.#startCollection(start)
    if (!hasProperties) throw this.#syntaxError('expected a value')
    this.#emitProperties()
    this.#emptyScalar()
    return this.#goOn(this.#returns.pop() ?? state.AFTER_DOCUMENT)
  }

  /** Keeps an anchor or tag for the node behind it; a second one of a kind belongs to no node. */
  #takeProperty(kind: number): boolean {
    if (kind === token.ANCHOR && this.#anchor === undefined) this.#anchor = this.#name
    else if (kind === token.TAG && this.#tag === undefined) this.#tag = this.#fullTag()
    else return false
    if (this.#propertiesStart < 0) this.#propertiesStart = this.#start
    this.#budget.left -= NODES_PER_PROPERTY
    return true
  }

  #fullTag(): string {
    return this.#handles.resolve(this.#tagName, this.#start)
  }

  #startCollection(start: state.CollectionStart): boolean {
    if (this.#returns.length > MAX_DEPTH) {
      throw this.#cursor.error('TOO_DEEP', `more than ${MAX_DEPTH} nested collections`, this.#start)
    }
    this.#emitProperties()
    this.#countNode(this.#start)
    if (start.kind === 'mapping') this.#sink.startMapping(this.#start)
    else this.#sink.startSequence(this.#start)
    this.#state = start.next
    return start.isTaken
  }

  #stepBlockSequence(kind: number): boolean {
    const isIndentless = this.#state === state.INDENTLESS_SEQUENCE
    if (kind === token.BLOCK_ENTRY) {
      return this.#take(isIndentless ? state.INDENTLESS_SEQUENCE_ITEM : state.BLOCK_SEQUENCE_ITEM)
    }
    if (!isIndentless && kind !== token.BLOCK_END) throw this.#syntaxError('a line of a list without its "-"')
    this.#sink.endSequence(this.#start)
    this.#takeAndReturn()
    return !isIndentless
  }

  #stepBlockMapping(kind: number): boolean {
    if (kind === token.KEY) return this.#take(state.BLOCK_MAPPING_KEY)
    if (kind !== token.BLOCK_END) throw this.#syntaxError('expected a key')
    this.#sink.endMapping(this.#start)
    return this.#takeAndReturn()
  }

  #stepFlowSequence(kind: number): boolean {
    if (kind === token.FLOW_SEQUENCE_END) {
      this.#sink.endSequence(this.#start + 1)
      return this.#takeAndReturn()
    }
    if (this.#state === state.FLOW_SEQUENCE) {
      if (kind === token.FLOW_ENTRY) return this.#take(state.FLOW_SEQUENCE_ITEM)
      throw this.#syntaxError('expected "," or "]"')
    }
    if (kind !== token.KEY) return this.#expectNode(state.FLOW_SEQUENCE, 'flow')
    this.#countNode(this.#start)
    this.#sink.startMapping(this.#start)
    return this.#take(state.FLOW_PAIR_KEY)
  }

  #stepFlowMapping(kind: number): boolean {
    if (kind === token.FLOW_MAPPING_END) {
      this.#sink.endMapping(this.#start + 1)
      return this.#takeAndReturn()
    }
    if (this.#state === state.FLOW_MAPPING_ITEM) {
      if (kind === token.KEY) return this.#take(state.FLOW_MAPPING_KEY)
      return this.#expectNode(state.FLOW_MAPPING_LONE_KEY, 'flow')
    }
    if (kind === token.FLOW_ENTRY) return this.#take(state.FLOW_MAPPING_ITEM)
    throw this.#syntaxError('expected "," or "}"')
  }

  #expectNode(next: number, place: NodePlace): boolean {
    this.#returns.push(next)
    this.#place = place
    return this.#goOn(state.NODE)
  }

  #take(next: number): boolean {
    this.#state = next
    return true
  }

  #takeAndReturn(): boolean {
    return this.#take(this.#returns.pop() ?? state.AFTER_DOCUMENT)
  }

  #goOn(next: number): boolean {
    this.#state = next
    return false
  }

  #emptyScalar(at = this.#start): void {
    this.#countNode(at)
    this.#sink.scalar({ value: '', style: 'plain', start: at, end: at })
  }

  #countNode(start: number): void {
    if (--this.#budget.left < 0)
      throw this.#cursor.error('TOO_MANY_NODES', `more than ${MAX_NODES} keys and values`, start)
  }

  #emitProperties(): void {
    if (this.#propertiesStart < 0) return
    this.#sink.properties({ anchor: this.#anchor, tag: this.#tag, start: this.#propertiesStart })
    this.#anchor = undefined
    this.#tag = undefined
    this.#propertiesStart = -1
  }

  #syntaxError(reason: string): Error {
    return this.#cursor.error('SYNTAX', reason, this.#start)
  }
}
