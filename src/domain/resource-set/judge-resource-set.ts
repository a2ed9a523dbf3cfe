import { type Binding, type BindingEntry, entryOf, resourceEntryOf } from './binding.ts'
import { describeResource } from './describe-resource.ts'
import type { SourceDigest } from './digest-source.ts'
import { type Hindrance, type ResourceState, judgeResource } from './judge-resource.ts'
import type { ResourceSet } from './resource-set.ts'
import { type NotSelectedReason, type SelectableCluster, selectCluster } from './select-cluster.ts'
import { findSource, hasWrongType } from './source.ts'
import { counted } from '../text/counted.ts'

/** A ClusterResourceSet, one cluster, and what the management cluster knows of both. */
export interface ResourceSetFacts {
  readonly resourceSet: ResourceSet
  readonly cluster: SelectableCluster
  /** Sources of the namespace; more than the set lists do no harm. */
  readonly sources: readonly SourceDigest[]
  /** The binding of the cluster, if it has one. */
  readonly binding: Binding | undefined
}

/** Where a ClusterResourceSet stands on one cluster. `resources` are in the order in which the set lists them. */
export type ResourceSetVerdict =
  | {
      readonly verdict: 'not-selected'
      readonly reason: NotSelectedReason
      /** The binding still has an entry: what was applied before stays on the cluster. */
      readonly leftEntry: boolean
      readonly message: string
    }
  | { readonly verdict: 'applied'; readonly resources: readonly ResourceState[]; readonly message: string }
  | {
      readonly verdict: 'open'
      readonly resources: readonly ResourceState[]
      /** Those that are not applied, worst first; equally bad ones in the order of the list. */
      readonly open: readonly ResourceState[]
      readonly message: string
    }

// First what stops the whole set, then what never fixes by itself, then what Cluster API continues trying.
const worstFirst: readonly ResourceState['state'][] = [
  'wrong-type',
  'unreadable',
  'missing',
  'ghost',
  'not-applied',
  'stale',
  'not-yet',
  'applied',
]

/**
 * Says for one cluster which sources of a ClusterResourceSet are applied, and what is wrong with the others.
 *
 * Looks at the binding and the sources themselves, because the condition of a ClusterResourceSet says True for missing
 * sources and shows only one of several clusters.
 */
export function judgeResourceSet(facts: ResourceSetFacts): ResourceSetVerdict {
  const { resourceSet, cluster, binding } = facts
  const entry = entryOf(binding, resourceSet.name)
  const selection = selectCluster(resourceSet, cluster)
  if (!selection.selected) {
    const { reason, message } = selection
    return { verdict: 'not-selected', reason, leftEntry: entry !== undefined, message }
  }
  const resources = judgeResources(facts, entry)
  const open = worstFirst
    .filter(state => state !== 'applied')
    .flatMap(state => resources.filter(resource => resource.state === state))
  const [worst] = open
  if (!worst)
    return { verdict: 'applied', resources, message: `Applied ${counted(resources.length, 'source')}` }
  const others =
    open.length === 1 ? '' : ` (and ${open.length - 1} more of ${counted(resources.length, 'source')})`
  return { verdict: 'open', resources, open, message: `${describeResource(worst)}${others}` }
}

/**
 * Whether Cluster API has done all that it will do by itself.
 *
 * A source that changed after strategy ApplyOnce had applied it counts: nothing more will come of it.
 */
export function isDelivered(verdict: ResourceSetVerdict): boolean {
  if (verdict.verdict !== 'open') return verdict.verdict === 'applied'
  return verdict.open.every(resource => resource.state === 'stale' && resource.next === 'nothing')
}

function judgeResources(facts: ResourceSetFacts, entry: BindingEntry | undefined): readonly ResourceState[] {
  const { resourceSet, sources } = facts
  const hindrance = hindranceOf(facts)
  return resourceSet.resources.map(ref =>
    judgeResource({
      ref,
      source: findSource(sources, resourceSet.namespace, ref),
      entry: resourceEntryOf(entry, ref),
      resourceSet,
      hindrance,
      setIsTried: entry !== undefined,
    }),
  )
}

function hindranceOf({ resourceSet, sources }: ResourceSetFacts): Hindrance | undefined {
  const { namespace, resources, isPaused, isBeingDeleted } = resourceSet
  if (isBeingDeleted) return 'set-deleting'
  if (isPaused) return 'set-paused'
  const listed = resources.map(ref => findSource(sources, namespace, ref))
  return listed.some(source => source && hasWrongType(source)) ? 'set-blocked' : undefined
}
