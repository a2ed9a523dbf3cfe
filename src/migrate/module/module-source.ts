import type { HclAttribute, Block, Body } from '../hcl/body.ts'
import { HclError } from '../hcl/hcl-error.ts'
import { readHcl } from '../hcl/read-hcl.ts'
import type { SourceFile } from '../hcl/source-file.ts'
import type { ParseHcl } from '../hcl/syntax-node.ts'
import { refuseLocalCycles } from './local-cycles.ts'

/** What the files of one folder define. */
export interface ModuleSource {
  /** The folder: what `path.module` is. */
  readonly folder: string
  readonly files: readonly SourceFile[]
  /** What each file has in it. */
  readonly bodies: readonly Body[]
  readonly variables: ReadonlyMap<string, Block>
  readonly locals: ReadonlyMap<string, HclAttribute>
  readonly outputs: ReadonlyMap<string, Block>
  readonly calls: ReadonlyMap<string, Block>
  /** By type and name, as in `helm_release.karpenter`. */
  readonly resources: ReadonlyMap<string, Block>
  readonly settings: readonly Block[]
}

/** Reads the files of a module. Throws an HclError for one that is no HCL, defines something twice, or has locals in a cycle. */
export function readModule(folder: string, files: readonly SourceFile[], parse: ParseHcl): ModuleSource {
  const bodies = files.map(file => readHcl(file, parse))
  const locals = localsIn(bodies)
  refuseLocalCycles(locals)
  return {
    folder,
    files,
    bodies,
    variables: namedBlocks(bodies, 'variable'),
    locals,
    outputs: namedBlocks(bodies, 'output'),
    calls: namedBlocks(bodies, 'module'),
    resources: namedBlocks(bodies, 'resource'),
    settings: blocksIn(bodies, 'terraform'),
  }
}

function blocksIn(bodies: readonly Body[], type: string): readonly Block[] {
  return bodies.flatMap(({ blocks }) => blocks.filter(block => block.type === type))
}

function namedBlocks(bodies: readonly Body[], type: string): ReadonlyMap<string, Block> {
  const named = new Map<string, Block>()
  for (const block of blocksIn(bodies, type)) {
    const name = block.labels.join('.')
    if (block.labels.length !== (type === 'resource' ? 2 : 1))
      throw new HclError(`this ${type} has no name`, block)
    if (named.has(name)) throw new HclError(`${type} ${name} is defined twice`, block)
    named.set(name, block)
  }
  return named
}

function localsIn(bodies: readonly Body[]): ReadonlyMap<string, HclAttribute> {
  const locals = new Map<string, HclAttribute>()
  for (const attribute of blocksIn(bodies, 'locals').flatMap(({ body }) => body.attributes)) {
    if (locals.has(attribute.name)) throw new HclError(`local ${attribute.name} is defined twice`, attribute)
    locals.set(attribute.name, attribute)
  }
  return locals
}
