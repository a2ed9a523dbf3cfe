import { joinDocuments } from '../../domain/yaml/document/join-documents.ts'
import { checkReplacement } from '../../domain/pack/check-replacement.ts'
import { diffPacks, moveOf } from '../../domain/pack/diff-packs.ts'
import { RECORD_FILE } from '../../domain/pack/pack-record.ts'
import { type CommittedPack, filesInRecord, readPack, unpack } from '../../domain/pack/read-pack.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { replaceFolder } from '../folder/replace-folder.ts'
import type { Io } from '../io/io.ts'
import { type FilePlace, placeFrom } from '../io/place.ts'
import { Refusal } from '../command/refusal.ts'
import { checkPacks } from './check-packs.ts'
import { readCommitted } from './committed-pack.ts'
import { warnOfDroppedFlux } from './dropped-flux.ts'
import { forEachPack, refusalOf, worstOf } from './for-each-pack.ts'
import { type MadeFiles, makeFiles, type PackWorld } from './make-files.ts'
import { type PackCall, requestOf, targetOf, targetsOf } from './pack-call.ts'
import { wrongUsage } from './pack-request.ts'
import { diffReport, moveLine, writeReport } from './report.ts'

/** Makes, checks, compares or reads packs. */
export async function runPack(call: PackCall, io: Io, world: PackWorld = {}): Promise<ExitCode> {
  const { check, diff, unpack: folder } = call.flags
  try {
    if (folder !== undefined) return await printManifests(call, folder, io)
    if (check && diff) throw wrongUsage('give --check or --diff, not both')
    if (check) return await checkPacks(call, io, world)
    return diff ? await diffAll(call, io, world) : await write(call, io, world)
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

async function printManifests({ name, flags }: PackCall, folder: string, io: Io): Promise<ExitCode> {
  if (name !== undefined || flags.check || flags.diff) {
    throw wrongUsage('--unpack takes a folder and nothing else')
  }
  const target = placeFrom(io.cwd(), folder)
  const { pack } = await readCommitted(target)
  if (!pack) throw new Refusal(`cannot read ${target.path}: there is no pack`, { exitCode: 2 })
  io.write(joinDocuments(unpack(pack)))
  return 0
}

async function write(call: PackCall, io: Io, world: PackWorld): Promise<ExitCode> {
  const target = targetOf(call, io)
  const { committed, made } = await make(call, target, { io, world })
  const move = committed && moveOf(committed, readPack(made.files))
  if (move) io.say(`warning: ${moveLine(move)}`)
  const marker = { name: RECORD_FILE, filesOf: filesInRecord }
  const result = await replaceFolder(target, made.files, { marker })
  writeReport({ ...made, folder: target.path, result, output: call.flags.output }, io)
  return 0
}

async function diffAll(call: PackCall, io: Io, world: PackWorld): Promise<ExitCode> {
  const { results, failures } = await forEachPack(call, await targetsOf(call, io), async target => {
    const { committed, made } = await make(call, target, { io, world })
    const diff = diffPacks(committed ?? { record: {}, resourceSets: [] }, readPack(made.files))
    return { name: made.pack.name, folder: target.path, ...diff }
  })
  diffReport({ call, diffs: results, failures }, io)
  return worstOf(0, failures)
}

interface Making {
  readonly committed: CommittedPack | undefined
  readonly made: MadeFiles
}

/** Makes the files of a pack that may take the place of the one that is there. */
async function make(
  call: PackCall,
  target: FilePlace,
  { io, world }: { readonly io: Io; readonly world: PackWorld },
): Promise<Making> {
  const { pack: committed } = await readCommitted(target)
  const request = requestOf(call, target, committed)
  if (committed) warnOfDroppedFlux(request, committed, io)
  const made = await makeFiles(request, io, world)
  if (committed) checkReplacement(committed, made.pack)
  return { committed, made }
}
