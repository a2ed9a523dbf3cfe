import { resolve } from 'node:path'
import { listFirst } from '../../domain/text/list-first.ts'
import { counted } from '../../domain/text/counted.ts'
import { drawTree } from '../../scaffold/tree.ts'
import { withoutFitoutFile } from '../../scaffold/init/fitout-file.ts'
import { initTree, README } from '../../scaffold/init/init-tree.ts'
import { repositoryRecordOf, writeRepositoryRecord } from '../../scaffold/upgrade/written-record.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { Refusal } from '../command/refusal.ts'
import { sayTry } from '../command/say.ts'
import { version } from '../command/version.ts'
import type { Io } from '../io/io.ts'
import { jsonDocument } from '../io/json-document.ts'
import { type FilePlace, placeFrom } from '../io/place.ts'
import { refusalOf } from '../pack/for-each-pack.ts'
import type { PackWorld } from '../pack/make-files.ts'
import { readRoot } from '../repository/find-repository.ts'
import { INIT_RECORD } from '../repository/records.ts'
import { type FileChange, readTextFile, undoInterruptedWrite, writeFiles } from '../repository/write-files.ts'
import { writtenFluxComponents } from './flux-components.ts'
import { initAnswers } from './init-answers.ts'
import type { InitCall } from './init-call.ts'
import { runUpgrade } from './run-upgrade.ts'
import { fileIn } from '../repository/file-in.ts'

/** Writes a fleet repository, or brings one up to date. */
export async function runInit(call: InitCall, io: Io, world: PackWorld = {}): Promise<ExitCode> {
  try {
    const { upgrade, check } = call.flags
    return await (upgrade || check ? runUpgrade(call, io, world) : create(call, io, world))
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

async function create({ folder = '.', flags }: InitCall, io: Io, world: PackWorld): Promise<ExitCode> {
  const place = placeFrom(io.cwd(), folder)
  const root = { path: place.path, location: resolve(place.location) }
  if (readRoot(root.location, io)) {
    throw new Refusal(`${fileIn(root, 'fitout.yaml').path} exists: this is already a fleet repository`, {
      hint: 'fitout init --upgrade',
    })
  }
  undoInterruptedWrite(root)
  const repository = await initAnswers(flags, io, gitOrigin(root))
  const components =
    flags.flux === undefined ? undefined : await writtenFluxComponents(repository, flags.flux, { io, world })
  const readme = readTextFile(root, README) === undefined ? README : 'FLEET.md'
  const tree = initTree(repository, { fitout: version, components, readme })
  const record = writeRepositoryRecord(repositoryRecordOf(null, withoutFitoutFile(tree)))
  const files = new Map([...tree, [INIT_RECORD, record]])
  const changes = changesOf(root, files)
  if (flags.output === 'text') io.write(`${drawTree([...files.keys()])}\n`)
  if (!flags['dry-run']) writeFiles(root, changes, { io })
  report({ root, paths: [...files.keys()], flags, readme }, io)
  return 0
}

/** What becomes of each file; refuses if one is there that Fitout did not write. */
function changesOf(root: FilePlace, files: ReadonlyMap<string, string>): readonly FileChange[] {
  const changes = [...files].map(([path, after]) => ({ path, after, before: readTextFile(root, path) }))
  const foreign = changes.filter(({ before, after }) => before !== undefined && before !== after)
  if (foreign.length === 0) return changes
  const names = listFirst(foreign.map(({ path }) => fileIn(root, path).path))
  throw new Refusal(`cannot write into ${root.path}: Fitout did not write ${names}`, {
    fix: 'move these files away, or choose another folder',
  })
}

interface Report {
  readonly root: FilePlace
  readonly paths: readonly string[]
  readonly flags: InitCall['flags']
  readonly readme: string
}

function report({ root, paths, flags, readme }: Report, io: Io): void {
  const result = flags['dry-run'] ? 'would be written' : 'written'
  if (flags.output === 'json') {
    io.write(jsonDocument('InitResult', { folder: root.path, result, files: paths.toSorted() }))
    return
  }
  io.say(`${counted(paths.length, 'file')} ${result} to ${root.path}`)
  if (flags['dry-run']) return
  io.say(`next: ${fileIn(root, readme).path} says what to do, in order`)
  sayTry(io, root.path === '.' ? 'fitout add --list' : `cd ${root.path} && fitout add --list`)
}

/** The address that the clone in a folder came from, as Flux takes it; undefined if there is none. */
function gitOrigin(root: FilePlace): string | undefined {
  const config = readTextFile(root, '.git/config')
  const section = /^\[remote "origin"\]\n((?:[ \t].*\n?)*)/m.exec(config ?? '')?.[1]
  const url = /^\s*url\s*=\s*(\S+)\s*$/m.exec(section ?? '')?.[1]
  if (url === undefined) return undefined
  const short = /^([^@/:\s]+@[^:/\s]+):(?!\/)(.+)$/.exec(url)
  const whole = short ? `ssh://${short[1]}/${short[2]}` : url
  // An address with a password in it is for this machine alone.
  return /^(https?|ssh):\/\//.test(whole) ? whole.replace(/^(https?:\/\/)[^/@]*@/, '$1') : undefined
}
