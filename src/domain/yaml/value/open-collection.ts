import type { ScalarType } from '../scalar/resolve-tagged.ts'
import type { YamlValue } from '../yaml-value.ts'

/** The object of a mapping that is still being read. */
export type OpenObject = Record<string, YamlValue>

/** Types of the keys that were not written as strings. Upstream tells 1 from "1" until it writes JSON. */
export type KeyTypes = Map<string, ScalarType>

// Nobody writes to the object of a sequence.
const NONE: OpenObject = Object.freeze({})

/** A mapping or sequence whose end has not come yet. */
export class OpenCollection {
  /** The items of a sequence; undefined for a mapping. */
  list: YamlValue[] | undefined
  readonly object: OpenObject
  /** The key whose value comes next; undefined while a key comes next. */
  key: string | undefined
  keyTypes: KeyTypes | undefined
  /** Whether what comes next is merged into a mapping: the value of `<<`, or an item of the list there. */
  isMerge = false
  /** The anchor of this collection, if it has one. */
  anchored: AnchoredValue | undefined
  readonly start: number
  /** How many nodes the document had before this one. */
  readonly nodesBefore: number

  constructor(list: YamlValue[] | undefined, start: number, nodesBefore: number) {
    this.list = list
    this.object = list === undefined ? {} : NONE
    this.start = start
    this.nodesBefore = nodesBefore
  }

  /** Whether a key of a mapping comes next. */
  get awaitsKey(): boolean {
    return this.list === undefined && this.key === undefined
  }

  get value(): YamlValue {
    return this.list ?? this.object
  }
}

/** What an alias stands for. */
export interface AnchoredValue {
  readonly kind: 'scalar' | 'mapping' | 'sequence'
  readonly type: ScalarType
  value: YamlValue
  size: number
  /** Whether its end has not come yet: an alias would put it into itself. */
  isOpen: boolean
}

/** Sets an own property, whatever its name. */
export function setOwn(object: OpenObject, key: string, value: YamlValue): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}
