import { resolve } from 'node:path'
import { counted } from '../../domain/text/counted.ts'
import type { MergedFile } from '../../scaffold/upgrade/merge-tree.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { Refusal } from '../command/refusal.ts'
import { sayError, sayFix } from '../command/say.ts'
import type { Io } from '../io/io.ts'
import { jsonDocument } from '../io/json-document.ts'
import { placeFrom } from '../io/place.ts'
import type { PackWorld } from '../pack/make-files.ts'
import { type FoundRepository, repositoryAbove } from '../repository/find-repository.ts'
import { undoInterruptedWrite, writeFiles } from '../repository/write-files.ts'
import { planUpgrade } from './plan-upgrade.ts'
import type { InitCall } from './init-call.ts'

/** Brings what Fitout wrote up to date, or says whether there is anything to do. */
export async function runUpgrade(
  { folder = '.', flags }: InitCall,
  io: Io,
  world: PackWorld,
): Promise<ExitCode> {
  const found = repositoryOf(folder, io)
  undoInterruptedWrite(found.root)
  const { merged, records } = await planUpgrade(found, { flux: flags.flux, io, world })
  const changes = merged.filter(({ before, after, conflict }) => before !== after || conflict !== undefined)
  const isOnlyLook = flags.check || flags['dry-run']
  if (!isOnlyLook) writeFiles(found.root, [...merged, ...records], { io })
  if (flags.output === 'json') io.write(jsonDocument('UpgradeResult', { changes: changes.map(changeValue) }))
  else for (const change of changes) io.write(`${signOf(change)} ${change.path}\n`)
  return sayOutcome(changes, { isOnlyLook, isCheck: flags.check }, io)
}

function repositoryOf(folder: string, io: Io): FoundRepository {
  const found = repositoryAbove(resolve(placeFrom(io.cwd(), folder).location), io)
  if (found) return found
  throw new Refusal(`there is no fitout.yaml in ${folder} or above it`, {
    exitCode: 2,
    hint: 'fitout init --help',
  })
}

interface Asked {
  readonly isOnlyLook: boolean
  readonly isCheck: boolean
}

function sayOutcome(changes: readonly MergedFile[], { isOnlyLook, isCheck }: Asked, io: Io): ExitCode {
  if (changes.length === 0) {
    io.say('everything that Fitout wrote is up to date')
    return 0
  }
  const conflicts = changes.filter(({ conflict }) => conflict !== undefined)
  for (const { path, conflict } of conflicts) sayError(io, `${path}: ${conflict}`)
  if (conflicts.length > 0) {
    sayFix(
      io,
      'resolve each conflict: keep your lines between <<<<<<< and =======, or those of Fitout between ======= and >>>>>>>',
    )
  }
  io.say(
    `${counted(changes.length, 'file')} ${isOnlyLook ? 'would change' : 'changed'}, ${counted(conflicts.length, 'conflict')}`,
  )
  return isCheck || conflicts.length > 0 ? 1 : 0
}

function signOf({ before, after, conflict }: MergedFile): string {
  if (conflict !== undefined) return '!'
  if (before === undefined) return '+'
  return after === undefined ? '-' : '~'
}

function changeValue(change: MergedFile): object {
  const names = { '+': 'added', '-': 'removed', '~': 'changed', '!': 'conflict' } as const
  const sign = signOf(change)
  return {
    path: change.path,
    change: sign === '+' || sign === '-' || sign === '!' ? names[sign] : names['~'],
    ...(change.conflict === undefined ? {} : { message: change.conflict }),
  }
}
