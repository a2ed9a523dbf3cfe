import type { SecretValue } from '../../domain/hand-over/secret-value.ts'
import { decodeUtf8Loosely } from '../../domain/bytes/utf8.ts'
import { readLintRepository } from '../../domain/lint/model/lint-repository.ts'
import type { ForgeAccess, ForgeTiming } from '../../forge/forge-access.ts'
import { ForgeError } from '../../forge/forge-error.ts'
import type { GitHost } from '../../forge/git-host.ts'
import { openHost } from '../../forge/open-host.ts'
import { type ChangeMemory, type OpenChange, openChanges } from '../../forge/open-changes.ts'
import { type DraftRepository, draftRepository } from '../../scaffold/draft/draft-repository.ts'

/** Where the fleet repository is; the token is that of each user. */
export interface FleetGitPlace extends Omit<ForgeAccess, 'token' | 'tokenName'> {
  /** The branch that changes are for. */
  readonly base: string
}

/** A fleet repository at a commit. */
export interface ReadRepository {
  readonly commit: string
  readonly base: DraftRepository
  readonly texts: ReadonlyMap<string, string>
}

/** A larger repository is not one of a fleet. */
const MOST_FILES = 3_000
const AT_ONCE = 8
const MOST_KEPT = 4

/** The fleet repository on its Git host, as far as the server needs it. Every call is made with the token of a user. */
export class FleetGit {
  readonly place: FleetGitPlace
  readonly #timing: ForgeTiming
  readonly #memory: ChangeMemory = new Map()
  /** What was read last, the newest last. */
  #read: readonly ReadRepository[] = []

  constructor(place: FleetGitPlace, timing: ForgeTiming) {
    this.place = place
    this.#timing = timing
  }

  /** `platform/fleet on gitlab.example.com`. */
  get name(): string {
    return `${this.place.project} on ${this.place.url.host}`
  }

  /** The repository with the rights of a token. */
  as(token: SecretValue): GitHost {
    const { kind, url, project } = this.place
    const text = decodeUtf8Loosely(token.reveal())
    return openHost({ kind, url, project, token: text, tokenName: 'your token' }, this.#timing)
  }

  /** The repository as it is now on the branch that changes are for. What was read of a commit is kept; that one may read it is asked each time. */
  async read(host: GitHost): Promise<ReadRepository> {
    const commit = await host.headOf(this.place.base)
    if (commit === undefined)
      throw new ForgeError('NOT_FOUND', `cannot read ${host.name}: there is no branch ${this.place.base}`)
    return this.readAt(host, commit)
  }

  /** The repository at a commit. A commit does not change, so what was read of it is kept. */
  async readAt(host: GitHost, commit: string): Promise<ReadRepository> {
    const known = this.#read.find(one => one.commit === commit)
    if (known) return known
    const read = await readRepositoryAt(host, commit)
    this.#read = [...this.#read, read].slice(-MOST_KEPT)
    return read
  }

  /** Open merge requests that touch the fleet. */
  changes(host: GitHost): Promise<readonly OpenChange[]> {
    return openChanges(host, this.place.base, this.#memory)
  }
}

async function readRepositoryAt(host: GitHost, commit: string): Promise<ReadRepository> {
  const paths = await host.pathsAt(commit)
  const wanted = paths.filter(path => /\.ya?ml$/.test(path))
  if (wanted.length > MOST_FILES)
    throw new ForgeError(
      'UNEXPECTED',
      `cannot read ${host.name}: it has more than ${MOST_FILES} files of YAML`,
    )
  const texts = new Map<string, string>()
  const pending = wanted.values()
  const worker = async () => {
    for (const path of pending) {
      const file = await host.fileAt(path, commit)
      if (file?.kind === 'file') texts.set(path, file.text)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const sorted = new Map([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const base = draftRepository(
    readLintRepository({ texts: sorted, paths: new Set(paths), isWhole: true }),
    [],
  )
  if (!base)
    throw new ForgeError('UNEXPECTED', `cannot read ${host.name}: it has no fitout.yaml that can be read`)
  return { commit, base, texts: sorted }
}
