import type { Block } from '../hcl/body.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { EvaluationError } from '../evaluate/evaluation-error.ts'
import { isUnknown } from '../evaluate/value.ts'
import { repetitionOf } from '../module/load-modules.ts'
import type { ModuleInstance } from '../module/module-instance.ts'
import { type PlacedReason, reasonAt } from './reason.ts'
import type { FoundRelease } from './read-release.ts'

/** A `helm_release` block, with what each instance of it is. */
export interface ReleaseBlock {
  readonly block: Block
  /** The folder of its module: all instances of the module share the block. */
  readonly folder: string
  /** `helm_release.karpenter`. */
  readonly name: string
  readonly found: readonly FoundRelease[]
  readonly faults: readonly PlacedReason[]
}

/** Finds the releases of a configuration, block by block. */
export function findReleases(instances: readonly ModuleInstance[]): readonly ReleaseBlock[] {
  const blocks = new Map<Block, ReleaseBlock>()
  for (const instance of instances) {
    for (const [name, block] of instance.source.resources) {
      if (block.labels[0] !== 'helm_release') continue
      const before = blocks.get(block)
      const { found, faults } = instancesOf(block, name, instance)
      blocks.set(block, {
        block,
        folder: instance.source.folder,
        name,
        found: [...(before?.found ?? []), ...found],
        faults: [...(before?.faults ?? []), ...faults],
      })
    }
  }
  return [...blocks.values()]
}

interface FoundInstances {
  readonly found: readonly FoundRelease[]
  readonly faults: readonly PlacedReason[]
}

// What Terraform would refuse keeps one block where it is, not all.
function instancesOf(block: Block, name: string, instance: ModuleInstance): FoundInstances {
  try {
    return readInstances(block, name, instance)
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error
    return { found: [], faults: [reasonAt(error.span, error.reason)] }
  }
}

function readInstances(
  block: Block,
  name: string,
  instance: ModuleInstance,
): { readonly found: readonly FoundRelease[]; readonly faults: readonly PlacedReason[] } {
  const address = instance.address === '' ? name : `${instance.address}.${name}`
  const repetition = repetitionOf(block, instance.scope)
  if (!repetition) {
    const at = block.body.attributes.find(one => one.name === 'count' || one.name === 'for_each')
    const value = at ? evaluate(at.value, instance.scope) : null
    const why = isUnknown(value) ? `: ${value.hole.reason}` : ''
    const fault = reasonAt(at ?? block, `how often it is repeated is known only to Terraform${why}`)
    // It stays, and what else hinders is named, too.
    return { found: [{ block, instance, scope: instance.scope, address }], faults: [fault] }
  }
  const found = repetition.each.map(({ key, scope }) => ({
    block,
    instance,
    scope,
    address: key === '' ? address : `${address}[${JSON.stringify(key)}]`,
  }))
  return { found, faults: [] }
}
