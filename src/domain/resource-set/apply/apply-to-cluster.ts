import { type Binding, entryOf, resourceEntryOf, withResourceEntry, withResourceSet } from '../binding.ts'
import type { Fields } from '../../object/fields.ts'
import { hashSource } from '../hash-source.ts'
import { type ObjectPlan, needsApply, planApply } from './plan-apply.ts'
import { type SourceObject, readSourceObjects } from '../read-source-objects.ts'
import type { ResourceRef, ResourceSet } from '../resource-set.ts'
import {
  type ResourcesApplied,
  applied,
  applyFailed,
  clusterUnreachable,
  sourceMissing,
  wrongSecretType,
} from './resources-applied.ts'
import { type Source, findSource, hasWrongType } from '../source.ts'
import { SourceError } from '../source-error.ts'

/** The workload cluster, as far as a reconcile meets it. */
export interface Workload {
  readonly isReachable: boolean
  readonly find: (object: SourceObject) => Fields | undefined
  /** Returns whether the API server refuses to create or patch this object. */
  readonly refuses: (object: SourceObject) => boolean
}

/** Everything that one reconcile of a ClusterResourceSet for one selected cluster looks at. */
export interface ReconcileInput {
  readonly resourceSet: ResourceSet
  readonly sources: readonly Source[]
  readonly binding: Binding | undefined
  readonly clusterName: string
  readonly workload: Workload
  /** Written as `lastAppliedTime` of every attempt. */
  readonly now: string
}

/** What one reconcile does and leaves behind. */
export interface ReconcileResult {
  /** Sources that get the set as owner, and are deleted with it. */
  readonly owned: readonly ResourceRef[]
  readonly binding: Binding | undefined
  readonly calls: readonly ObjectCall[]
  /** Undefined: the condition stays as it was. */
  readonly condition: ResourcesApplied | undefined
  /** Whether Cluster API will try again by itself. */
  readonly failed: boolean
}

/** A plan that was carried out, or tried. */
interface ObjectCall {
  readonly plan: ObjectPlan
  readonly failed: boolean
}

/** Plays one reconcile for one selected cluster, as far as it can be distinguished from outside. */
export function applyToCluster(input: ReconcileInput): ReconcileResult {
  const { resourceSet, sources, workload } = input
  const { name, namespace, resources } = resourceSet
  const found = resources.map(ref => ({ ref, source: findSource(sources, namespace, ref) }))
  const usable = found.flatMap(({ ref, source }) =>
    source && !hasWrongType(source) ? [{ ref, source }] : [],
  )
  const owned = usable.map(({ ref }) => ref)
  const early = retrievalCondition(found)
  if (found.some(({ source }) => source && hasWrongType(source))) {
    // Before the binding is made and before anything is applied: one wrong Secret stops all sources.
    return { owned, binding: input.binding, calls: [], condition: early, failed: true }
  }
  const before = input.binding ?? { clusterName: input.clusterName, namespace, owners: [], entries: [] }
  const binding = withResourceSet(before, name)
  if (!workload.isReachable) return { owned, binding, calls: [], condition: clusterUnreachable, failed: true }
  return { owned, ...applySources(input, { usable, binding, condition: early }) }
}

interface Start {
  readonly usable: readonly { readonly ref: ResourceRef; readonly source: Source }[]
  readonly binding: Binding
  readonly condition: ResourcesApplied | undefined
}

function applySources(input: ReconcileInput, start: Start): Omit<ReconcileResult, 'owned'> {
  const calls: ObjectCall[] = []
  let { binding, condition } = start
  let failed = false
  for (const { ref, source } of start.usable) {
    const outcome = applySource(input, { ref, source, binding })
    calls.push(...outcome.calls)
    if (outcome.kind === 'settled') continue
    const { hash } = outcome
    const isApplied = outcome.kind === 'applied'
    const entry = { ...ref, applied: isApplied, hash, lastAppliedTime: input.now }
    binding = withResourceEntry(binding, input.resourceSet.name, entry)
    if (outcome.kind === 'refused') condition = applyFailed
    failed ||= !isApplied
  }
  // Also over a missing source, which is not counted as a failure.
  return { binding, calls, failed, condition: failed ? condition : applied }
}

interface Outcome {
  readonly kind: 'settled' | 'unreadable' | 'refused' | 'applied'
  readonly hash: string
  readonly calls: readonly ObjectCall[]
}

interface Step {
  readonly ref: ResourceRef
  readonly source: Source
  readonly binding: Binding
}

function applySource({ resourceSet, workload }: ReconcileInput, { ref, source, binding }: Step): Outcome {
  const objects = readable(source)
  // Also when it was applied before: the entry then says that it is not.
  if (!objects) return { kind: 'unreadable', hash: '', calls: [] }
  const { name, strategy } = resourceSet
  const hash = hashSource(source)
  const entry = resourceEntryOf(entryOf(binding, name), ref)
  if (!needsApply({ strategy, entry, hash })) return { kind: 'settled', hash, calls: [] }
  const plans = planApply({ strategy, entry, hash, objects, find: workload.find })
  // One that fails does not keep the others from being tried.
  const calls = plans.map(plan => ({
    plan,
    failed: plan.action !== 'leave' && workload.refuses(plan.object),
  }))
  return { kind: calls.some(call => call.failed) ? 'refused' : 'applied', hash, calls }
}

function readable(source: Source): readonly SourceObject[] | undefined {
  try {
    return readSourceObjects(source)
  } catch (error) {
    if (error instanceof SourceError) return undefined
    throw error
  }
}

// The last one that is missing or of the wrong type is the one that shows.
function retrievalCondition(
  found: readonly { readonly ref: ResourceRef; readonly source: Source | undefined }[],
): ResourcesApplied | undefined {
  const last = found.findLast(({ source }) => !source || hasWrongType(source))
  if (!last) return undefined
  return last.source ? wrongSecretType(last.ref.name) : sourceMissing
}
