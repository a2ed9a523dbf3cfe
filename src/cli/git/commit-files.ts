import { lstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../command/refusal.ts'
import type { Io } from '../io/io.ts'
import { type GitAnswer, runGit } from './run-git.ts'
import type { CommitRange } from './commit-range.ts'

/** A file of one side. */
export interface SideFile {
  readonly path: string
  /** A plain file; links and submodules are not read. */
  readonly isPlain: boolean
  readonly bytes: number
  /** Its object in Git; undefined for a file that is as the work tree has it. */
  readonly id: string | undefined
}

/** The files of both sides, and how their contents are read. */
export interface RangeFiles {
  readonly before: ReadonlyMap<string, SideFile>
  readonly after: ReadonlyMap<string, SideFile>
  readonly read: (files: readonly SideFile[]) => Promise<ReadonlyMap<SideFile, Buffer>>
}

/** Lists the files of both sides of a range. The work tree is not touched, and neither is the index. */
export async function rangeFiles({ root, from, to }: CommitRange, env: Io['env']): Promise<RangeFiles> {
  const git: Git = (args, input) =>
    runGit({
      cwd: root,
      env,
      args: ['-c', 'core.fsmonitor=false', ...args],
      ...(input === undefined ? {} : { input }),
    })
  const before = await filesOf(git, from.id)
  const after = to
    ? to.id === from.id
      ? before
      : await filesOf(git, to.id)
    : await workTree(git, { root, before, from: from.id })
  return { before, after, read: files => read(git, files, root) }
}

type Git = (args: readonly string[], input?: string) => Promise<GitAnswer>

async function filesOf(git: Git, commit: string): Promise<ReadonlyMap<string, SideFile>> {
  const out = done(
    await git(['ls-tree', '-r', '-l', '-z', '--full-tree', commit]),
    'list the files of the commit',
  )
  const files = out
    .toString('utf8')
    .split('\0')
    .filter(line => line !== '')
    .map(line => {
      const tab = line.indexOf('\t')
      const [mode = '', , id = '', size = ''] = line.slice(0, tab).split(/ +/)
      return { path: line.slice(tab + 1), isPlain: mode.startsWith('100'), bytes: Number(size) || 0, id }
    })
  return new Map(files.map(file => [file.path, file]))
}

interface Base {
  readonly root: string
  readonly before: ReadonlyMap<string, SideFile>
  readonly from: string
}

// What the work tree has in another way than the commit, and what nobody has added yet.
async function workTree(git: Git, { root, before, from }: Base): Promise<ReadonlyMap<string, SideFile>> {
  const diff = [
    'diff',
    '--name-only',
    '-z',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--ignore-submodules',
    from,
    '--',
  ]
  const changed = names(done(await git(diff), 'compare the work tree'))
  const others = names(
    done(await git(['ls-files', '--others', '--exclude-standard', '-z']), 'list the work tree'),
  )
  const files = new Map(before)
  for (const path of [...changed, ...others]) {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false })
    if (found === undefined || found.isDirectory()) files.delete(path)
    else files.set(path, { path, isPlain: found.isFile(), bytes: found.size, id: undefined })
  }
  return files
}

function names(out: Buffer): readonly string[] {
  return out
    .toString('utf8')
    .split('\0')
    .filter(name => name !== '')
}

async function read(
  git: Git,
  files: readonly SideFile[],
  root: string,
): Promise<ReadonlyMap<SideFile, Buffer>> {
  const ids = [...new Set(files.flatMap(({ id }) => id ?? []))]
  const blobs =
    ids.length === 0
      ? new Map<string, Buffer>()
      : blobsIn(
          done(await git(['cat-file', '--batch'], `${ids.join('\n')}\n`), 'read the files of the commit'),
          ids,
        )
  const found = new Map<SideFile, Buffer>()
  for (const file of files) {
    const content = file.id === undefined ? await fromDisk(join(root, file.path)) : blobs.get(file.id)
    if (content) found.set(file, content)
  }
  return found
}

// A file that is gone is no file of this side.
async function fromDisk(location: string): Promise<Buffer | undefined> {
  try {
    return await readFile(location)
  } catch {
    return undefined
  }
}

// For each id: `<id> <type> <size>\n`, the content, and a line feed.
function blobsIn(out: Buffer, ids: readonly string[]): ReadonlyMap<string, Buffer> {
  const blobs = new Map<string, Buffer>()
  let at = 0
  for (const id of ids) {
    const end = out.indexOf(0x0a, at)
    const [, type, size] = out.subarray(at, end).toString('utf8').split(' ')
    if (type !== 'blob')
      throw new Refusal(`cannot read the files of the commit: object ${id} is missing`, {
        exitCode: 2,
        fix: 'git fsck says whether the clone is whole; a partial clone lacks files',
      })
    blobs.set(id, out.subarray(end + 1, end + 1 + Number(size)))
    at = end + 1 + Number(size) + 1
  }
  return blobs
}

function done({ code, out }: GitAnswer, what: string): Buffer {
  if (code === 0) return out
  throw new Refusal(`cannot ${what}: git ended with ${code ?? 'no answer in time'}`, {
    exitCode: 2,
    fix: 'git fsck says whether the clone is whole',
  })
}
