import type { EventSink, Properties, Scalar } from '../parse/event-sink.ts'
import { positionAt } from '../position.ts'
import { resolveScalar, type ScalarValue } from '../scalar/resolve-scalar.ts'
import { resolveTagged, type ScalarType, type TypedScalar, typeOfPlain } from '../scalar/resolve-tagged.ts'
import { YamlError, type YamlErrorCode } from '../yaml-error.ts'
import type { YamlValue } from '../yaml-value.ts'
import { keyText } from './key-text.ts'
import { type AnchoredValue, type KeyTypes, OpenCollection, setOwn } from './open-collection.ts'
import { Unjsonable } from './unjsonable.ts'

// Upstream's own limits: what aliases may add shrinks from 99 % of a small document to 10 % of a huge one.
const FREE_ALIASED = 100
const FREE_TOTAL = 1000
const SMALL = 400_000
const HUGE = 4_000_000

// Merging copies: an alias costs nothing, the entries that `<<` takes from it do.
const MAX_MERGED = 50_000

// Numbers and the like as keys take several times as long, and are rare.
const MAX_ODD_KEYS = 20_000

const MERGE_TAG = 'tag:yaml.org,2002:merge'

/** Makes the JSON value of a document while it is parsed, as sigs.k8s.io/yaml would have it in the end. */
export class ValueBuilder implements EventSink {
  /** Whether a key came while the mapping had it already, if that was asked for. A merge may have brought it. */
  hasRepeatedKey = false
  readonly #text: string
  readonly #watchesKeys: boolean
  readonly #budget = new AliasBudget()
  readonly #unjsonable = new Unjsonable()
  readonly #anchors = new Map<string, AnchoredValue>()
  readonly #keyTypes = new WeakMap<object, KeyTypes>()
  readonly #outer: OpenCollection[] = []
  #open: OpenCollection | undefined
  #properties: Properties | undefined
  #root: YamlValue = null
  #merged = 0
  #oddKeys = 0

  constructor(text: string, { watchesKeys = false } = {}) {
    this.#text = text
    this.#watchesKeys = watchesKeys
  }

  /** The value, once the document has been parsed. */
  finish(): YamlValue {
    const fault = this.#unjsonable.faultIn(this.#root)
    if (fault) throw this.#error(fault.code, fault.reason, fault.start)
    return this.#root
  }

  properties(properties: Properties): void {
    this.#properties = properties
  }

  scalar(scalar: Scalar): void {
    const open = this.#open
    if (open?.awaitsKey === true) return this.#scalarKey(open, scalar)
    this.#countNode(scalar.start)
    if (open?.isMerge === true) throw this.#noMapping(scalar.start)
    const value =
      this.#properties === undefined ? meaningOf(scalar) : this.#resolveWithProperties(scalar).value
    if (typeof value === 'number' && !Number.isFinite(value)) this.#unjsonable.noteNumber(scalar.start)
    this.#add(value)
  }

  alias(name: string, start: number): void {
    const anchored = this.#anchors.get(name)
    if (!anchored)
      throw this.#error('UNKNOWN_ANCHOR', 'an alias for an anchor that is not defined before it', start)
    if (anchored.isOpen) throw this.#error('RECURSIVE_ALIAS', `an alias for "${name}" inside of it`, start)
    this.#budget.addAlias(anchored.size)
    this.#checkBudget(start)
    const open = this.#open
    if (open?.awaitsKey === true) return this.#aliasKey(open, anchored, start)
    if (open?.isMerge === true && anchored.kind !== 'mapping') throw this.#noMapping(start)
    this.#add(anchored.value)
  }

  startMapping(start: number): void {
    this.#countNode(start)
    this.#start(new OpenCollection(undefined, start, this.#budget.total - 1))
  }

  startSequence(start: number): void {
    const isMerge = this.#open?.isMerge === true
    if (isMerge && this.#open?.list) throw this.#noMapping(start)
    // Upstream decodes the items of a list of merged mappings, but not the list.
    if (!isMerge) this.#countNode(start)
    const sequence = new OpenCollection([], start, this.#budget.total - 1)
    sequence.isMerge = isMerge
    this.#start(sequence)
  }

  endMapping(): void {
    this.#end()
  }

  endSequence(): void {
    this.#end()
  }

  #start(collection: OpenCollection): void {
    const parent = this.#open
    if (parent !== undefined) {
      if (parent.awaitsKey) throw this.#collectionKey(collection.start)
      this.#outer.push(parent)
    }
    this.#open = collection
    const anchor = this.#properties?.anchor
    this.#properties = undefined
    if (anchor === undefined) return
    const kind = collection.list ? 'sequence' : 'mapping'
    collection.anchored = { kind, type: 'str', value: collection.value, size: 0, isOpen: true }
    this.#anchors.set(anchor, collection.anchored)
  }

  #end(): void {
    const collection = this.#open
    if (!collection) return
    if (collection.anchored) {
      collection.anchored.isOpen = false
      collection.anchored.value = collection.value
      collection.anchored.size = this.#budget.total - collection.nodesBefore
    }
    if (collection.keyTypes) this.#keyTypes.set(collection.object, collection.keyTypes)
    this.#open = this.#outer.pop()
    this.#add(collection.value)
  }

  #add(value: YamlValue): void {
    const open = this.#open
    if (open === undefined) {
      this.#root = value
    } else if (open.list !== undefined) {
      // A list that begins with its first item is small if it stays alone.
      if (open.list.length === 0) open.list = [value]
      else open.list.push(value)
    } else if (open.isMerge) {
      this.#merge(open, value)
    } else {
      const key = open.key ?? ''
      if (this.#watchesKeys && Object.hasOwn(open.object, key)) this.hasRepeatedKey = true
      setOwn(open.object, key, value)
      open.key = undefined
    }
  }

  /** Adds the entries of a mapping, or of a list of them, of which the first counts most. */
  #merge(into: OpenCollection, value: YamlValue): void {
    const sources = Array.isArray(value) ? value.toReversed() : [value]
    for (const source of sources) if (isObject(source)) this.#mergeOne(into, source)
    into.key = undefined
    into.isMerge = false
  }

  // Upstream lets merged entries win over those that stand before the merge key.
  #mergeOne(into: OpenCollection, source: Readonly<Record<string, YamlValue>>): void {
    const types = this.#keyTypes.get(source)
    const entries = Object.entries(source)
    this.#merged += entries.length
    if (this.#merged > MAX_MERGED)
      throw this.#error('TOO_MANY_NODES', `merge keys that add more than ${MAX_MERGED} entries`, into.start)
    for (const [key, value] of entries) {
      this.#noteKeyType(into, key, { type: types?.get(key) ?? 'str', start: into.start })
      setOwn(into.object, key, value)
    }
    this.#unjsonable.noteMerge(source, into.object)
  }

  #scalarKey(open: OpenCollection, scalar: Scalar): void {
    if (this.#isMergeKey(scalar)) return this.#mergeKey(open)
    this.#countNode(scalar.start)
    if (this.#properties !== undefined)
      return this.#setKey(open, this.#resolveWithProperties(scalar), scalar.start)
    const value = meaningOf(scalar)
    // All keys of nearly all mappings.
    if (typeof value === 'string' && open.keyTypes === undefined) {
      open.key = value
      return
    }
    this.#setKey(open, typed(scalar, value), scalar.start)
  }

  #isMergeKey(scalar: Scalar): boolean {
    if (scalar.value !== '<<') return false
    const tag = this.#properties?.tag
    return tag === '!' || tag === MERGE_TAG || (tag === undefined && scalar.style === 'plain')
  }

  #mergeKey(open: OpenCollection): void {
    const anchor = this.#properties?.anchor
    if (anchor !== undefined) this.#anchorScalar(anchor, { value: '<<', type: 'str' })
    this.#properties = undefined
    open.isMerge = true
    open.key = '<<'
  }

  #aliasKey(open: OpenCollection, anchored: AnchoredValue, start: number): void {
    const { value, type } = anchored
    if (typeof value === 'object' && value !== null) throw this.#collectionKey(start)
    this.#setKey(open, { value, type }, start)
  }

  #setKey(open: OpenCollection, { value, type }: TypedScalar, start: number): void {
    if (type !== 'str' && ++this.#oddKeys > MAX_ODD_KEYS)
      throw this.#error('TOO_MANY_NODES', `more than ${MAX_ODD_KEYS} keys that are not strings`, start)
    const key = keyText(value, type)
    if (key === undefined) {
      const reason = 'a key that is null or an integer from 2^63 on'
      this.#unjsonable.noteObject(open.object, { code: 'BAD_KEY', reason, start })
    } else {
      this.#noteKeyType(open, key, { type, start })
    }
    open.key = key ?? ''
  }

  // Where two keys become one only when JSON is written, upstream keeps either, by chance.
  #noteKeyType(
    open: OpenCollection,
    key: string,
    { type, start }: { type: ScalarType; start: number },
  ): void {
    if (type === 'str' && open.keyTypes === undefined) return
    const types = (open.keyTypes ??= new Map())
    const known = types.get(key)
    const isOther = (known ?? 'str') !== type || key === '.nan'
    if (isOther && Object.hasOwn(open.object, key)) {
      const reason = `two keys of different types that are both "${key}" in JSON`
      this.#unjsonable.noteObject(open.object, { code: 'AMBIGUOUS_KEY', reason, start })
    }
    if (type !== 'str' && type !== known) types.set(key, type)
  }

  #resolveWithProperties(scalar: Scalar): TypedScalar {
    const { anchor, tag } = this.#properties ?? {}
    this.#properties = undefined
    const typed = tag === undefined ? plainOrQuoted(scalar) : resolveTagged(tag, scalar.value)
    if (typeof typed === 'string') throw this.#error('BAD_TAG', typed, scalar.start)
    if (anchor !== undefined) this.#anchorScalar(anchor, typed)
    return typed
  }

  #anchorScalar(anchor: string, { value, type }: TypedScalar): void {
    this.#anchors.set(anchor, { kind: 'scalar', type, value, size: 1, isOpen: false })
  }

  #countNode(start: number): void {
    this.#budget.total++
    this.#checkBudget(start)
  }

  #checkBudget(start: number): void {
    if (this.#budget.isExceeded)
      throw this.#error('TOO_MANY_ALIASES', 'aliases that expand to most of the document', start)
  }

  #noMapping(start: number): YamlError {
    return this.#error('SYNTAX', 'a merge key "<<" whose value is not a mapping', start)
  }

  #collectionKey(start: number): YamlError {
    return this.#error('BAD_KEY', 'a mapping or list as a key', start)
  }

  #error(code: YamlErrorCode, reason: string, start: number): YamlError {
    return new YamlError(code, reason, positionAt(this.#text, start))
  }
}

function meaningOf({ value, style }: Scalar): ScalarValue {
  return style === 'plain' ? resolveScalar(value) : value
}

function plainOrQuoted(scalar: Scalar): TypedScalar {
  return typed(scalar, meaningOf(scalar))
}

function typed(scalar: Scalar, value: ScalarValue): TypedScalar {
  return { value, type: scalar.style === 'plain' ? typeOfPlain(scalar.value, value) : 'str' }
}

function isObject(value: YamlValue): value is Readonly<Record<string, YamlValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Counts the nodes of a document as if every alias were written out, and says when aliases add too many. */
class AliasBudget {
  total = 1
  #aliased = 0

  /** Counts an alias for a node that has `size` nodes. They are shared: nothing is written out here. */
  addAlias(size: number): void {
    this.total += 1 + size
    this.#aliased += size
  }

  get isExceeded(): boolean {
    if (this.#aliased <= FREE_ALIASED || this.total <= FREE_TOTAL) return false
    return this.#aliased / this.total > allowedShare(this.total)
  }
}

function allowedShare(total: number): number {
  if (total <= SMALL) return 0.99
  if (total >= HUGE) return 0.1
  return 0.99 - 0.89 * ((total - SMALL) / (HUGE - SMALL))
}
