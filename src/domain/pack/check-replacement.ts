import { compileLabelSelector } from '../labels/label-selector.ts'
import { formatSelector } from '../labels/selector.ts'
import { SelectorError } from '../labels/selector-error.ts'
import type { ResourceSet } from '../resource-set/resource-set.ts'
import type { Pack } from './make-pack.ts'
import { PackError } from './pack-error.ts'
import type { CommittedPack } from './read-pack.ts'

/**
 * Throws a PackError when a pack changes what Cluster API lets nobody change in a ClusterResourceSet that is committed.
 *
 * To delete it and make it again under its name is no way out: it owns its ConfigMaps and takes them along, and the
 * new one may find that all is applied already. A pack of another name has ConfigMaps of its own.
 */
export function checkReplacement(committed: CommittedPack, pack: Pack): void {
  const { namespace, selector } = pack.options
  for (const { name, strategy } of pack.resourceSets) {
    const old = committed.resourceSets.find(
      ({ set }) => set.name === name && set.namespace === namespace,
    )?.set
    if (!old) continue
    if (old.strategy !== strategy) throw immutable(pack.name, name, `strategy ${old.strategy}`)
    const oldSelector = selectorOf(old)
    if (oldSelector !== formatSelector(compileLabelSelector(selector))) {
      throw immutable(pack.name, name, `selector ${oldSelector}`)
    }
  }
}

function selectorOf({ name, clusterSelector }: ResourceSet): string {
  try {
    return formatSelector(compileLabelSelector(clusterSelector))
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error
    throw new PackError('BAD_PACK', `cannot read ClusterResourceSet ${name}: ${error.message}`)
  }
}

function immutable(pack: string, set: string, what: string): PackError {
  return new PackError(
    'IMMUTABLE',
    `cannot replace pack ${pack}: ClusterResourceSet ${set} is committed with ${what}, which is immutable`,
    `create it as pack ${pack}-2 with the same sources; remove ${pack} when its clusters have ${pack}-2`,
  )
}
