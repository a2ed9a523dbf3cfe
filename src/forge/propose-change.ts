import { counted } from '../domain/text/counted.ts'
import { listFirst } from '../domain/text/list-first.ts'
import { ForgeError, type ForgeProblem } from './forge-error.ts'
import type { FileWrite, GitHost, HostFile, HostRequest } from './git-host.ts'
import { branchProblem, pathProblem } from './repository-path.ts'

/** A change that becomes a branch with one commit, and a merge request. */
export interface ProposedChange {
  /** `fitout/new-team-2`. */
  readonly branch: string
  /** The branch that it is for. */
  readonly base: string
  readonly title: string
  readonly body: string
  readonly files: readonly ProposedFile[]
}

/** A file that becomes another one. */
interface ProposedFile {
  readonly path: string
  /** What it was when the change was made; undefined if it must not be there. */
  readonly before: string | undefined
  /** What it becomes; undefined for a file that goes. */
  readonly after: string | undefined
}

/** A merge request, and whether this run opened it or found it. */
export interface OpenedRequest {
  readonly outcome: 'opened' | 'unchanged'
  /** `!215`. */
  readonly id: string
  readonly request: HostRequest
}

/** A change that was not proposed, or not wholly: what is done already, and what is not. */
export class ProposalError extends Error {
  override readonly name = 'ProposalError'
  readonly code: ForgeProblem
  readonly status: number | undefined
  readonly fix: string | undefined
  /** Whether the branch and its commit are there. */
  readonly isBranchMade: boolean

  constructor(cause: ForgeError, isBranchMade: boolean, branch: string) {
    const done = isBranchMade
      ? `branch ${branch} is made, the merge request is not`
      : 'no branch and no merge request is made'
    super(`${cause.message}; ${done}`)
    this.code = cause.code
    this.status = cause.status
    this.fix = cause.fix
    this.isBranchMade = isBranchMade
  }
}

/**
 * Proposes a change. Doing it again is safe: a branch with the same files and an open merge request are found, not made twice.
 *
 * Nothing is overwritten: a file that is not what it was, or a branch with something else in it, is refused.
 */
export async function proposeChange(host: GitHost, change: ProposedChange): Promise<OpenedRequest> {
  let isBranchMade = false
  try {
    refuseForbidden(change)
    isBranchMade = await madeBefore(host, change)
    if (!isBranchMade) await makeBranch(host, change)
    isBranchMade = true
    return await openOnce(host, change)
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error
    throw new ProposalError(error, isBranchMade, change.branch)
  }
}

function refuseForbidden({ branch, files }: ProposedChange): void {
  const problem = branchProblem(branch)
  if (problem !== undefined)
    throw new ForgeError('REFUSED', `cannot write branch ${JSON.stringify(branch)}: ${problem}`)
  if (files.length === 0) throw new ForgeError('REFUSED', 'cannot propose a change: it has no files')
  const seen = new Set<string>()
  for (const { path } of files) {
    const because = seen.has(path) ? 'it is there twice' : pathProblem(path)
    if (because !== undefined)
      throw new ForgeError('REFUSED', `cannot write ${JSON.stringify(path)}: ${because}`)
    seen.add(path)
  }
}

/** Whether an earlier run made the branch with these files. */
async function madeBefore(host: GitHost, { branch, files }: ProposedChange): Promise<boolean> {
  const head = await host.headOf(branch)
  if (head === undefined) return false
  const other: string[] = []
  for (const { path, after } of files) {
    const found = await host.fileAt(path, head)
    if (textOf(found) !== after) other.push(path)
  }
  if (other.length === 0) return true
  throw new ForgeError(
    'CONFLICT',
    `cannot make branch ${branch} of ${host.name}: it is there already, with other content in ${listFirst(other)}`,
    { fix: 'take another name, or delete that branch if nobody needs it' },
  )
}

async function makeBranch(host: GitHost, { branch, base, title, files }: ProposedChange): Promise<void> {
  const commit = await host.headOf(base)
  if (commit === undefined)
    throw new ForgeError(
      'NOT_FOUND',
      `cannot make branch ${branch} of ${host.name}: there is no branch ${base}`,
      {
        fix: 'check git.branch of fitout.yaml, and that the token may read the project',
      },
    )
  const writes: FileWrite[] = []
  for (const { path, before, after } of files) {
    const found = await host.fileAt(path, commit)
    refuseOther({ path, before, found }, { host, base })
    if (textOf(found) !== after) writes.push({ path, before: found, after })
  }
  if (writes.length === 0)
    throw new ForgeError('CONFLICT', `cannot propose a change of ${host.name}: ${base} has all of it already`)
  try {
    await host.commit({ branch, base: { branch: base, commit }, message: title, files: writes })
  } catch (error) {
    // Somebody made it at the same time, or an answer got lost on its way: what is there says which.
    if (!(error instanceof ForgeError) || !(await isThereNow(host, { branch, files }))) throw error
  }
}

async function isThereNow(
  host: GitHost,
  { branch, files }: Pick<ProposedChange, 'branch' | 'files'>,
): Promise<boolean> {
  try {
    const head = await host.headOf(branch)
    if (head === undefined) return false
    const texts: boolean[] = []
    for (const { path, after } of files) texts.push(textOf(await host.fileAt(path, head)) === after)
    return texts.every(Boolean)
  } catch (error) {
    if (error instanceof ForgeError) return false
    throw error
  }
}

interface Seen {
  readonly path: string
  readonly before: string | undefined
  readonly found: HostFile | undefined
}

function refuseOther(
  { path, before, found }: Seen,
  { host, base }: { readonly host: GitHost; readonly base: string },
): void {
  if (found?.kind === 'link')
    throw new ForgeError('CONFLICT', `cannot write ${path} of ${host.name}: it is a link or a submodule`)
  if (textOf(found) === before) return
  const fix = 'bring your copy up to date with Git, and try again'
  if (before === undefined)
    throw new ForgeError('CONFLICT', `cannot write ${path} of ${host.name}: it is there already on ${base}`, {
      fix,
    })
  throw new ForgeError('CONFLICT', `cannot write ${path} of ${host.name}: on ${base} it is not what it was`, {
    fix,
  })
}

function textOf(file: HostFile | undefined): string | undefined {
  return file?.kind === 'file' ? file.text : undefined
}

async function openOnce(host: GitHost, change: ProposedChange): Promise<OpenedRequest> {
  const { branch, base, title, body } = change
  const known = await host.openRequestOf(branch, base)
  if (known) return { outcome: 'unchanged', id: `${host.mark}${known.number}`, request: known }
  try {
    const request = await host.openRequest({ branch, base, title, body })
    return { outcome: 'opened', id: `${host.mark}${request.number}`, request }
  } catch (error) {
    const found = error instanceof ForgeError ? await foundAfter(host, change) : undefined
    if (found) return { outcome: 'opened', id: `${host.mark}${found.number}`, request: found }
    throw error
  }
}

// The answer may have got lost after the forge had opened it.
async function foundAfter(host: GitHost, { branch, base }: ProposedChange): Promise<HostRequest | undefined> {
  try {
    return await host.openRequestOf(branch, base)
  } catch (error) {
    if (error instanceof ForgeError) return undefined
    throw error
  }
}

/** Proposes to take a merged request back: every file as it was before. Refuses one that was changed since. */
export async function proposeRevert(host: GitHost, number: number, base: string): Promise<OpenedRequest> {
  const branch = `fitout/revert-${number}`
  const files: ProposedFile[] = []
  try {
    const request = await host.request(number)
    const id = `${host.mark}${number}`
    if (request.state !== 'merged')
      throw new ForgeError(
        'REFUSED',
        `cannot revert ${id} of ${host.name}: it is ${request.state}, not merged`,
      )
    const { before, after } = await host.sidesOf(request)
    const paths = new Set((await host.changedPaths(number)).flatMap(one => [one.path, one.before]))
    for (const path of paths) {
      const old = textOf(await host.fileAt(path, before))
      const now = textOf(await host.fileAt(path, after))
      if (old !== now) files.push({ path, before: now, after: old })
    }
    return await proposeChange(host, {
      branch,
      base,
      title: `Revert "${request.title}"`,
      body: `Takes back ${id}: ${counted(files.length, 'file')} as before.`,
      files,
    })
  } catch (error) {
    if (error instanceof ForgeError) throw new ProposalError(error, false, branch)
    throw error
  }
}
