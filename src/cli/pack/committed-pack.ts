import { RECORD_FILE } from '../../domain/pack/pack-record.ts'
import { type CommittedPack, readPack } from '../../domain/pack/read-pack.ts'
import { readFolder } from '../folder/read-folder.ts'
import { recoverFolder } from '../folder/recover-folder.ts'
import type { FilePlace } from '../io/place.ts'
import { shownPath } from '../io/shown-path.ts'

/** A folder as it is now. */
export interface CommittedFolder {
  readonly files: ReadonlyMap<string, string>
  /** None in an empty folder, or in one of another owner: writing looks at it more closely. */
  readonly pack: CommittedPack | undefined
}

/** Reads the folder of a pack, after an interrupted run has been fixed. A folder that is not there has no files. */
export async function readCommitted(target: FilePlace): Promise<CommittedFolder> {
  await recoverFolder(target)
  const files = (await readFolder(target)) ?? new Map<string, string>()
  const pack = files.has(RECORD_FILE) ? readPack(files, shownPath(target.path)) : undefined
  return { files, pack }
}
