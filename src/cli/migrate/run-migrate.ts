import { relative, resolve } from 'node:path'
import { writeYaml } from '../../domain/yaml/write/write-yaml.ts'
import { type BlockResult, type Migration, planMigration } from '../../migrate/plan-migration.ts'
import { applyEdits, type TextEdit } from '../../migrate/write/text-edit.ts'
import { editsInFile } from '../../migrate/workspace/module-text.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { Refusal } from '../command/refusal.ts'
import { sayTry } from '../command/say.ts'
import { FolderError } from '../folder/folder-error.ts'
import type { Io } from '../io/io.ts'
import { jsonDocument } from '../io/json-document.ts'
import { findRepository, type FoundRepository, readRoot } from '../repository/find-repository.ts'
import { type FileChange, undoInterruptedWrite, writeFiles } from '../repository/write-files.ts'
import { addOnValue, fleetChanges, takenNames } from './fleet-changes.ts'
import { hideTexts, secretTexts } from './hide-secrets.ts'
import { loadGrammar } from './load-grammar.ts'
import { proveRelease, type ReleaseProof } from './prove-release.ts'
import { withPlaces, type ReadConfiguration, readConfigurations } from './read-configurations.ts'
import { fateOf, migrationJson, type ReportedMigration, reportText, summaryOf } from './report.ts'
import { type RunHelm, runHelm } from './run-helm.ts'
import { readTerraformFile } from './terraform-files.ts'
import { reportMarkdown } from './report-markdown.ts'
import { unifiedDiff } from './unified-diff.ts'

/** What `fitout migrate terraform` was asked for. */
export interface MigrateCall {
  readonly sources: readonly string[]
  readonly flags: {
    readonly write: boolean
    readonly out: string | undefined
    readonly 'var-file': readonly string[]
    readonly secret: string
    readonly 'terraform-version': string | undefined
    readonly charts: string | undefined
    readonly profile: string | undefined
    readonly output: 'text' | 'md' | 'patch' | 'json'
  }
}

/** What a migration runs with beside its input. */
export interface MigrateWorld {
  readonly helm?: RunHelm
}

/** Plans how releases leave Terraform, proves it, and writes it if asked to. */
export async function runMigrate(call: MigrateCall, io: Io, world: MigrateWorld = {}): Promise<ExitCode> {
  try {
    return await migrate(call, io, world)
  } catch (error) {
    throw error instanceof FolderError ? new Refusal(error.message) : error
  }
}

interface Planned extends ReportedMigration {
  readonly configuration: ReadConfiguration
}

async function migrate(call: MigrateCall, io: Io, world: MigrateWorld): Promise<ExitCode> {
  const { flags, sources } = call
  if (sources.length === 0) {
    throw new Refusal('the folder of the Terraform configuration is missing', {
      exitCode: 2,
      hint: 'fitout migrate --help',
    })
  }
  checkVersion(flags['terraform-version'])
  const found = repositoryOf(flags.out, io)
  undoInterruptedWrite(found.root)
  const parse = await loadGrammar()
  const choices = { cwd: io.cwd(), parse, variables: flags['var-file'] }
  const configurations = readConfigurations(sources, choices)
  const planned = await planAll(configurations, { call, found, io, world })
  const changes = allChanges(planned, found, { io, profile: flags.profile })
  const secrets = configurations.flatMap(({ loaded }) => secretTexts(loaded))
  if (flags.write) write(changes, found, io)
  show(planned, { changes, secrets, call }, io)
  const stays = planned.some(({ migration }) => migration.results.some(result => fateOf(result) === 'stays'))
  return stays ? 1 : 0
}

function checkVersion(version: string | undefined): void {
  if (version === undefined || /^v?\d+\.\d+(\.\d+)?$/.test(version)) return
  throw new Refusal(`flag "--terraform-version": ${JSON.stringify(version)} is not a version such as 1.9.5`, {
    exitCode: 2,
  })
}

function repositoryOf(out: string | undefined, io: Io): FoundRepository {
  if (out === undefined) return findRepository(io)
  const found = readRoot(resolve(io.cwd(), out), io)
  if (found) return found
  throw new Refusal(`there is no fitout.yaml in ${out}`, { exitCode: 2, hint: 'fitout init --help' })
}

interface Around {
  readonly call: MigrateCall
  readonly found: FoundRepository
  readonly io: Io
  readonly world: MigrateWorld
}

/** What was found out about one configuration, and holds when it is planned again. */
interface Known {
  readonly configuration: ReadConfiguration
  /** Releases that must stay, by address, with the reason. */
  readonly refused: Map<string, string>
  readonly proofs: Map<string, ReleaseProof>
}

/** Plans all configurations until they agree: they can share modules, and have releases of one name. */
async function planAll(
  configurations: readonly ReadConfiguration[],
  around: Around,
): Promise<readonly Planned[]> {
  const known = configurations.map((configuration): Known => ({
    configuration,
    refused: new Map(),
    proofs: new Map(),
  }))
  for (;;) {
    const planned: Planned[] = []
    for (const one of known) planned.push(await planOne(one, around))
    const disagreements = [...otherReleases(planned), ...keptBlocks(planned)]
    if (disagreements.length === 0) return planned
    for (const { configuration, address, words } of disagreements) {
      known.find(one => one.configuration === configuration)?.refused.set(address, words)
    }
  }
}

interface Disagreement {
  readonly configuration: ReadConfiguration
  readonly address: string
  readonly words: string
}

/** Clusters share an add-on: releases of one name that are not the same cannot be one. */
function otherReleases(planned: readonly Planned[]): readonly Disagreement[] {
  const made = new Map<string, { readonly title: string; readonly text: string }>()
  return planned.flatMap(({ configuration, title, migration }) =>
    migration.results
      .flatMap(({ moved }) => moved)
      .flatMap(({ release: { address }, addOn: { manifest } }) => {
        const text = writeYaml(addOnValue({ ...manifest, summary: '' }))
        const before = made.get(manifest.name)
        if (!before) made.set(manifest.name, { title, text })
        if (!before || before.text === text) return []
        const words = `${before.title} has a release ${manifest.name}, too, with other settings or values: give one another name`
        return [{ configuration, address, words }]
      }),
  )
}

function keyOf({ block }: BlockResult): string {
  return `${block.file.path}:${block.start}`
}

/** A block of a module that two configurations use goes from both, or from none. */
function keptBlocks(planned: readonly Planned[]): readonly Disagreement[] {
  const kept = new Map(
    planned.flatMap(({ title, migration }) =>
      migration.results.flatMap(result =>
        fateOf(result) === 'stays' ? [[keyOf(result), title] as const] : [],
      ),
    ),
  )
  return planned.flatMap(({ configuration, migration }) =>
    migration.results.flatMap(result => {
      const title = kept.get(keyOf(result))
      const words = `it stays in ${title}, which uses the same module`
      return title === undefined
        ? []
        : result.moved.map(({ release: { address } }) => ({ configuration, address, words }))
    }),
  )
}

/** Plans until no release that moves differs from what it was. */
async function planOne(
  { configuration, refused, proofs }: Known,
  { call: { flags }, found, io, world }: Around,
): Promise<Planned> {
  const helm = world.helm ?? runHelm(io.env)
  const charts = flags.charts === undefined ? undefined : resolve(io.cwd(), flags.charts)
  const tools = { repository: found.repository, helm, charts }
  const taken = takenNames(found, flags.profile)
  for (;;) {
    const migration = withPlaces(() =>
      planMigration(configuration.loaded, {
        secret: flags.secret,
        terraformVersion: flags['terraform-version'],
        taken,
        refused,
      }),
    )
    const before = refused.size
    for (const one of migration.results.flatMap(({ moved }) => moved)) {
      const { address } = one.release
      const proof = proofs.get(address) ?? (await proveRelease(one, tools))
      proofs.set(address, proof)
      if (proof.kind === 'different') refused.set(address, `${proof.words}   MIGRATION_NOT_EMPTY`)
    }
    if (refused.size === before) return { title: configuration.title, configuration, migration, proofs }
  }
}

/** A file with its change, as it is seen from where the user is. */
interface SeenChange {
  readonly location: string
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

function allChanges(
  planned: readonly Planned[],
  found: FoundRepository,
  { io, profile }: { readonly io: Io; readonly profile: string | undefined },
): readonly SeenChange[] {
  const addOns = planned.flatMap(({ migration }) =>
    migration.results.flatMap(({ moved }) => moved.map(({ addOn }) => addOn.manifest)),
  )
  const byName = [...new Map(addOns.map(addOn => [addOn.name, addOn])).values()]
  const seen = (location: string) => relative(resolve(io.cwd()), location)
  const fleet = fleetChanges(byName, found, { io, profile }).map(({ path, before, after }) => {
    const location = resolve(found.root.location, path)
    return { location, path: seen(location), before, after }
  })
  return [...terraformChanges(planned, io), ...fleet]
}

/** The files of Terraform. Two modules of one manifest are edited together, and a module that two roots share once. */
function terraformChanges(planned: readonly Planned[], io: Io): readonly SeenChange[] {
  const edits = new Map<string, TextEdit[]>()
  const texts = new Map<string, string>()
  for (const { migration, configuration } of planned) {
    for (const one of migration.edits) {
      const { path } = one.file
      const text = readTerraformFile(io.cwd(), path).text
      texts.set(path, text)
      const own = configuration.embedded ? editsInFile(configuration.embedded, one.edits, text) : one.edits
      const before = edits.get(path) ?? []
      const isNew = (edit: TextEdit) =>
        !before.some(
          other => other.start === edit.start && other.end === edit.end && other.text === edit.text,
        )
      edits.set(path, [...before, ...own.filter(isNew)])
    }
  }
  return [...edits].map(([path, own]) => {
    const before = texts.get(path) ?? ''
    return { location: resolve(io.cwd(), path), path, before, after: applyEdits(before, own) }
  })
}

// All are written, or none. What is prepared is kept in the repository, also for files of Terraform outside of it: the next
// run of any command there takes back what a run that died has begun.
function write(changes: readonly SeenChange[], { root }: FoundRepository, io: Io): void {
  const below = changes.map(({ location, before, after }): FileChange => ({
    path: relative(root.location, location),
    before,
    after,
  }))
  writeFiles(root, below, { io })
}

interface Shown {
  readonly changes: readonly SeenChange[]
  readonly secrets: readonly string[]
  readonly call: MigrateCall
}

function show(planned: readonly Planned[], { changes, secrets, call }: Shown, io: Io): void {
  const { write: isWritten, output } = call.flags
  // What Fitout keeps for itself is for `git apply`, not for people.
  const shown = output === 'text' ? changes.filter(({ path }) => !/(^|\/)\.fitout\//.test(path)) : changes
  const patch = hideTexts(
    shown.map(({ path, before, after }) => unifiedDiff({ path, before, after: after ?? '' })).join(''),
    secrets,
  )
  if (output === 'json') {
    const files = changes.map(({ path }) => path)
    io.write(
      jsonDocument('MigrationReport', {
        written: isWritten,
        configurations: planned.map(migrationJson),
        files,
        patch,
      }),
    )
    return
  }
  if (output === 'md') io.write(reportMarkdown(planned, isWritten))
  if (output === 'text') io.write(planned.map(one => reportText(one, isWritten)).join(''))
  if (output === 'patch') io.write(patch)
  if (output === 'text' && !isWritten && patch !== '') io.write(`\n${patch}`)
  if (isWritten && output === 'text') for (const { path } of changes) io.write(`wrote ${path}\n`)
  if (output !== 'md') io.say(summaryOf(planned, isWritten))
  for (const { migration } of planned) sayNext(migration, io)
  if (!isWritten && changes.length > 0)
    sayTry(io, `fitout migrate terraform ${call.sources.join(' ')} --write`)
}

function sayNext(migration: Migration, io: Io): void {
  if (!migration.results.some(result => fateOf(result) === 'moved')) return
  io.say(
    `${migration.version.forgetting === 'state-rm' ? 'no removed blocks' : 'removed blocks'}: ${migration.version.words}`,
  )
  if (migration.stateCommands.length === 0) return
  io.say('before the next plan, or Terraform will uninstall them:')
  for (const command of migration.stateCommands) io.say(`  ${command}`)
}
