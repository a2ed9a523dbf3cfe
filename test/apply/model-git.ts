import { createHash } from 'node:crypto'
import type { Relation, Tip } from '../../src/domain/apply/decide-course.ts'
import type { Repository } from '../../src/cli/git/repository.ts'

/** Files of a commit, by path. */
export type ModelFiles = Readonly<Record<string, string>>

interface ModelCommit {
  readonly parents: readonly string[]
  readonly files: ModelFiles
}

/** What a job has of the repository. */
export interface ModelClone {
  readonly commit: string
  /** How many commits of the history it has; all of them without it. */
  readonly depth?: number
  /** Whether it can ask the Git server. */
  readonly isOffline?: boolean
}

/** For tests: a Git server with one branch, as a graph in memory. What a clone knows is what was there when it was made. */
export class ModelGit {
  readonly #commits = new Map<string, ModelCommit>()
  #tip: string | undefined
  #count = 0

  /** The newest commit of the branch. */
  get tip(): string {
    if (this.#tip === undefined) throw new Error('cannot tell the newest commit: there is none')
    return this.#tip
  }

  /** Commits files on top of parents, without moving the branch. */
  commit(files: ModelFiles, parents: readonly string[] = this.#tip === undefined ? [] : [this.#tip]): string {
    this.#count += 1
    const id = createHash('sha1').update(`commit ${this.#count}`).digest('hex')
    this.#commits.set(id, { parents, files })
    return id
  }

  /** Moves the branch to a commit, forward or not. */
  push(commit: string): string {
    this.#tip = commit
    return commit
  }

  files(commit: string): ModelFiles {
    return this.#at(commit).files
  }

  parents(commit: string): readonly string[] {
    return this.#at(commit).parents
  }

  #at(commit: string): ModelCommit {
    const found = this.#commits.get(commit)
    if (!found) throw new Error(`cannot find commit ${commit}`)
    return found
  }

  /** A commit and all before it: only so deep, and only by way of commits that are known, where that is said. */
  #history(
    commit: string,
    {
      depth = Number.POSITIVE_INFINITY,
      known,
    }: { depth?: number | undefined; known?: ReadonlySet<string> } = {},
  ): ReadonlySet<string> {
    const found = new Set<string>()
    const isNew = (id: string): boolean => !found.has(id) && known?.has(id) !== false
    let layer = [commit].filter(isNew)
    for (let level = 0; level < depth && layer.length > 0; level++) {
      for (const id of layer) found.add(id)
      layer = layer.flatMap(id => this.#at(id).parents).filter(isNew)
    }
    return found
  }

  /** The clone of a job, made now. */
  clone({ commit, depth, isOffline = false }: ModelClone): Repository {
    const tips = this.#tip === undefined || depth !== undefined ? [commit] : [commit, this.#tip]
    const known = new Set(tips.flatMap(tip => [...this.#history(tip, { depth })]))
    const blobs = new Map<string, string>()
    const contains = (newer: string, older: string): boolean => this.#history(newer, { known }).has(older)
    return {
      head: commit,
      prefix: '',
      isShallow: depth !== undefined,
      files: async () =>
        Object.entries(this.files(commit)).map(([path, text]) => {
          const id = createHash('sha1').update(text).digest('hex')
          blobs.set(id, text)
          return { path, mode: '100644', id }
        }),
      read: async ids => new Map(ids.map(id => [id, Buffer.from(blobs.get(id) ?? '')])),
      relationOf: async (other): Promise<Relation> => {
        if (other === commit) return 'same'
        if (!known.has(other)) return 'unknown'
        if (contains(commit, other)) return 'ancestor'
        return contains(other, commit) ? 'descendant' : 'unrelated'
      },
      tipOf: async (): Promise<Tip> => {
        if (isOffline || this.#tip === undefined) return 'unknown'
        if (this.#tip === commit) return 'here'
        // A fetch brings what is new, and nothing of what a shallow clone left out.
        const leftOut = new Set([...this.#history(commit)].filter(id => !known.has(id)))
        for (const id of this.#history(this.#tip)) if (!leftOut.has(id)) known.add(id)
        return contains(this.#tip, commit) ? 'ahead' : 'elsewhere'
      },
      branch: async () => 'main',
    }
  }
}
