import { posix } from 'node:path'
import { attributeOf, type Block } from '../hcl/body.ts'
import { HclError } from '../hcl/hcl-error.ts'
import type { SourceFile } from '../hcl/source-file.ts'
import type { ParseHcl } from '../hcl/syntax-node.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { EvaluationError } from '../evaluate/evaluation-error.ts'
import { hasMark } from '../evaluate/holes.ts'
import { type HclScope, withNames } from '../evaluate/scope.ts'
import { isUnknown, isValueList, isValueMap, sortedEntries, type Value } from '../evaluate/value.ts'
import { type Configuration, instantiate, type ModuleCall, type ModuleInstance } from './module-instance.ts'
import { type ModuleSource, readModule } from './module-source.ts'

/** More modules inside each other than people have; a module that calls itself is found by it. */
const MAX_DEPTH = 20

/** A repetition that a person can still read a report about. */
const MAX_INSTANCES = 200

/** The files of the folders that a configuration is in. */
export interface Folders {
  /** The files of a folder that Terraform reads; undefined if there is no such folder, or it must not be read. */
  readonly filesIn: (folder: string) => readonly SourceFile[] | undefined
  readonly parse: ParseHcl
}

/** A module block whose files are elsewhere, so that releases in it are not seen. */
export interface UnreadModule {
  readonly address: string
  readonly source: string
  readonly block: Block
}

/** A configuration: its root, everything below, and what could not be read. */
export interface LoadedModules {
  readonly root: ModuleInstance
  readonly instances: readonly ModuleInstance[]
  readonly unread: readonly UnreadModule[]
}

/** The root of a configuration, and what its variables are given. */
export interface RootModule {
  readonly source: ModuleSource
  readonly inputs: ReadonlyMap<string, Value>
}

/** Loads a root module with the local modules that it calls. */
export function loadModules(root: RootModule, folders: Folders, configuration: Configuration): LoadedModules {
  return new Loader(folders, configuration).load(root)
}

class Loader {
  readonly #folders: Folders
  readonly #configuration: Configuration
  readonly #sources = new Map<string, ModuleSource>()
  readonly #instances: ModuleInstance[] = []
  readonly #unread: UnreadModule[] = []

  constructor(folders: Folders, configuration: Configuration) {
    this.#folders = folders
    this.#configuration = configuration
  }

  load({ source, inputs }: RootModule): LoadedModules {
    this.#sources.set(source.folder, source)
    const use = { source, address: '', parent: undefined, input: (name: string) => inputs.get(name) }
    const root = instantiate(use, this.#configuration)
    this.#fill(root, 0)
    return { root, instances: this.#instances, unread: this.#unread }
  }

  #fill(instance: ModuleInstance, depth: number): void {
    this.#instances.push(instance)
    for (const [name, block] of instance.source.calls) {
      const address = instance.address === '' ? `module.${name}` : `${instance.address}.module.${name}`
      const source = this.#sourceOf(instance, block)
      if (typeof source === 'string') {
        this.#unread.push({ address, source, block })
        continue
      }
      if (depth >= MAX_DEPTH) throw new HclError('modules are nested too deeply, or call themselves', block)
      const call = this.#callOrReason(block, instance, { source, address })
      if (typeof call === 'string') {
        this.#unread.push({ address, source: call, block })
        continue
      }
      instance.children.set(name, call)
      for (const child of call.instances.values()) this.#fill(child, depth + 1)
    }
  }

  /** The files of a called module, or the source that is not on this disk. */
  #sourceOf({ source: { folder } }: ModuleInstance, { body }: Block): ModuleSource | string {
    const value = attributeOf(body, 'source')?.value
    const text = value?.kind === 'literal' && typeof value.value === 'string' ? value.value : ''
    if (!/^\.{1,2}(\/|$)/.test(text)) return text === '' ? 'a source that is not written plainly' : text
    const path = posix.join(folder, text).replace(/(?<=.)\/$/, '')
    const known = this.#sources.get(path)
    if (known) return known
    const files = this.#folders.filesIn(path)
    if (!files || files.length === 0) return text
    const source = readModule(path, files, this.#folders.parse)
    this.#sources.set(path, source)
    return source
  }

  #callOrReason(
    block: Block,
    parent: ModuleInstance,
    use: Pick<ModuleInstance, 'source' | 'address'>,
  ): ModuleCall | string {
    try {
      return this.#call(block, parent, use) ?? 'how often it is used is known only to Terraform'
    } catch (error) {
      if (error instanceof EvaluationError) return error.message
      throw error
    }
  }

  #call(
    block: Block,
    parent: ModuleInstance,
    { source, address }: Pick<ModuleInstance, 'source' | 'address'>,
  ): ModuleCall | undefined {
    const keys = repetitionOf(block, parent.scope)
    if (!keys) return undefined
    const instances = new Map<string | number, ModuleInstance>()
    for (const { key, scope } of keys.each) {
      const suffix = key === '' ? '' : `[${JSON.stringify(key)}]`
      const input = (name: string) => {
        const given = attributeOf(block.body, name)
        return given && evaluate(given.value, scope)
      }
      instances.set(
        key,
        instantiate({ source, address: address + suffix, parent, input }, this.#configuration),
      )
    }
    return { instances, repeats: keys.repeats }
  }
}

/** How often a block is used, and with which names. */
export interface Repetition {
  readonly repeats: 'once' | 'count' | 'for_each'
  /** Without a repetition there is one, with an empty key. */
  readonly each: readonly { readonly key: string | number; readonly scope: HclScope }[]
}

/** What `count` and `for_each` of a block make of it; undefined if only Terraform knows. */
export function repetitionOf({ body }: Block, scope: HclScope): Repetition | undefined {
  const count = attributeOf(body, 'count')
  if (count) {
    const value = evaluate(count.value, scope)
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
    if (typeof number !== 'number' || !Number.isInteger(number) || number > MAX_INSTANCES) return undefined
    return { repeats: 'count', each: Array.from({ length: number }, (_, index) => countScope(index, scope)) }
  }
  const forEach = attributeOf(body, 'for_each')
  if (!forEach) return { repeats: 'once', each: [{ key: '', scope }] }
  const entries = keyedEntries(evaluate(forEach.value, scope))
  if (!entries || entries.length > MAX_INSTANCES) return undefined
  return {
    repeats: 'for_each',
    each: entries.map(([key, value]) => ({
      key,
      scope: withNames(scope, [
        [
          'each',
          new Map<string, Value>([
            ['key', key],
            ['value', value],
          ]),
        ],
      ]),
    })),
  }
}

function countScope(index: number, scope: HclScope) {
  return { key: index, scope: withNames(scope, [['count', new Map<string, Value>([['index', index]])]]) }
}

function keyedEntries(value: Value): readonly (readonly [string, Value])[] | undefined {
  if (isUnknown(value)) return undefined
  if (isValueMap(value)) return sortedEntries(value)
  if (!isValueList(value)) return undefined
  const keys = value.flatMap(item => (typeof item === 'string' && !hasMark(item) ? [item] : []))
  return keys.length === value.length ? keys.map(key => [key, key]) : undefined
}
