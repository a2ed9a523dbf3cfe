import type { FoldMacro } from '../syntax/expression.ts'
import { CelList } from '../value/cel-list.ts'
import { CelMap } from '../value/cel-map.ts'
import { typeNameOf } from '../value/cel-type.ts'
import { Fault, NO_SUCH_OVERLOAD, located, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import { newFolder, type Folder, type FolderParts } from './folder.ts'
import type { Scope } from './scope.ts'
import type { Step } from './step.ts'

/** A macro that walks over a list or over the keys of a map. */
export class FoldStep implements Step {
  readonly offset: number
  private readonly macro: FoldMacro
  private readonly range: Step
  private readonly variables: readonly string[]
  private readonly parts: FolderParts

  constructor(
    macro: FoldMacro,
    walk: { readonly range: Step; readonly variables: readonly string[] },
    parts: FolderParts,
  ) {
    this.macro = macro
    this.range = walk.range
    this.variables = walk.variables
    this.parts = parts
    this.offset = parts.offset
  }

  evaluate(scope: Scope): CelOutcome {
    const range = this.range.evaluate(scope)
    if (range instanceof Fault) return range
    const folder = newFolder(this.macro, this.parts)
    if (range instanceof CelList) this.walkList(range, folder, scope)
    else if (range instanceof CelMap && this.macro !== 'sortBy') this.walkMap(range, folder, scope)
    else return new Fault(this.refusal(range), this.offset)
    return located(folder.result(scope.meter), this.offset)
  }

  private refusal(range: CelValue): string {
    if (this.macro === 'sortBy') return `${NO_SUCH_OVERLOAD}: @sortByAssociatedKeys`
    return this.variables.length === 1
      ? `got '${goTypeName(range)}', expected iterable type`
      : `unsupported comprehension range type: ${goTypeName(range)}`
  }

  private walkList(list: CelList, folder: Folder, scope: Scope): void {
    const [first = '', second] = this.variables
    const outer = scope.with(first)
    const inner = second === undefined ? outer : outer.with(second)
    const { size } = list
    for (let index = 0; index < size; index++) {
      scope.meter.charge(1)
      if (second !== undefined) outer.value = BigInt(index)
      inner.value = list.at(index)
      if (!folder.take(inner, outer.value)) return
    }
  }

  private walkMap(map: CelMap, folder: Folder, scope: Scope): void {
    const [first = '', second] = this.variables
    const outer = scope.with(first)
    const inner = second === undefined ? outer : outer.with(second)
    const keys = map.keys()
    scope.meter.charge(keys.length)
    for (const key of keys) {
      outer.value = key
      if (second !== undefined) inner.value = map.find(key) ?? null
      if (!folder.take(inner, key)) return
    }
  }
}

// Messages of cel-go name the type in Go.
function goTypeName(value: CelValue): string {
  const name = typeNameOf(value)
  const inGo: Readonly<Record<string, string>> = {
    null_type: 'types.Null',
    optional_type: '*types.Optional',
    type: '*types.Type',
    'google.protobuf.Duration': 'types.Duration',
    'google.protobuf.Timestamp': 'types.Timestamp',
  }
  return inGo[name] ?? `types.${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
