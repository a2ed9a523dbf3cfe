import type { ResourceEntry } from '../binding.ts'
import type { Fields } from '../../object/fields.ts'
import { mergePatch } from './merge-patch.ts'
import type { SourceObject } from '../read-source-objects.ts'
import type { Strategy } from '../resource-set.ts'

/** What will happen to one object of a source, and why. */
export type ObjectPlan =
  | { readonly action: 'create'; readonly reason: 'not-there'; readonly object: SourceObject }
  | {
      readonly action: 'patch'
      /** One that is equal is patched too; that changes nothing. */
      readonly reason: 'differs' | 'equal'
      readonly object: SourceObject
      readonly patch: Fields
    }
  | {
      readonly action: 'leave'
      /** The source was applied once, or has not changed, so that nobody looks at the object; or it is there already. */
      readonly reason: 'applied-once' | 'source-unchanged' | 'exists'
      readonly object: SourceObject
    }

/** A source that was read, and what is known of it. */
export interface ApplyInput {
  readonly strategy: Strategy
  /** What the binding says about the source. */
  readonly entry: ResourceEntry | undefined
  readonly hash: string
  readonly objects: readonly SourceObject[]
  /** Finds an object on the workload cluster. */
  readonly find: (object: SourceObject) => Fields | undefined
}

/** Returns whether Cluster API will apply a source that it can read. */
export function needsApply({
  strategy,
  entry,
  hash,
}: Pick<ApplyInput, 'strategy' | 'entry' | 'hash'>): boolean {
  if (!entry?.applied) return true
  return strategy === 'Reconcile' && entry.hash !== hash
}

/** Says what will happen to each object of a source, in the order of application. Objects that left the source stay. */
export function planApply(input: ApplyInput): readonly ObjectPlan[] {
  const { strategy, objects, find } = input
  if (!needsApply(input)) {
    const reason = strategy === 'ApplyOnce' ? 'applied-once' : 'source-unchanged'
    return objects.map(object => ({ action: 'leave', reason, object }))
  }
  return objects.map(object => {
    const live = find(object)
    if (!live) return { action: 'create', reason: 'not-there', object }
    if (strategy === 'ApplyOnce') return { action: 'leave', reason: 'exists', object }
    const patch = mergePatch(live, object.content)
    return { action: 'patch', reason: Object.keys(patch).length === 0 ? 'equal' : 'differs', object, patch }
  })
}
