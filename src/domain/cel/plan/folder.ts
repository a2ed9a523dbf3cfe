import type { FoldMacro } from '../syntax/expression.ts'
import { ValueList } from '../value/cel-list.ts'
import { sortValues, type Keyed } from '../value/sort-values.ts'
import { CelMap, ValueMap } from '../value/cel-map.ts'
import { describeValue } from '../value/describe.ts'
import { Fault, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import { noSuchOverload } from './binding.ts'
import { faultOf } from './logic-steps.ts'
import type { Meter } from './meter.ts'
import type { Scope } from './scope.ts'
import type { Step } from './step.ts'

/** What a macro does with each element, and what comes out in the end. */
export interface Folder {
  /** Takes one element; false when the result can no longer change. */
  take(scope: Scope, key: CelValue): boolean
  result(meter: Meter): CelOutcome
}

/** The parts of a macro that are evaluated for each element. */
export interface FolderParts {
  readonly filter: Step | undefined
  readonly body: Step
  readonly offset: number
}

const folders: Readonly<Record<FoldMacro, (parts: FolderParts) => Folder>> = {
  all: parts => new Quantifier(false, parts),
  exists: parts => new Quantifier(true, parts),
  existsOne: parts => new Counter(parts),
  list: parts => new ListBuilder(parts),
  map: parts => new MapBuilder('map', parts),
  mapEntry: parts => new MapBuilder('mapEntry', parts),
  sortBy: parts => new Sorter(parts),
}

/** Makes a folder for one walk. */
export function newFolder(macro: FoldMacro, parts: FolderParts): Folder {
  return folders[macro](parts)
}

/** `all` is a long `&&` and `exists` a long `||`: the element that decides makes up for faults in all others. */
class Quantifier implements Folder {
  private readonly decisive: boolean
  private readonly parts: FolderParts
  private isDecided = false
  private fault: CelOutcome | undefined

  constructor(decisive: boolean, parts: FolderParts) {
    this.decisive = decisive
    this.parts = parts
  }

  take(scope: Scope): boolean {
    const value = this.parts.body.evaluate(scope)
    if (value === this.decisive) this.isDecided = true
    else if (value !== !this.decisive) this.fault ??= faultOf(value, this.parts.offset)
    return !this.isDecided
  }

  result(): CelOutcome {
    return this.isDecided ? this.decisive : (this.fault ?? !this.decisive)
  }
}

/** `exists_one` looks at every element; the last fault counts. */
class Counter implements Folder {
  private readonly parts: FolderParts
  private count = 0
  private fault: CelOutcome | undefined

  constructor(parts: FolderParts) {
    this.parts = parts
  }

  take(scope: Scope): boolean {
    const value = this.parts.body.evaluate(scope)
    if (value === true) this.count++
    else if (value !== false) this.fault = faultOf(value, this.parts.offset)
    return true
  }

  result(): CelOutcome {
    return this.fault ?? this.count === 1
  }
}

/**
 * What builders share: a fault in the condition replaces an earlier fault, one in the body does not.
 *
 * That is how the accumulator of cel-go behaves; an expression can tell only by the message.
 */
abstract class Builder implements Folder {
  protected readonly parts: FolderParts
  private fault: CelOutcome | undefined

  constructor(parts: FolderParts) {
    this.parts = parts
  }

  take(scope: Scope, key: CelValue): boolean {
    const { filter, body, offset } = this.parts
    const passes = filter ? filter.evaluate(scope) : true
    if (passes === true && !this.fault) this.fault = this.add(body.evaluate(scope), key)
    else if (passes !== true && passes !== false) this.fault = faultOf(passes, offset)
    return !this.fault || filter !== undefined
  }

  result(meter: Meter): CelOutcome {
    return this.fault ?? this.built(meter)
  }

  /** Adds what the body came to, or returns a fault. */
  protected abstract add(value: CelOutcome, key: CelValue): Fault | undefined
  protected abstract built(meter: Meter): CelOutcome
}

class ListBuilder extends Builder {
  private readonly values: CelValue[] = []

  protected add(value: CelOutcome): Fault | undefined {
    if (value instanceof Fault) return value
    this.values.push(value)
    return undefined
  }

  protected built(): CelOutcome {
    return new ValueList(this.values)
  }
}

class Sorter extends Builder {
  private readonly entries: Keyed[] = []

  protected add(key: CelOutcome, value: CelValue): Fault | undefined {
    if (key instanceof Fault) return key
    this.entries.push({ value, key })
    return undefined
  }

  protected built(meter: Meter): CelOutcome {
    return sortValues(this.entries, meter)
  }
}

class MapBuilder extends Builder {
  private readonly map = new ValueMap()
  private readonly macro: 'map' | 'mapEntry'

  constructor(macro: 'map' | 'mapEntry', parts: FolderParts) {
    super(parts)
    this.macro = macro
  }

  protected add(value: CelOutcome, key: CelValue): Fault | undefined {
    if (value instanceof Fault) return value
    if (this.macro === 'map') return this.insert(key, value)
    if (!(value instanceof CelMap)) return noSuchOverload('cel.@mapInsert', [this.map, value])
    for (const name of value.keys()) {
      const fault = this.insert(name, value.find(name) ?? null)
      if (fault) return fault
    }
    return undefined
  }

  protected built(): CelOutcome {
    return this.map
  }

  private insert(key: CelValue, value: CelValue): Fault | undefined {
    if (this.map.find(key) !== undefined) {
      return new Fault(`insert failed: key ${describeValue(key)} already exists`, this.parts.offset)
    }
    this.map.set(key, value)
    return undefined
  }
}
