import { findSharedObjects, type NamedPack } from '../../domain/pack/find-shared-objects.ts'
import type { ExitCode } from '../command/exit-code.ts'
import type { Io } from '../io/io.ts'
import type { FilePlace } from '../io/place.ts'
import { type CommittedFolder, readCommitted } from './committed-pack.ts'
import { makeFiles, type PackWorld } from './make-files.ts'
import { type PackCall, requestOf, targetsOf } from './pack-call.ts'
import { forEachPack, worstOf } from './for-each-pack.ts'
import { type Checked, checkReport } from './report.ts'

/** Says whether packs are, byte for byte, what their sources give. */
export async function checkPacks(call: PackCall, io: Io, world: PackWorld): Promise<ExitCode> {
  const made: NamedPack[] = []
  const { results, failures } = await forEachPack(call, await targetsOf(call, io), async target => {
    const { pack, checked } = await checkPack(call, target, { io, world })
    made.push({ folder: target.path, pack })
    return checked
  })
  const conflicts = findSharedObjects(made)
  checkReport({ call, checked: results, failures, conflicts }, io)
  const isFine = conflicts.length === 0 && results.every(({ differences }) => differences.length === 0)
  return worstOf(isFine ? 0 : 1, failures)
}

async function checkPack(
  call: PackCall,
  target: FilePlace,
  { io, world }: { readonly io: Io; readonly world: PackWorld },
): Promise<{ readonly pack: NamedPack['pack']; readonly checked: Checked }> {
  const committed = await readCommitted(target)
  const { pack, files } = await makeFiles(requestOf(call, target, committed.pack), io, world)
  return {
    pack,
    checked: { folder: target.path, name: pack.name, differences: differences(committed, files) },
  }
}

/** The files that differ from what they would be, with what is wrong with each. */
function differences({ files: now }: CommittedFolder, files: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...files.keys(), ...now.keys()])].toSorted().flatMap(file => {
    if (now.get(file) === files.get(file)) return []
    if (!now.has(file)) return [`${file} is missing`]
    return [files.has(file) ? `${file} differs` : `${file} is not part of it`]
  })
}
