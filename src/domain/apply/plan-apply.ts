import { stageManifests } from '../pack/stage-manifests.ts'
import { manifestOf } from '../pack/manifest.ts'
import { type Entry, type Inventory, inventoryOf } from './inventory.ts'
import type { DesiredObject } from './read-desired.ts'

/** What is to be done on a cluster. */
export interface ApplyPlan {
  /** In the order of application. */
  readonly applies: readonly DesiredObject[]
  /** What was applied once and is no longer in Git, in the order of deletion: what was applied last goes first. */
  readonly deletes: readonly (readonly Entry[])[]
  /** What is in Git as it was applied last. */
  readonly unchanged: readonly DesiredObject[]
}

/** What a cluster shall have and what it has taken so far. */
export interface PlanFacts {
  readonly desired: readonly DesiredObject[]
  readonly inventory: Inventory
  readonly mode: 'difference' | 'everything'
}

/**
 * Compares what shall be with what was applied. Git is not asked what changed: the digests of the inventory say it for
 * every history, also when the commit of the cluster is not in this clone.
 */
export function planCommit({ desired, inventory, mode }: PlanFacts): ApplyPlan {
  const isCertain = ({ key, digest }: DesiredObject): boolean =>
    mode === 'difference' && digest !== undefined && inventory.get(key)?.digest === digest
  const wanted = new Set(desired.map(({ key }) => key))
  const gone = [...inventory].filter(([key]) => !wanted.has(key)).map(([, entry]) => entry)
  return {
    applies: desired.filter(each => !isCertain(each)),
    deletes: inStagesOfDeletion(gone),
    unchanged: desired.filter(isCertain),
  }
}

/** The inventory while a plan is carried out: all that may be there by then, and nothing certain that is touched. */
export function inventoryDuring(before: Inventory, { applies, deletes }: ApplyPlan): Inventory {
  const touched = [...deletes.flat(), ...applies.map(inventoryEntry)].map(entry => ({
    ...entry,
    digest: undefined,
  }))
  return new Map([...before, ...inventoryOf(touched)])
}

/** The entry of an object that was applied. */
export function inventoryEntry({ manifest, digest }: DesiredObject): Entry {
  const { apiVersion, kind, namespace, name } = manifest
  return { apiVersion, kind, namespace, name, digest }
}

// What a later stage needs goes after it: controllers after their objects, namespaces last.
function inStagesOfDeletion(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const byManifest = new Map(entries.map(entry => [manifestFor(entry), entry]))
  const stages: { readonly stage: string; readonly entries: Entry[] }[] = []
  for (const { manifest, stage } of stageManifests([...byManifest.keys()]).toReversed()) {
    const entry = byManifest.get(manifest)
    if (!entry) continue
    const last = stages.at(-1)
    if (last?.stage === stage) last.entries.push(entry)
    else stages.push({ stage, entries: [entry] })
  }
  return stages.map(stage => stage.entries)
}

function manifestFor({ apiVersion, kind, namespace, name }: Entry) {
  return manifestOf({ apiVersion, kind, metadata: { namespace, name } }, nowhere)
}

const nowhere = () => ({ path: '', line: 1, column: 1 })
