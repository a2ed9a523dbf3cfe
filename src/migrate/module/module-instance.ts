import { posix } from 'node:path'
import { attributeOf, type Block } from '../hcl/body.ts'
import type { HclExpression } from '../hcl/expression.ts'
import { HclError } from '../hcl/hcl-error.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import type { EvaluationBudget } from '../evaluate/evaluation-budget.ts'
import { type Holes, unknown } from '../evaluate/holes.ts'
import type { Resolved, HclScope, TemplateFiles } from '../evaluate/scope.ts'
import type { Value } from '../evaluate/value.ts'
import { convertType } from './convert-type.ts'
import type { ModuleSource } from './module-source.ts'
import { resourceValue } from './resource-value.ts'

/** What all modules of a configuration share. */
export interface Configuration {
  readonly holes: Holes
  readonly budget: EvaluationBudget
  readonly files: TemplateFiles
  /** The folder of the root module: paths in files are seen from there. */
  readonly folder: string
}

/** One use of a module: the root, or what a `module` block makes of it. */
export interface ModuleInstance {
  readonly source: ModuleSource
  /** As Terraform writes it: empty for the root, else `module.a`, `module.a["key"].module.b`. */
  readonly address: string
  readonly parent: ModuleInstance | undefined
  /** The scope of its blocks. */
  readonly scope: HclScope
  /** The modules that it calls, once they are known. */
  readonly children: Map<string, ModuleCall>
  /** The value of an output; undefined if there is none of that name. */
  readonly output: (name: string) => Value | undefined
}

/** A `module` block whose files are at hand. */
export interface ModuleCall {
  /** Without `count` and `for_each` there is one under the empty key. */
  readonly instances: ReadonlyMap<string | number, ModuleInstance>
  readonly repeats: 'once' | 'count' | 'for_each'
}

/** What a module is used with. */
export interface ModuleUse {
  readonly source: ModuleSource
  readonly address: string
  readonly parent: ModuleInstance | undefined
  /** The value that a variable is given; undefined if it is given none. */
  readonly input: (name: string) => Value | undefined
}

/** Makes an instance of a module. Nothing is evaluated before it is asked for. */
export function instantiate(use: ModuleUse, { holes, budget, files, folder }: Configuration): ModuleInstance {
  const { source, address, parent } = use
  const children = new Map<string, ModuleCall>()
  const known = new Map<string, Value>()
  const open: string[] = []

  // Each once; a name that needs itself is a fault of the files.
  const once = (name: string, at: HclExpression | Block, value: () => Value): Value => {
    const before = known.get(name)
    if (before !== undefined) return before
    if (open.includes(name)) {
      const cycle = [...open.slice(open.indexOf(name)), name].join(' → ')
      throw new HclError(`${name} refers to itself: ${cycle}`, at)
    }
    open.push(name)
    try {
      const found = value()
      known.set(name, found)
      return found
    } finally {
      open.pop()
    }
  }

  const variable = (name: string, at: HclExpression): Resolved => {
    const block = source.variables.get(name)
    const given = use.input(name)
    const isSensitive = block ? mayBeTrue(block, 'sensitive') || mayBeTrue(block, 'ephemeral') : false
    if (isSensitive) return { kind: 'unknown', reason: `variable ${name} is sensitive`, isSensitive }
    const type = block && attributeOf(block.body, 'type')?.value
    const typed = (value: Value) => convertType(value, type, one => evaluate(one, scope))
    const fallback = block && attributeOf(block.body, 'default')
    const isLeftOut = given === null && fallback && !isNullable(block)
    if (given !== undefined && !isLeftOut) return { kind: 'value', value: typed(given) }
    if (!fallback) return { kind: 'unknown', reason: `variable ${name} has no value in these files` }
    const value = () => typed(evaluate(fallback.value, scope))
    return { kind: 'value', value: once(`var.${name}`, at, value) }
  }

  const local = (name: string, at: HclExpression): Resolved => {
    const attribute = source.locals.get(name)
    if (!attribute) return { kind: 'unknown', reason: `there is no local ${name} in these files` }
    return { kind: 'value', value: once(`local.${name}`, at, () => evaluate(attribute.value, scope)) }
  }

  const resource = (type: string, name: string, at: HclExpression): Resolved => {
    const block = source.resources.get(`${type}.${name}`)
    const value = block && resourceValue(block, scope, compute => once(`${type}.${name}`, at, compute))
    return value === undefined
      ? { kind: 'unknown', reason: 'only Terraform knows what a resource has' }
      : { kind: 'value', value }
  }

  const scope: HclScope = {
    names: new Map(),
    module: address,
    holes,
    budget,
    files,
    resolve: (root, name, at) => {
      if (root === 'var') return variable(name, at)
      if (root === 'local') return local(name, at)
      if (root === 'path') return pathOf(name, posix.relative(folder, source.folder) || '.')
      if (root === 'module') return moduleOf(name, children)
      if (root === 'data') return { kind: 'unknown', reason: 'only Terraform reads data sources' }
      if (root === 'resource' || root === 'terraform' || root === 'self') {
        return { kind: 'unknown', reason: 'only Terraform knows it' }
      }
      return resource(root, name, at)
    },
  }

  return {
    source,
    address,
    parent,
    scope,
    children,
    output: name => {
      const block = source.outputs.get(name)
      const value = block && attributeOf(block.body, 'value')
      return value && once(`output.${name}`, value.value, () => evaluate(value.value, scope))
    },
  }
}

function isNullable({ body }: Block): boolean {
  const value = attributeOf(body, 'nullable')?.value
  return !(value?.kind === 'literal' && value.value === false)
}

/** Whether an attribute is written as true. */
export function mayBeTrue({ body }: Block, name: string): boolean {
  const value = attributeOf(body, name)?.value
  // What is not written plainly is taken for the safer of the two.
  return value !== undefined && !(value.kind === 'literal' && value.value === false)
}

function pathOf(name: string, folder: string): Resolved {
  if (name === 'root') return { kind: 'value', value: '.' }
  if (name === 'module') return { kind: 'value', value: folder }
  return { kind: 'unknown', reason: 'the folder in which Terraform runs is not known' }
}

function moduleOf(name: string, children: ReadonlyMap<string, ModuleCall>): Resolved {
  const call = children.get(name)
  if (!call) return { kind: 'unknown', reason: `the files of module ${name} are not here` }
  if (call.repeats === 'once') {
    const [instance] = call.instances.values()
    return { kind: 'value', value: instance ? outputsOf(instance) : null }
  }
  if (call.repeats === 'count') {
    return { kind: 'value', value: [...call.instances.values()].map(outputsOf) }
  }
  return {
    kind: 'value',
    value: new Map([...call.instances].map(([key, one]) => [String(key), outputsOf(one)])),
  }
}

// An output that Terraform hides stays hidden, whatever it is made of.
function outputsOf(instance: ModuleInstance): Value {
  const { source, address } = instance
  return new Map(
    [...source.outputs].map(([name, block]) => {
      if (!mayBeTrue(block, 'sensitive')) return [name, instance.output(name) ?? null]
      const { file, start, end } = block
      const reason = `output ${name} is sensitive`
      const hole = {
        module: address,
        expression: undefined,
        span: { file, start, end },
        isSensitive: true,
        reason,
      }
      return [name, unknown(hole)]
    }),
  )
}
