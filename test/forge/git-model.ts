import { createHash } from 'node:crypto'

/** A file of a tree, or a link. */
export interface ModelFile {
  readonly text: string
  readonly mode: '100644' | '120000'
}

/** Files by path. */
export type ModelTree = ReadonlyMap<string, ModelFile>

interface ModelCommit {
  readonly tree: ModelTree
  readonly parent: string | undefined
}

/** A merge request of the model. */
export interface ModelRequest {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly branch: string
  readonly base: string
  readonly head: string
  readonly start: string
  state: 'open' | 'merged'
}

/** A repository with branches, commits and merge requests: what every forge has under its API. */
export class GitModel {
  readonly branches = new Map<string, string>()
  readonly commits = new Map<string, ModelCommit>()
  readonly trees = new Map<string, ModelTree>()
  readonly requests: ModelRequest[] = []
  #count = 0

  constructor(files: Readonly<Record<string, string>>) {
    const tree = new Map(Object.entries(files).map(([path, text]) => [path, plainFile(text)]))
    this.branches.set('main', this.addCommit(tree, undefined))
  }

  addCommit(tree: ModelTree, parent: string | undefined): string {
    const id = digestOf(`commit ${++this.#count}`)
    this.commits.set(id, { tree, parent })
    return id
  }

  treeOf(commit: string): ModelTree {
    return this.commits.get(commit)?.tree ?? new Map<string, ModelFile>()
  }

  /** What a branch, or a commit, has. */
  at(ref: string): ModelTree {
    return this.treeOf(this.branches.get(ref) ?? ref)
  }

  push(branch: string, path: string, file: ModelFile | undefined): void {
    const parent = this.branches.get(branch) ?? this.branches.get('main')
    const tree = new Map(this.treeOf(parent ?? ''))
    if (file) tree.set(path, file)
    else tree.delete(path)
    this.branches.set(branch, this.addCommit(tree, parent))
  }

  open(request: Pick<ModelRequest, 'title' | 'body' | 'branch' | 'base'>): ModelRequest {
    const head = this.branches.get(request.branch) ?? ''
    const start = this.branches.get(request.base) ?? ''
    const opened: ModelRequest = { ...request, number: this.requests.length + 1, head, start, state: 'open' }
    this.requests.push(opened)
    return opened
  }

  changedPaths({ head, start }: ModelRequest): readonly string[] {
    const [before, after] = [this.treeOf(start), this.treeOf(head)]
    return [...new Set([...before.keys(), ...after.keys()])].filter(
      path => before.get(path)?.text !== after.get(path)?.text,
    )
  }

  /** What people do: the changes of a request come to its base. */
  merge(number: number): void {
    const request = this.requests[number - 1]
    if (!request) throw new Error(`there is no request ${number}`)
    for (const path of this.changedPaths(request))
      this.push(request.base, path, this.treeOf(request.head).get(path))
    request.state = 'merged'
  }
}

/** A file with a text. */
export function plainFile(text: string): ModelFile {
  return { text, mode: '100644' }
}

/** The digest of a blob, as Git has it. */
export function blobOf(text: string): string {
  return digestOf(`blob ${Buffer.byteLength(text)}\0${text}`)
}

export function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}
