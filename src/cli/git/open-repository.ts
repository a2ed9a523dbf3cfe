import type { TreeFile } from '../../domain/apply/choose-files.ts'
import type { Relation, Tip } from '../../domain/apply/decide-course.ts'
import { Refusal } from '../command/refusal.ts'
import type { Io } from '../io/io.ts'
import { shownPath } from '../io/shown-path.ts'
import type { Repository } from './repository.ts'
import { type GitAnswer, runGit } from './run-git.ts'

const REMOTE_MS = 30_000
const FETCH_MS = 120_000

/** Opens the repository around the folder of the command, at the commit that is checked out. */
export async function openRepository(io: Pick<Io, 'cwd' | 'env'>): Promise<Repository> {
  const cwd = io.cwd()
  const git = (
    args: readonly string[],
    more: { readonly input?: string; readonly timeoutMs?: number } = {},
  ) => runGit({ cwd, env: io.env, args, ...more })
  const where = await git(['rev-parse', '--is-shallow-repository', '--show-prefix'])
  if (where.code !== 0) throw notARepository(where, cwd)
  const [shallow = '', prefix = ''] = where.out.toString('utf8').split('\n')
  const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  if (head.code !== 0) throw new Refusal('cannot apply: this repository has no commit yet', { exitCode: 2 })
  const commit = head.out.toString('utf8').trim()
  return {
    head: commit,
    prefix: prefix.replace(/\/$/, ''),
    isShallow: shallow === 'true',
    files: async () =>
      treeFiles(done(await git(['ls-tree', '-r', '-z', '--full-tree', commit]), 'list the files')),
    read: async ids => readBlobs(ids, await git(['cat-file', '--batch'], { input: `${ids.join('\n')}\n` })),
    relationOf: other => relationOf(git, { other, commit }),
    tipOf: branch => tipOf(git, { branch, commit }),
    branch: async () => {
      const { code, out } = await git(['symbolic-ref', '--quiet', '--short', 'HEAD'])
      return code === 0 ? out.toString('utf8').trim() : undefined
    },
  }
}

type Git = (args: readonly string[], more?: { readonly timeoutMs?: number }) => Promise<GitAnswer>

function notARepository({ err }: GitAnswer, cwd: string): Refusal {
  const place = shownPath(cwd)
  if (/dubious ownership/.test(err)) {
    return new Refusal(`cannot read the repository of ${place}: it belongs to another user`, {
      exitCode: 2,
      fix: 'git config --global --add safe.directory <folder> says that you trust it',
    })
  }
  return new Refusal(`cannot find a Git repository in ${place}, or in a folder above it`, {
    exitCode: 2,
    fix: 'run fitout apply in a clone',
  })
}

function done({ code, out }: GitAnswer, what: string): Buffer {
  if (code === 0) return out
  throw new Refusal(`cannot ${what} of the commit: git ended with ${code ?? 'no answer in time'}`, {
    exitCode: 2,
    fix: 'check the clone: git fsck',
  })
}

// `<mode> <type> <id>\t<path>`, each ended by a zero byte: no path needs quotes.
function treeFiles(out: Buffer): readonly TreeFile[] {
  return out
    .toString('utf8')
    .split('\0')
    .filter(Boolean)
    .map(line => {
      const tab = line.indexOf('\t')
      const [mode = '', , id = ''] = line.slice(0, tab).split(' ')
      return { path: line.slice(tab + 1), mode, id }
    })
}

// For each id: `<id> <type> <size>\n`, the content, and a line feed.
function readBlobs(ids: readonly string[], answer: GitAnswer): ReadonlyMap<string, Buffer> {
  const out = done(answer, 'read the files')
  const blobs = new Map<string, Buffer>()
  let at = 0
  for (const id of ids) {
    const end = out.indexOf(0x0a, at)
    const [, type, size] = out.subarray(at, end).toString('utf8').split(' ')
    if (type !== 'blob')
      throw new Refusal(`cannot read the files of the commit: object ${id} is missing`, {
        exitCode: 2,
        fix: 'check the clone: git fsck',
      })
    const from = end + 1
    blobs.set(id, out.subarray(from, from + Number(size)))
    at = from + Number(size) + 1
  }
  return blobs
}

interface Pair {
  readonly other: string
  readonly commit: string
}

async function relationOf(git: Git, { other, commit }: Pair): Promise<Relation> {
  if (other === commit) return 'same'
  if (!(await isKnown(git, other))) return 'unknown'
  if (await isAncestor(git, other, commit)) return 'ancestor'
  return (await isAncestor(git, commit, other)) ? 'descendant' : 'unrelated'
}

async function isKnown(git: Git, commit: string): Promise<boolean> {
  return (await git(['cat-file', '-e', `${commit}^{commit}`])).code === 0
}

async function isAncestor(git: Git, older: string, newer: string): Promise<boolean> {
  return (await git(['merge-base', '--is-ancestor', older, newer])).code === 0
}

interface BranchQuestion {
  readonly branch: string
  readonly commit: string
}

async function tipOf(git: Git, { branch, commit }: BranchQuestion): Promise<Tip> {
  const ref = `refs/heads/${branch}`
  const { code, out } = await git(['ls-remote', 'origin', ref], { timeoutMs: REMOTE_MS })
  const tip = code === 0 ? tipIn(out.toString('utf8'), ref) : undefined
  if (tip === undefined) return 'unknown'
  if (tip === commit) return 'here'
  // Objects alone: no branch of the clone is moved.
  if (!(await isKnown(git, tip))) {
    const fetch = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--refmap=', 'origin', ref]
    await git(fetch, { timeoutMs: FETCH_MS })
    if (!(await isKnown(git, tip))) return 'unknown'
  }
  return (await isAncestor(git, commit, tip)) ? 'ahead' : 'elsewhere'
}

// Patterns of ls-remote match the ends of names, too.
function tipIn(text: string, ref: string): string | undefined {
  const line = text.split('\n').find(each => each.endsWith(`\t${ref}`))
  const [id = ''] = line?.split('\t') ?? []
  return /^[0-9a-f]{40,64}$/.test(id) ? id : undefined
}
