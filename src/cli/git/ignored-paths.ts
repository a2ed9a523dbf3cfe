import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Refusal } from '../command/refusal.ts'
import type { Io } from '../io/io.ts'
import { runGit } from './run-git.ts'

/**
 * The files and folders below a folder that Git ignores, as paths from it; a folder ends with a slash, and what is in it is not listed.
 *
 * Empty where there is no work tree, or where Git cannot be asked: nothing is then known to be ignored.
 */
export async function ignoredPaths(folder: string, env: Io['env']): Promise<ReadonlySet<string>> {
  if (!isInWorkTree(folder)) return new Set()
  const answer = await runGit({ cwd: folder, env, args: LIST }).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  if (answer?.code !== 0) return new Set()
  const paths = answer.out.toString('utf8').split('\0')
  // `./` says that Git ignores the folder itself, which a user asks for all the same.
  return new Set(paths.filter(path => path !== '' && path !== './'))
}

// The settings of a clone may name a program for fsmonitor, which would run.
const LIST = [
  '-c',
  'core.fsmonitor=false',
  'ls-files',
  '--others',
  '--ignored',
  '--exclude-standard',
  '--directory',
  '-z',
]

function isInWorkTree(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true
    if (dirname(at) === at) return false
  }
}
