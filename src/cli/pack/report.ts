import { listFirst } from '../../domain/text/list-first.ts'
import type { Move, PackDiff } from '../../domain/pack/diff-packs.ts'
import type { Pack } from '../../domain/pack/make-pack.ts'
import { counted } from '../../domain/text/counted.ts'
import type { Replaced } from '../folder/replace-folder.ts'
import type { Io } from '../io/io.ts'
import { jsonDocument } from '../io/json-document.ts'
import { shownPath } from '../io/shown-path.ts'
import { sayError, sayFix, sayRefusal, sayTry } from '../command/say.ts'
import { PACKS } from './find-packs.ts'
import type { PackFailure } from './for-each-pack.ts'
import { isAboutAll, type PackCall } from './pack-call.ts'

type Output = 'text' | 'json' | undefined

interface Written {
  readonly pack: Pack
  readonly folder: string
  readonly result: Replaced
  readonly output: Output
}

/** Says what was written. */
export function writeReport({ pack, folder, result, output }: Written, io: Io): void {
  const configMaps = pack.resourceSets.flatMap(set => set.configMaps)
  const objects = configMaps.flatMap(({ values }) => values.flatMap(({ manifests }) => manifests)).length
  if (output === 'json') {
    const sets = pack.resourceSets.map(({ name, strategy, configMaps: members }) => ({
      name,
      strategy,
      configMaps: members.map(({ name: configMap, hash }) => ({ name: configMap, hash })),
    }))
    const answer = {
      name: pack.name,
      version: pack.version,
      folder,
      result,
      objects,
      resourceSets: sets,
    }
    io.write(jsonDocument('PackResult', answer))
    return
  }
  const title = pack.version === undefined ? pack.name : `${pack.name} ${pack.version}`
  const size = [
    counted(objects, 'object'),
    counted(configMaps.length, 'ConfigMap'),
    counted(pack.resourceSets.length, 'ClusterResourceSet'),
  ].join(', ')
  io.say(`packed ${title}: ${size}; ${folder} ${result === 'unchanged' ? 'is unchanged' : `is ${result}`}`)
}

/** What would become of a pack. */
interface Diff extends PackDiff {
  readonly name: string
  readonly folder: string
}

interface Compared {
  readonly call: PackCall
  readonly diffs: readonly Diff[]
  readonly failures: readonly PackFailure[]
}

/** Prints what becomes of each object. */
export function diffReport({ call, diffs, failures }: Compared, io: Io): void {
  if (call.flags.output === 'json')
    io.write(jsonDocument('PackDiff', { packs: [...diffs, ...failures.map(failureValue)] }))
  else for (const diff of diffs) writeDiff(diff, isAboutAll(call) ? 'named' : 'alone', io)
  sayFailures(failures, io)
}

const signs = { added: '+', changed: '~', removed: '-' } as const

function writeDiff({ name, folder, move, changes }: Diff, place: 'named' | 'alone', io: Io): void {
  if (place === 'named' && (move || changes.length > 0)) io.write(`${folder}:\n`)
  if (move) io.write(`! ${moveLine(move)}\n`)
  const width = changes.reduce((most, { object }) => Math.max(most, object.length), 0)
  for (const { change, object, effect, command, takesAlong, lostVersions } of changes) {
    io.write(`${signs[change]} ${object.padEnd(width)}  ${effect}\n`)
    if (lostVersions) {
      io.write(`    it no longer serves ${lostVersions.join(', ')}: migrate its stored objects first\n`)
    }
    const what = takesAlong === undefined ? 'it' : `it, and with it ${takesAlong}`
    if (command !== undefined) io.write(`    to remove ${what}, on each of them: ${command}\n`)
  }
  const counts = (['added', 'changed', 'removed'] as const).map(
    kind => `${changes.filter(({ change }) => change === kind).length} ${kind}`,
  )
  io.say(changes.length === 0 ? `${name}: no object changes` : `${name}: ${counts.join(', ')}`)
}

/** Says what it means that a pack moves. */
export function moveLine({ from, to }: Move): string {
  const there = `its ClusterResourceSets and ConfigMaps are removed from ${from}; clusters there keep what they have, without updates`
  return `the pack moves from namespace ${from} to ${to}: ${there}`
}

/** A pack, and in what it is not what its sources give. */
export interface Checked {
  readonly name: string
  readonly folder: string
  readonly differences: readonly string[]
}

interface AllChecked {
  readonly call: PackCall
  readonly checked: readonly Checked[]
  readonly failures: readonly PackFailure[]
  readonly conflicts: readonly string[]
}

/** Says which packs are what their sources give, and which are not. */
export function checkReport({ call, checked, failures, conflicts }: AllChecked, io: Io): void {
  const isJson = call.flags.output === 'json'
  if (isJson)
    io.write(jsonDocument('PackCheck', { packs: [...checked, ...failures.map(failureValue)], conflicts }))
  for (const one of checked) {
    if (one.differences.length > 0) sayDifferences(one, call, io)
    else if (!isJson) io.say(`${one.folder} matches its sources`)
  }
  sayFailures(failures, io)
  for (const conflict of conflicts) {
    sayError(io, conflict)
    sayFix(io, 'remove one of them, or make it again under another name')
  }
}

function sayDifferences({ name, folder, differences }: Checked, call: PackCall, io: Io): void {
  sayError(io, `${folder} differs from its sources: ${listFirst(differences)}`)
  if (call.sources.length > 0) sayFix(io, 'use --diff instead of --check to see what changes')
  else sayTry(io, diffCommand(call, { name, folder }))
}

// With the words of the user, so that it is about the same pack.
function diffCommand({ name, flags }: PackCall, found: Pick<Checked, 'name' | 'folder'>): string {
  const isUsual = found.folder === `${PACKS}/${found.name}`
  const typed = name ?? (flags.out === undefined && isUsual ? found.name : undefined)
  const out = flags.out ?? (typed === undefined ? found.folder : undefined)
  return ['fitout pack', typed, out && `--out ${shownPath(out)}`, '--diff'].filter(Boolean).join(' ')
}

function sayFailures(failures: readonly PackFailure[], io: Io): void {
  for (const { refusal } of failures) {
    sayRefusal(io, refusal)
  }
}

function failureValue({ folder, refusal }: PackFailure): object {
  return { folder, error: refusal.message }
}
