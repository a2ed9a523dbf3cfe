import { Refusal } from '../command/refusal.ts'
import type { Io } from '../io/io.ts'
import { shownPath } from '../io/shown-path.ts'
import { type GitAnswer, runGit } from './run-git.ts'

/** A commit, as people call it and as Git does. */
interface NamedCommit {
  readonly name: string
  readonly id: string
}

/** What is compared: a commit with another one, or with the files as they are. */
export interface CommitRange {
  /** The folder of the clone. */
  readonly root: string
  readonly from: NamedCommit
  /** Undefined is the work tree. */
  readonly to: NamedCommit | undefined
}

type Env = Io['env']

/** What a range is read with. */
export interface RangeQuestion {
  /** As it was typed; undefined for what the branch adds to the main branch. */
  readonly range: string | undefined
  readonly cwd: string
  readonly env: Env
  /** The main branch, if someone says it. */
  readonly mainBranch: string | undefined
}

const CLONE_FIX = 'clone with the whole history: GIT_DEPTH: 0 in GitLab, fetch-depth: 0 in GitHub'

/** The folder of the clone that a folder is in. */
export async function cloneRoot(cwd: string, env: Env): Promise<string> {
  const answer = await runGit({ cwd, env, args: ['rev-parse', '--show-toplevel'] })
  if (answer.code === 0) return answer.out.toString('utf8').replace(/\n$/, '')
  if (/dubious ownership/.test(answer.err))
    throw new Refusal(`cannot read the repository of ${shownPath(cwd)}: it belongs to another user`, {
      exitCode: 2,
      fix: 'git config --global --add safe.directory <folder> says that you trust it',
    })
  throw new Refusal(`cannot find a Git work tree in ${shownPath(cwd)}, or in a folder above it`, {
    exitCode: 2,
    fix: 'run fitout plan in a clone',
  })
}

/** Finds the commits of a range, or says why not. */
export async function readRange({ range, cwd, env, mainBranch }: RangeQuestion): Promise<CommitRange> {
  const root = await cloneRoot(cwd, env)
  const git: Git = args => runGit({ cwd: root, env, args })
  if (range === undefined) {
    const main = await mainCommit(git, { env, mainBranch })
    const head = await commitOf(git, 'HEAD')
    return { root, from: { name: main.name, id: await mergeBase(git, main, head) }, to: undefined }
  }
  const parts = /^(.*?)(\.{2,3})(.*)$/.exec(range)
  if (!parts) return { root, from: await commitOf(git, range), to: undefined }
  const [, left = '', dots, right = ''] = parts
  const from = await commitOf(git, left === '' ? 'HEAD' : left)
  const to = await commitOf(git, right === '' ? 'HEAD' : right)
  return { root, from: dots === '...' ? { name: from.name, id: await mergeBase(git, from, to) } : from, to }
}

type Git = (args: readonly string[]) => Promise<GitAnswer>

/** Whether a word names a commit of the clone. */
export async function isCommit(word: string, cwd: string, env: Env): Promise<boolean> {
  if (word.startsWith('-') || word === '') return false
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${word}^{commit}`]
  return (await runGit({ cwd, env, args })).code === 0
}

async function commitOf(git: Git, name: string): Promise<NamedCommit> {
  const found = await tryCommit(git, name)
  if (found) return found
  const isHead = name === 'HEAD'
  throw new Refusal(
    isHead
      ? 'cannot plan: this repository has no commit yet'
      : `there is no commit ${JSON.stringify(name)} in this clone`,
    { exitCode: 2, ...(isHead ? {} : { fix: `check its name; ${CLONE_FIX}` }) },
  )
}

async function tryCommit(git: Git, name: string): Promise<NamedCommit | undefined> {
  if (name.startsWith('-') || name === '') return undefined
  const answer = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])
  return answer.code === 0 ? { name, id: answer.out.toString('utf8').trim() } : undefined
}

interface MainQuestion {
  readonly env: Env
  readonly mainBranch: string | undefined
}

// The branch that a merge request goes to is known best by CI; then by fitout.yaml, and then by Git.
async function mainCommit(git: Git, { env, mainBranch }: MainQuestion): Promise<NamedCommit> {
  const target = env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME'] || env['GITHUB_BASE_REF'] || mainBranch
  const names = [
    // Of a merged result, so that what the branch did not do is not counted; then of the branch alone.
    env['CI_MERGE_REQUEST_TARGET_BRANCH_SHA'] ?? '',
    env['CI_MERGE_REQUEST_DIFF_BASE_SHA'] ?? '',
    ...(target === undefined || target === '' ? [] : [`origin/${target}`, target]),
    'origin/HEAD',
    'origin/main',
    'main',
    'master',
  ]
  for (const name of names) {
    const found = await tryCommit(git, name)
    if (found) return found
  }
  throw new Refusal('cannot tell what to compare with: this clone has no main branch', {
    exitCode: 2,
    fix: `name a range, such as HEAD~1..HEAD; ${CLONE_FIX}`,
  })
}

async function mergeBase(git: Git, a: NamedCommit, b: NamedCommit): Promise<string> {
  const answer = await git(['merge-base', a.id, b.id])
  const [base = ''] = answer.out.toString('utf8').split('\n')
  if (answer.code === 0 && base !== '') return base
  throw new Refusal(`${a.name} and ${b.name} have no commit in common in this clone`, {
    exitCode: 2,
    fix: CLONE_FIX,
  })
}
