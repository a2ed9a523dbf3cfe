import type { ApplyRecord } from './record.ts'

/** How the newest commit that a cluster has seen is related to the one that shall be applied. */
export type Relation =
  | 'same'
  | 'ancestor' // it is contained in ours: we go forward
  | 'descendant' // it contains ours: we are older
  | 'unrelated' // history was rewritten
  | 'unknown' // it is not in this clone: shallow, or history was rewritten

/** Where the branch of our commit is, as the Git server says. */
export type Tip =
  | 'here' // our commit is its newest
  | 'ahead' // it contains our commit
  | 'elsewhere' // it does not contain our commit any more: it was moved
  | 'unknown' // Git could not be queried

/** What is known before anything is done. */
export interface CourseFacts {
  readonly record: Pick<ApplyRecord, 'commit' | 'attempt'> | undefined
  readonly relation: Relation
  readonly tip: Tip
  readonly all: boolean
  readonly allowRollback: boolean
}

/** What is to be done with a commit. */
export type Course =
  | { readonly kind: 'apply'; readonly mode: 'difference' | 'everything'; readonly why: CourseReason }
  /** The cluster has all of it already, and more. */
  | { readonly kind: 'skip' }
  /** It would, or could, take back what a newer commit brought. */
  | { readonly kind: 'refuse'; readonly why: 'abandoned' | 'older' | 'unfinished' | 'unknown' }

/** Why so much is applied. */
type CourseReason = 'first' | 'forward' | 'asked' | 'rewritten' | 'rollback'

/** The newest commit that a cluster has seen: the one it took, or one that was begun since. */
export function newestCommit(record: CourseFacts['record']): string | undefined {
  return record?.attempt ?? record?.commit
}

/**
 * Decides what to do with a commit, so that no pipeline takes back what a newer one brought.
 *
 * A revert is a new commit. An ancestor of what the cluster has is a pipeline that is late or was run again, unless its
 * branch was moved back to it: the Git server knows.
 */
export function decideCourse({ record, relation, tip, all, allowRollback }: CourseFacts): Course {
  if (newestCommit(record) === undefined) return { kind: 'apply', mode: 'everything', why: 'first' }
  const isForward = relation === 'same' || relation === 'ancestor'
  if (isForward && all) return { kind: 'apply', mode: 'everything', why: 'asked' }
  if (relation === 'same') return { kind: 'apply', mode: 'difference', why: 'forward' }
  if (allowRollback) return { kind: 'apply', mode: 'everything', why: 'rollback' }
  if (tip === 'elsewhere') return { kind: 'refuse', why: 'abandoned' }
  if (isForward) return { kind: 'apply', mode: 'difference', why: 'forward' }
  if (tip === 'here') return { kind: 'apply', mode: 'everything', why: 'rewritten' }
  if (relation !== 'descendant')
    return tip === 'ahead'
      ? { kind: 'apply', mode: 'everything', why: 'rewritten' }
      : { kind: 'refuse', why: 'unknown' }
  // A newer commit that did not end is half applied: its pipeline must run again.
  if (record?.attempt !== undefined) return { kind: 'refuse', why: 'unfinished' }
  return tip === 'ahead' ? { kind: 'skip' } : { kind: 'refuse', why: 'older' }
}
