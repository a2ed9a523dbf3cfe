import {
  type AdoptionRecord,
  adoptedDigest,
  adoptionRecordPath,
  joinRecords,
  readAdoptionRecord,
  writeAdoptionRecord,
} from '../../domain/adopt/adoption-record.ts'
import { counted } from '../../domain/text/counted.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import { Refusal } from '../command/refusal.ts'
import { FolderError } from '../folder/folder-error.ts'
import { runGit } from '../git/run-git.ts'
import type { Io } from '../io/io.ts'
import { fileIn } from '../repository/file-in.ts'
import type { FoundRepository } from '../repository/find-repository.ts'
import { type FileChange, readTextFile, undoInterruptedWrite, writeFiles } from '../repository/write-files.ts'

/** What one cluster changes. */
export interface AdoptionTexts {
  readonly cluster: string
  /** By path. */
  readonly texts: ReadonlyMap<string, string>
}

/** The files of several adoptions. Two clusters may be in one file: each begins with what the one before it made. */
export function adoptionChanges(
  adoptions: readonly AdoptionTexts[],
  { root }: FoundRepository,
): readonly FileChange[] {
  const changes = new Map<string, FileChange>()
  const textAt = (path: string) => (changes.has(path) ? changes.get(path)?.after : readTextFile(root, path))
  for (const adoption of adoptions) {
    for (const { path, after } of changesOf(adoption, textAt)) {
      const before = changes.has(path) ? changes.get(path)?.before : readTextFile(root, path)
      changes.set(path, { path, before, after })
    }
  }
  return [...changes.values()]
}

/** What changes in the repository for one cluster, and the record of it. */
function changesOf(
  { cluster, texts }: AdoptionTexts,
  textAt: (path: string) => string | undefined,
): readonly FileChange[] {
  const changes = [...texts]
    .map(([path, after]) => ({ path, before: textAt(path), after }))
    .filter(({ before, after }) => before !== after)
  if (changes.length === 0) return []
  const path = adoptionRecordPath(cluster)
  const before = textAt(path)
  const known = before === undefined ? undefined : readAdoptionRecord(before)
  const record = joinRecords(known, new Map(changes.map(one => [one.path, one])))
  return [...changes, { path, before, after: writeAdoptionRecord(record) }]
}

/** Writes all files, or none. */
export function writeAdoption(changes: readonly FileChange[], { root }: FoundRepository, io: Io): void {
  try {
    writeFiles(root, changes, { io })
  } catch (error) {
    throw error instanceof FolderError ? new Refusal(error.message) : error
  }
}

/** Takes back what `--write` did for a cluster: all of it, or nothing if a file is another one since, or it was merged. */
export async function undoAdoption(
  cluster: string,
  found: FoundRepository,
  io: Io,
): Promise<readonly FileChange[]> {
  const { root } = found
  undoInterruptedWrite(root)
  const path = adoptionRecordPath(cluster)
  const shown = fileIn(root, path).path
  const text = readTextFile(root, path)
  if (text === undefined)
    throw new Refusal(`nothing to undo for ${cluster}: there is no ${shown}`, {
      hint: `fitout adopt ${cluster}`,
    })
  const record = readAdoptionRecord(text)
  if (!record)
    throw new Refusal(`cannot read ${shown}: it is not as Fitout wrote it`, {
      exitCode: 2,
      fix: `restore it from Git: git checkout -- ${path}`,
    })
  await refuseMerged(cluster, found, io)
  const changes = [...record].map(([file, { before }]) => ({
    path: file,
    before: readTextFile(root, file),
    after: before,
  }))
  refuseChanged(cluster, record, { changes, found })
  const all = [...changes, { path, before: text, after: undefined }]
  writeAdoption(all, found, io)
  return all
}

function refuseChanged(
  cluster: string,
  record: AdoptionRecord,
  { changes, found }: { readonly changes: readonly FileChange[]; readonly found: FoundRepository },
): void {
  const other = changes.filter(
    ({ path, before }) => before === undefined || adoptedDigest(before) !== record.get(path)?.after,
  )
  if (other.length === 0) return
  const names = listFirst(other.map(({ path }) => fileIn(found.root, path).path))
  throw new Refusal(
    `cannot undo the adoption of ${cluster}: ${counted(other.length, 'file')} changed since: ${names}`,
    {
      fix: 'take back your own changes first, or take back both by Git',
    },
  )
}

// What is merged runs on the cluster: to go back there is another matter.
async function refuseMerged(cluster: string, { root, repository }: FoundRepository, io: Io): Promise<void> {
  const path = adoptionRecordPath(cluster)
  const branch = repository.git.branch
  for (const ref of [`refs/remotes/origin/${branch}`, `refs/remotes/upstream/${branch}`]) {
    const { code } = await runGit({
      cwd: root.location,
      env: io.env,
      args: ['cat-file', '-e', `${ref}:./${path}`],
    })
    if (code === 0)
      throw new Refusal(
        `the adoption of ${cluster} is merged: ${path} is on ${ref.replace('refs/remotes/', '')}`,
        {
          fix: 'to go back after a merge: docs/guides/adopt-a-running-fleet.md',
        },
      )
  }
}
