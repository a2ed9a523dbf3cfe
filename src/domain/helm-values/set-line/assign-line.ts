import { parseInt64 } from '../../quantity/parse-int64.ts'
import { type DraftValue, type DraftValues, getKey, isMap, setKey } from '../copy-values.ts'
import type { Dialect } from './dialect.ts'
import { MAX_INDEX, MAX_LINE_DEPTH, MAX_LIST_ITEMS_ADDED, MAX_NESTED_NAME_LEVEL } from './fault-words.ts'
import { LineReader, stopsAt } from './line-reader.ts'
import type { SetLineFault } from './set-line-error.ts'

/** Where a value goes: names of maps and indexes of lists, from the top. */
export type Steps = readonly (string | number)[]

/** One line, the values it changes, and who wants to know. */
export interface Assignment {
  readonly line: string
  readonly dialect: Dialect
  readonly values: DraftValues
  /** Makes the error that is thrown. */
  readonly error: (fault: SetLineFault) => Error
  /** Is told of every value, also of one that an empty name keeps from being set. */
  readonly onValue?: (steps: Steps, value: DraftValue) => void
}

/** Carries out every assignment of a line on `values`. Throws at the first fault; what was done by then stays. */
export function assignLine(assignment: Assignment): void {
  const assigner = new LineAssigner(assignment)
  while (assigner.next() === 'more');
}

// The end of the line is not an error, wherever it comes: Helm then silently drops what is unfinished.
type Outcome = 'more' | 'end'

interface Item {
  readonly list: DraftValue[]
  readonly outcome: Outcome
}

const indexEnd = stopsAt(']')
const behindIndex = stopsAt('[.=')

class LineAssigner {
  readonly #assignment: Assignment
  readonly #reader: LineReader
  readonly #steps: (string | number)[] = []
  // Lists that this line made: nobody else holds them, so they may grow in place.
  readonly #ownLists = new Set<DraftValue[]>()
  // Maps that are known to hold something: counting the keys of a large map for every key would take forever.
  readonly #filledMaps = new Set<DraftValues>()
  #itemsAdded = 0

  constructor(assignment: Assignment) {
    this.#assignment = assignment
    this.#reader = new LineReader(assignment.line, assignment.dialect)
  }

  next(): Outcome {
    this.#steps.length = 0
    return this.#assign(this.#assignment.values, 0)
  }

  #assign(map: DraftValues, level: number): Outcome {
    const { offset } = this.#reader
    const { text: key, stop } = this.#reader.until(this.#assignment.dialect.keyStops)
    if (stop === undefined && key === '') return 'end'
    if (stop === undefined || stop === ',') throw this.#fault({ code: 'NO_VALUE', offset, key })

    this.#enter(key, offset)
    if (stop === '[') return this.#assignInList(map, { key, level, offset })
    if (stop === '.') return this.#assignBelow(map, { key, level: level + 1, offset })
    const { value, atEnd } = this.#value()
    this.#set(map, key, value)
    return atEnd ? 'end' : 'more'
  }

  #assignBelow(map: DraftValues, { key, level, offset }: Name): Outcome {
    if (level > MAX_NESTED_NAME_LEVEL) throw this.#fault({ code: 'NAME_TOO_DEEP', offset })
    const below = getKey(map, key) ?? (Object.hasOwn(map, key) ? null : {})
    if (!isMap(below)) throw this.#fault({ code: 'NOT_A_MAP', offset, key })

    const outcome = this.#assign(below, level)
    const isEmpty = this.#isEmpty(below)
    if (isEmpty && outcome === 'more') throw this.#fault({ code: 'EMPTY_MAP', offset, key })
    if (!isEmpty) this.#set(map, key, below)
    return outcome
  }

  #assignInList(map: DraftValues, { key, level, offset }: Name): Outcome {
    const index = this.#index()
    if (index === undefined) return 'end'
    const found = Object.hasOwn(map, key) ? map[key] : this.#newList()
    if (!Array.isArray(found)) throw this.#fault({ code: 'NOT_A_LIST', offset, key })
    const { list, outcome } = this.#assignItem(found, index, level)
    this.#set(map, key, list)
    return outcome
  }

  /** Goes on behind the closing bracket of an index. */
  #assignItem(list: DraftValue[], index: Index, level: number): Item {
    const { offset } = this.#reader
    this.#enter(index.value, offset)
    if (index.value < 0) throw this.#fault({ code: 'NEGATIVE_INDEX', offset: index.offset })
    const { text, stop } = this.#reader.until(behindIndex)
    if (text !== '') throw this.#fault({ code: 'TEXT_AFTER_INDEX', offset })
    if (stop === undefined) return { list, outcome: 'end' }
    if (stop === '=') return this.#setItem(list, index, this.#value().value)
    return stop === '['
      ? this.#assignInNestedList(list, index, level)
      : this.#assignBelowItem(list, index, level)
  }

  #assignInNestedList(list: DraftValue[], index: Index, level: number): Item {
    const { offset } = this.#reader
    const nextIndex = this.#index()
    if (nextIndex === undefined) return { list, outcome: 'end' }
    const found = list[index.value] ?? this.#newList()
    if (!Array.isArray(found)) throw this.#fault({ code: 'NOT_A_LIST', offset })
    const nested = this.#assignItem(found, nextIndex, level)
    return nested.outcome === 'end' ? { list, outcome: 'end' } : this.#setItem(list, index, nested.list)
  }

  #assignBelowItem(list: DraftValue[], index: Index, level: number): Item {
    const found = list[index.value]
    const below = isMap(found) ? found : {}
    // What stands in the way is gone even if the line ends here.
    if (index.value < list.length) list[index.value] = below
    const outcome = this.#assign(below, level)
    return outcome === 'end' ? { list, outcome } : this.#setItem(list, index, below)
  }

  #setItem(list: DraftValue[], { value: index, offset }: Index, value: DraftValue): Item {
    if (index > MAX_INDEX) throw this.#fault({ code: 'INDEX_TOO_LARGE', offset })
    if (index < list.length) {
      list[index] = value
      return { list, outcome: 'more' }
    }
    this.#itemsAdded += index + 1 - list.length
    if (this.#itemsAdded > MAX_LIST_ITEMS_ADDED) throw this.#fault({ code: 'LISTS_TOO_LONG', offset })
    // A list that others hold too stays as it is for them: it grows in a copy, as in Go.
    const grown = this.#ownLists.has(list) ? list : this.#newList(list)
    while (grown.length < index) grown.push(null)
    grown.push(value)
    return { list: grown, outcome: 'more' }
  }

  // Helm sets nothing under an empty name, and does not say so.
  #set(map: DraftValues, key: string, value: DraftValue): void {
    if (key === '') return
    setKey(map, key, value)
    this.#filledMaps.add(map)
  }

  #isEmpty(map: DraftValues): boolean {
    if (this.#filledMaps.has(map)) return false
    if (Object.keys(map).length === 0) return true
    this.#filledMaps.add(map)
    return false
  }

  #newList(items: readonly DraftValue[] = []): DraftValue[] {
    const list = [...items]
    this.#ownLists.add(list)
    return list
  }

  /** The index up to the closing bracket; undefined when the line ends before it. */
  #index(): Index | undefined {
    const { offset } = this.#reader
    const { text, stop } = this.#reader.until(indexEnd)
    if (stop === undefined) return undefined
    const index = parseInt64(text)
    if (index === undefined) throw this.#fault({ code: 'BAD_INDEX', offset })
    return { value: Number(index), offset }
  }

  #value(): { readonly value: DraftValue; readonly atEnd?: boolean } {
    const { offset } = this.#reader
    const read = this.#assignment.dialect.readValue(this.#reader)
    if (!read.ok) throw this.#fault(read)
    if (!this.#reader.countValue()) throw this.#fault({ code: 'TOO_MANY_VALUES', offset })
    this.#assignment.onValue?.([...this.#steps], read.value)
    return read
  }

  #enter(step: string | number, offset: number): void {
    this.#steps.push(step)
    if (this.#steps.length > MAX_LINE_DEPTH) throw this.#fault({ code: 'LISTS_TOO_DEEP', offset })
  }

  #fault(fault: SetLineFault): Error {
    return this.#assignment.error(fault)
  }
}

interface Index {
  readonly value: number
  readonly offset: number
}

interface Name {
  readonly key: string
  readonly level: number
  readonly offset: number
}
