import { resolve } from 'node:path'
import type { AdoptionVerdict } from '../../domain/adopt/adoption.ts'
import { counted } from '../../domain/text/counted.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { Refusal } from '../command/refusal.ts'
import { sayTry } from '../command/say.ts'
import type { ConnectionFlags, ScopeFlags } from '../fleet/fleet-flags.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import { yamlDocument } from '../../domain/yaml/write/yaml-document.ts'
import type { Io } from '../io/io.ts'
import { jsonDocument } from '../io/json-document.ts'
import { runHelm, type RunHelm } from '../migrate/run-helm.ts'
import { unifiedDiff } from '../migrate/unified-diff.ts'
import { fileIn } from '../repository/file-in.ts'
import { findRepository, type FoundRepository } from '../repository/find-repository.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type FileChange, undoInterruptedWrite } from '../repository/write-files.ts'
import { adoptCluster } from './adopt-cluster.ts'
import { AdoptFiles } from './adopt-files.ts'
import { adoptText } from './adopt-report.ts'
import { adoptTable } from './adopt-table.ts'
import type { AdoptedCluster, UnreadCluster } from './adopted-cluster.ts'
import { clustersToAdopt } from './clusters-to-adopt.ts'
import type { WorkloadFlags } from './workload-access.ts'
import { adoptionChanges, undoAdoption, writeAdoption } from './write-adoption.ts'

/** The flags of `fitout adopt`. @internal */
export interface AdoptFlags extends ConnectionFlags, ScopeFlags, WorkloadFlags {
  readonly write: boolean
  readonly undo: boolean
  readonly check: boolean
  readonly charts: string | undefined
  readonly output: 'text' | 'table' | 'md' | 'patch' | 'json' | 'yaml' | undefined
}

/** What was typed. */
export interface AdoptCall {
  readonly names: readonly string[]
  readonly flags: AdoptFlags
}

/** What an adoption runs with beside its input. */
export interface AdoptTools {
  readonly helm?: RunHelm
}

type Reported = AdoptedCluster | UnreadCluster

/** Reports what adopting clusters means, and writes it if asked to. A report unless `--check` makes it a judge. */
export async function runAdopt(
  call: AdoptCall,
  setting: CommandSetting,
  { helm = runHelm(setting.io.env) }: AdoptTools = {},
): Promise<ExitCode> {
  const { io, world } = setting
  const { names, flags } = call
  if (flags.write && flags.undo) throw new Refusal('give --write or --undo, not both', { exitCode: 2 })
  const found = findRepository(io)
  if (flags.undo) return undo(call, found, io)
  undoInterruptedWrite(found.root)
  let files = await AdoptFiles.read(found, io)
  const { link } = await world.connect(flags)
  try {
    const clusters = await clustersToAdopt(link, { ...flags, names })
    const charts = flags.charts === undefined ? undefined : resolve(io.cwd(), flags.charts)
    refuseOneWayForAll(clusters, flags)
    const around = { link, world, flags, tools: { helm, charts }, known: new Map() }
    const reports: Reported[] = []
    for (const [index, cluster] of clusters.entries()) {
      if (io.isTerminal && clusters.length > 1)
        io.say(`${index + 1} of ${clusters.length}: ${cluster.metadata.name}`)
      const report = await adoptCluster(cluster, { ...around, files })
      reports.push(report)
      // The next cluster may be in the same file.
      if (isWritten(report)) files = files.with(report.texts)
    }
    return finish(reports, { call, found, io })
  } finally {
    link.close()
  }
}

interface Finishing {
  readonly call: AdoptCall
  readonly found: FoundRepository
  readonly io: Io
}

function finish(reports: readonly Reported[], { call, found, io }: Finishing): ExitCode {
  const { flags } = call
  const [only] = reports
  if (reports.length === 1 && only && 'because' in only)
    throw new Refusal(`cannot read cluster ${only.cluster}: ${only.because}`, { exitCode: 4, fix: only.fix })
  const refused = reports.filter(one => !('because' in one) && verdictOf(one) === 'refused')
  const adoptions = reports.filter(isWritten).map(({ now, texts }) => ({ cluster: now.cluster, texts }))
  const changes = adoptionChanges(adoptions, found)
  if (flags.write) writeAdoption(changes, found, io)
  io.write(written(reports, { flags, changes, found }))
  sayNext(reports, { flags, changes, io })
  if (flags.write && refused.length > 0) return 1
  return flags.check && reports.some(isHeld) ? 1 : 0
}

// One kubeconfig leads to one cluster: the others would be judged by what runs there.
function refuseOneWayForAll(clusters: readonly KubeObject[], flags: AdoptFlags): void {
  if (clusters.length < 2) return
  const own = (['workload-kubeconfig', 'workload-context'] as const).find(name => flags[name] !== undefined)
  if (own === undefined) return
  throw new Refusal(`--${own} leads to one cluster, and ${clusters.length} are named`, {
    exitCode: 2,
    hint: 'fitout adopt --help',
  })
}

function isWritten(one: Reported): one is AdoptedCluster {
  return !('because' in one) && verdictOf(one) !== 'refused'
}

function verdictOf({ now, after }: AdoptedCluster): AdoptionVerdict {
  return (after ?? now).verdict
}

function isHeld(one: Reported): boolean {
  return 'because' in one || one.now.verdict !== 'safe'
}

interface Writing {
  readonly flags: AdoptFlags
  readonly changes: readonly FileChange[]
  readonly found: FoundRepository
}

function written(reports: readonly Reported[], { flags, changes, found }: Writing): string {
  const output = flags.output ?? (reports.length === 1 ? 'text' : 'table')
  const patch = patchOf(changes, found)
  if (output === 'patch') return patch
  if (output === 'json' || output === 'yaml') {
    const files = changes.map(({ path }) => path)
    const document = jsonDocument('AdoptionReport', {
      written: flags.write,
      clusters: reports.map(reportJson),
      files,
      patch,
    })
    return output === 'json' ? document : yamlDocument(document)
  }
  if (output !== 'text') return adoptTable(reports, output)
  const text = reports
    .map(one => ('because' in one ? `${one.cluster}: not read: ${one.because}\n` : adoptText(one)))
    .join('\n')
  if (flags.write)
    return `${text}${changes.map(({ path }) => `wrote ${fileIn(found.root, path).path}\n`).join('')}`
  return patch === '' ? text : `${text}\n${patch}`
}

// What Fitout keeps for itself is for --write, not for people.
function patchOf(changes: readonly FileChange[], { root }: FoundRepository): string {
  return changes
    .filter(({ path }) => !path.startsWith('.fitout/'))
    .map(({ path, before, after }) =>
      unifiedDiff({ path: fileIn(root, path).path, before, after: after ?? '' }),
    )
    .join('')
}

function reportJson(one: Reported): object {
  if ('because' in one) return { cluster: one.cluster, notRead: one.because, fix: one.fix }
  return { ...one.now, withWrite: one.after ?? null, notWritten: one.notWritten }
}

interface Saying {
  readonly flags: AdoptFlags
  readonly changes: readonly FileChange[]
  readonly io: Io
}

function sayNext(reports: readonly Reported[], { flags, changes, io }: Saying): void {
  const read = reports.flatMap(one => ('because' in one ? [] : [one]))
  for (const one of read) {
    for (const words of one.notWritten) io.say(`note: not written: ${words}`)
    if (flags.write && verdictOf(one) === 'refused')
      io.say(`note: nothing is written for ${one.now.cluster}: it is refused`)
  }
  if (changes.length === 0) return
  const changed = read.filter(one => one.texts.size > 0 && isWritten(one)).map(one => one.now.cluster)
  if (flags.write) {
    io.say(`${counted(changes.length, 'file')} written, and not merged yet`)
    sayTry(io, `fitout adopt ${changed.join(' ')} --undo`)
  } else sayTry(io, `fitout adopt ${flags['all-namespaces'] === true ? '-A' : changed.join(' ')} --write`)
}

async function undo({ names }: AdoptCall, found: FoundRepository, io: Io): Promise<ExitCode> {
  if (names.length === 0)
    throw new Refusal('which adoption? Give the cluster as namespace/name', {
      exitCode: 2,
      hint: 'fitout adopt --help',
    })
  // The last that was written is the first to go: two clusters may be in one file.
  for (const name of names.toReversed()) {
    if (!/^[a-z0-9][-a-z0-9.]*\/[a-z0-9][-a-z0-9.]*$/.test(name))
      throw new Refusal(`${JSON.stringify(name)} is not a cluster: give it as namespace/name`, {
        exitCode: 2,
      })
    const changes = await undoAdoption(name, found, io)
    for (const { path, after } of changes)
      io.write(`${after === undefined ? 'removed' : 'restored'} ${fileIn(found.root, path).path}\n`)
  }
  return 0
}
