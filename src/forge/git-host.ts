/** A repository on a forge: what is needed to propose a change, and to follow it. */
export interface GitHost {
  /** `platform/fleet on gitlab.example.com`. */
  readonly name: string
  /** How people call a merge request: `!7` or `#7`. */
  readonly mark: '!' | '#'
  /** The commit that a branch is at; undefined if there is no such branch. */
  readonly headOf: (branch: string) => Promise<string | undefined>
  /** A file at a commit; undefined if there is none. A link or a submodule is told apart: nothing is read through it. */
  readonly fileAt: (path: string, commit: string) => Promise<HostFile | undefined>
  /** The paths of all files at a commit; links and submodules are left out. */
  readonly pathsAt: (commit: string) => Promise<readonly string[]>
  /** Makes a branch with one commit of these files on top of another commit. All or nothing. */
  readonly commit: (commit: NewCommit) => Promise<void>
  /** The open request from one branch to another. */
  readonly openRequestOf: (branch: string, base: string) => Promise<HostRequest | undefined>
  readonly openRequest: (request: NewRequest) => Promise<HostRequest>
  /** Open requests to a branch, the newest first. */
  readonly openRequests: (base: string, most: number) => Promise<readonly HostRequest[]>
  readonly request: (number: number) => Promise<HostRequest>
  /** The paths that a request changes. */
  readonly changedPaths: (number: number) => Promise<readonly ChangedPath[]>
  /** The commits before and after a request. */
  readonly sidesOf: (request: HostRequest) => Promise<RequestSides>
}

/** A file of a repository on a forge. */
export interface HostFile {
  readonly kind: 'file' | 'link'
  readonly text: string
  /** What a change of it names, so that nothing newer is overwritten. */
  readonly lock: string
}

/** A file that becomes another one, as it was read. */
export interface FileWrite {
  readonly path: string
  readonly before: HostFile | undefined
  /** Undefined for a file that goes. */
  readonly after: string | undefined
}

interface NewCommit {
  readonly branch: string
  readonly base: { readonly branch: string; readonly commit: string }
  readonly message: string
  readonly files: readonly FileWrite[]
}

interface NewRequest {
  readonly branch: string
  readonly base: string
  readonly title: string
  readonly body: string
}

/** A merge request, as every forge tells it. */
export interface HostRequest {
  readonly number: number
  /** `https` or `http`, and nothing else. */
  readonly url: string
  readonly title: string
  readonly author: string
  readonly state: 'open' | 'merged' | 'closed'
  readonly branch: string
  readonly base: string
  readonly createdAt: string
  readonly mergedAt: string | undefined
  /** The commit that it proposes. */
  readonly head: string
  /** Where it began, and what its merge made, where the forge says so. */
  readonly start: string | undefined
  readonly pipeline: 'passed' | 'failed' | 'running' | 'none' | undefined
}

/** A path that a request changes, and what it was called before. */
export interface ChangedPath {
  readonly path: string
  readonly before: string
}

interface RequestSides {
  readonly before: string
  readonly after: string
}
