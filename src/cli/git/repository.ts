import type { Relation, Tip } from '../../domain/apply/decide-course.ts'
import type { TreeFile } from '../../domain/apply/choose-files.ts'

/** A clone, as `fitout apply` sees it. Only what is committed counts: the files beside it are never read. */
export interface Repository {
  /** The commit that is checked out. */
  readonly head: string
  /** The folder of the command below the root of the repository; empty at the root. */
  readonly prefix: string
  /** Whether a part of the history is missing. */
  readonly isShallow: boolean
  /** All files of the commit. */
  readonly files: () => Promise<readonly TreeFile[]>
  /** The contents of files, by their id. */
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>
  /** How another commit is related to the one that is checked out. */
  readonly relationOf: (commit: string) => Promise<Relation>
  /** Where a branch is, as the remote `origin` says. What it has and this clone has not is fetched, and may be asked for then. */
  readonly tipOf: (branch: string) => Promise<Tip>
  /** The branch that is checked out; undefined for a commit without one, as in CI. */
  readonly branch: () => Promise<string | undefined>
}
