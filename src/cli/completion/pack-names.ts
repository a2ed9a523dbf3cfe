import { basename, dirname } from 'node:path'
import { findPacks, PACKS } from '../pack/find-packs.ts'

/** The packs that can be named: those in folders of their name, right in the folder of packs. */
export async function packNames(cwd: string): Promise<readonly string[]> {
  return (await findPacks(cwd)).flatMap(({ path }) => (dirname(path) === PACKS ? [basename(path)] : []))
}
