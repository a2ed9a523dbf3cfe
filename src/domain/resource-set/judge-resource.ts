import type { ResourceEntry } from './binding.ts'
import type { SourceDigest } from './digest-source.ts'
import { needsApply } from './apply/plan-apply.ts'
import type { ResourceRef, ResourceSet } from './resource-set.ts'
import { hasWrongType } from './source.ts'
import type { SourceError } from './source-error.ts'

/** What Cluster API does next about a source that is not as it should be. */
export type NextStep =
  /** It applies the source, or continues trying. */
  | 'applies'
  /** It would, but the whole set is held back. */
  | 'waits'
  /** Nothing: it takes the source for done. */
  | 'nothing'

/** Where one source of a ClusterResourceSet stands on one cluster. */
export type ResourceState =
  | {
      readonly state: 'applied'
      readonly ref: ResourceRef
      readonly hash: string
      /** What it brings, as `idOfObject` names it. */
      readonly objects: readonly string[]
    }
  | {
      readonly state: 'stale'
      readonly ref: ResourceRef
      readonly hash: string
      readonly appliedHash: string
      readonly next: NextStep
    }
  | {
      readonly state: 'not-applied'
      readonly ref: ResourceRef
      readonly hash: string
      /** `unread`: could not be read when it was tried last; it can be now. */
      readonly cause: 'apply-failed' | 'unread'
      readonly next: NextStep
    }
  | { readonly state: 'missing'; readonly ref: ResourceRef; readonly wasApplied: boolean }
  | { readonly state: 'wrong-type'; readonly ref: ResourceRef; readonly type: string }
  | { readonly state: 'unreadable'; readonly ref: ResourceRef; readonly error: SourceError }
  | {
      readonly state: 'not-yet'
      readonly ref: ResourceRef
      readonly hash: string
      readonly cause: NotYetCause
    }
  | { readonly state: 'ghost'; readonly ref: ResourceRef; readonly hash: string; readonly next: NextStep }

/** What keeps a whole set from being applied. `set-blocked`: one of its Secrets has the wrong type. */
export type Hindrance = 'set-deleting' | 'set-paused' | 'set-blocked'

/** What a source without an entry waits for. `unreached`: the set has an entry, so the cluster was not reached or the source is new. */
export type NotYetCause = Hindrance | 'set-not-tried' | 'unreached'

/** What is known about one source of a ClusterResourceSet. */
export interface ResourceFacts {
  readonly ref: ResourceRef
  readonly source: SourceDigest | undefined
  readonly entry: ResourceEntry | undefined
  readonly resourceSet: Pick<ResourceSet, 'strategy' | 'creationTimestamp'>
  readonly hindrance: Hindrance | undefined
  /** Whether the binding has an entry of the set. */
  readonly setIsTried: boolean
}

/** Says where one source stands. What is wrong with the source now goes before what the binding says of earlier times. */
export function judgeResource(facts: ResourceFacts): ResourceState {
  const { ref, source, entry } = facts
  if (!source) return { state: 'missing', ref, wasApplied: entry?.applied ?? false }
  if (hasWrongType(source)) return { state: 'wrong-type', ref, type: source.type }
  if (source.error) return { state: 'unreadable', ref, error: source.error }
  return judgeReadable(facts, source)
}

function judgeReadable(facts: ResourceFacts, { hash, objects }: SourceDigest): ResourceState {
  const { ref, entry, resourceSet, hindrance, setIsTried } = facts
  if (!entry) {
    return { state: 'not-yet', ref, hash, cause: hindrance ?? (setIsTried ? 'unreached' : 'set-not-tried') }
  }
  const next = nextStep(facts, hash)
  if (isBefore(entry.lastAppliedTime, resourceSet.creationTimestamp))
    return { state: 'ghost', ref, hash, next }
  if (!entry.applied) {
    return { state: 'not-applied', ref, hash, cause: entry.hash === '' ? 'unread' : 'apply-failed', next }
  }
  if (entry.hash === hash) return { state: 'applied', ref, hash, objects }
  return { state: 'stale', ref, hash, appliedHash: entry.hash, next }
}

function nextStep({ resourceSet, entry, hindrance }: ResourceFacts, hash: string): NextStep {
  if (!needsApply({ strategy: resourceSet.strategy, entry, hash })) return 'nothing'
  return hindrance ? 'waits' : 'applies'
}

// False when either is no time: then nothing is known.
function isBefore(time: string, other: string): boolean {
  return Date.parse(time) < Date.parse(other)
}
