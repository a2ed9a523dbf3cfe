import { attributeOf } from '../hcl/body.ts'
import type { HclExpression } from '../hcl/expression.ts'
import { spanText } from '../hcl/source-file.ts'
import type { ModuleInstance } from '../module/module-instance.ts'

/** Where a value is found among the outputs of the root module. */
export interface ExposedValue {
  readonly output: string
  /** Fields inside a JSON output. */
  readonly fields: readonly string[]
}

/** An output that a module gets. */
export interface AddedOutput {
  readonly name: string
  readonly expression: string
  readonly isSensitive: boolean
}

/** A value that is to become an output of the root module. */
export interface WantedOutput {
  readonly expression: string
  readonly isSensitive: boolean
  /** A name, if no output is there. */
  readonly name: string
}

/** Plans the outputs that releases need. An output that is there already is used. */
export class OutputPlan {
  readonly #instances: ReadonlyMap<string, ModuleInstance>
  readonly #added = new Map<string, AddedOutput[]>()

  constructor(instances: readonly ModuleInstance[]) {
    this.#instances = new Map(instances.map(instance => [instance.address, instance]))
  }

  /** The outputs that are new, by the folder of their module. */
  added(): ReadonlyMap<string, readonly AddedOutput[]> {
    return this.#added
  }

  /** Makes a value of a module an output of the root; undefined if there is no such module. */
  expose(module: string, wanted: WantedOutput): ExposedValue | undefined {
    const instance = this.#instances.get(module)
    if (!instance) return undefined
    const found = findOutput(instance, wanted.expression)
    if (found && !instance.parent) return found
    const isPlain = found && found.fields.length === 0
    const name = isPlain ? found.output : this.#add(instance, wanted)
    if (!instance.parent) return { output: name, fields: [] }
    return this.expose(instance.parent.address, {
      ...wanted,
      expression: `${lastStep(instance)}.${name}`,
      name: wanted.name,
    })
  }

  #add({ source }: ModuleInstance, { expression, isSensitive, name }: WantedOutput): string {
    const added = this.#added.get(source.folder) ?? []
    const same = added.find(one => one.expression === expression && one.isSensitive === isSensitive)
    if (same) return same.name
    const taken = new Set([...source.outputs.keys(), ...added.map(one => one.name)])
    const free = freeName(name, taken)
    added.push({ name: free, expression, isSensitive })
    this.#added.set(source.folder, added)
    return free
  }
}

/** The last step of an address: how the parent refers to the module. */
function lastStep({ address, parent }: ModuleInstance): string {
  return parent && parent.address !== '' ? address.slice(parent.address.length + 1) : address
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name}_${number}`
    if (!taken.has(tried)) return tried
  }
}

function findOutput({ source }: ModuleInstance, expression: string): ExposedValue | undefined {
  const wanted = normal(expression)
  const found: ExposedValue[] = []
  for (const [output, block] of source.outputs) {
    const value = attributeOf(block.body, 'value')?.value
    const fields = value && fieldsTo(value, wanted)
    if (fields) found.push({ output, fields })
  }
  // A key of its own is plainer than a field of another.
  return found.toSorted((one, other) => one.fields.length - other.fields.length)[0]
}

function fieldsTo(value: HclExpression, wanted: string): readonly string[] | undefined {
  if (normal(spanText(value)) === wanted) return []
  if (value.kind !== 'object') return undefined
  for (const { key, value: inner } of value.entries) {
    const fields = key.kind === 'literal' ? fieldsTo(inner, wanted) : undefined
    if (fields) return [String(key.kind === 'literal' ? key.value : ''), ...fields]
  }
  return undefined
}

// Spaces mean nothing outside of a text; one in a text only makes two expressions differ that are the same.
function normal(text: string): string {
  return text.includes('"') ? text.trim() : text.replaceAll(/\s+/g, '')
}
