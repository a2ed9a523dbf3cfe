import { isFields, partOf } from '../../domain/object/fields.ts'
import type { AddOn } from '../../domain/repository/add-on-schema.ts'
import { counted } from '../../domain/text/counted.ts'
import { setScalar } from '../../domain/yaml/edit/set-scalar.ts'
import { insertEntry, insertItem } from '../../domain/yaml/edit/insert-item.ts'
import { readGoYaml } from '../../domain/yaml/read-go-yaml.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import { addOnListings, stepIndex } from '../../scaffold/add-on/add-on-changes.ts'
import { addOnStep, isPacked } from '../../scaffold/add-on/add-on-step.ts'
import { clusterAddOnTree, sharedAddOnTree } from '../../scaffold/add-on/add-on-tree.ts'
import { sampleValues } from '../../scaffold/add-on/sample-values.ts'
import { catalogue } from '../../scaffold/catalogue/catalogue.ts'
import { FITOUT_FILE } from '../../scaffold/init/fitout-file.ts'
import { type ClusterPlace, PLANS, SIMULATE_VALUES } from '../../scaffold/places.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { Refusal } from '../command/refusal.ts'
import { plainTable } from '../fleet/table.ts'
import type { Io } from '../io/io.ts'
import { jsonDocument } from '../io/json-document.ts'
import { refusalOf } from '../pack/for-each-pack.ts'
import type { PackWorld } from '../pack/make-files.ts'
import { findAddOn } from '../repository/find-add-on.ts'
import { findRepository, type FoundRepository } from '../repository/find-repository.ts'
import { Changes } from '../repository/plan-changes.ts'
import { addOnRecord, clusterRecord, namesIn, recordedClusters } from '../repository/records.ts'
import { undoInterruptedWrite, writeFiles } from '../repository/write-files.ts'
import { packAddOn } from './pack-add-on.ts'
import { fileIn, sayTrySimulation } from '../repository/file-in.ts'

/** What `fitout add` was asked for. */
export interface AddCall {
  readonly name: string | undefined
  readonly manifests: readonly string[]
  readonly flags: {
    readonly list: boolean
    readonly version: string | undefined
    readonly profile: string | undefined
    readonly 'dry-run': boolean
    readonly output: 'text' | 'json'
  }
}

/** Adds an add-on to every cluster of a fleet repository, or lists those that Fitout knows. */
export async function runAdd(call: AddCall, io: Io, world: PackWorld = {}): Promise<ExitCode> {
  try {
    if (call.flags.list) return listAddOns(call, io)
    if (call.name === undefined)
      throw new Refusal('the name of the add-on is missing', { exitCode: 2, hint: 'fitout add --list' })
    return await add(call.name, call, { io, world })
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

function listAddOns({ name, flags }: AddCall, io: Io): ExitCode {
  const addOns = [...catalogue.values()].filter(addOn => name === undefined || addOn.name === name)
  if (flags.output === 'json') {
    io.write(jsonDocument('AddOnList', { addOns }))
    return 0
  }
  const rows = addOns.map(({ name: one, version, manifests, summary }) => [
    one,
    version,
    manifests ? 'pack' : 'Flux',
    summary,
  ])
  io.write(plainTable([['NAME', 'VERSION', 'BY', 'WHAT'], ...rows]))
  return 0
}

interface Around {
  readonly io: Io
  readonly world: PackWorld
}

async function add(name: string, { manifests, flags }: AddCall, { io, world }: Around): Promise<ExitCode> {
  const found = findRepository(io)
  undoInterruptedWrite(found.root)
  const known = findAddOn(name, found, io)
  const addOn = flags.version === undefined ? known : { ...known, version: flags.version }
  refuseOnHub(addOn, found)
  const changes = new Changes(found.root)
  planAddOn(addOn, found, { profile: flags.profile, io, changes })
  if (flags.version !== undefined) raiseSteps(addOn, found, changes)
  if (isPacked(addOn, found.repository)) {
    await packAddOn({ addOn, manifests, found, isDryRun: flags['dry-run'] }, { io, world })
  } else if (manifests.length > 0) {
    throw new Refusal(`add-on ${name} is not packed: Flux installs its chart`, {
      exitCode: 2,
      hint: `fitout add ${name}`,
    })
  }
  const list = changes.list()
  if (!flags['dry-run']) writeFiles(found.root, list, { io })
  report(addOn, { paths: list.map(({ path }) => path), found, flags }, io)
  return 0
}

// Nothing of Flux runs on a spoke.
function refuseOnHub({ manifests }: AddOn, { repository }: FoundRepository): void {
  if (manifests?.isFlux !== true || repository.pattern !== 'flux-operator') return
  throw new Refusal('with pattern flux-operator Flux runs on the hub only, and fitout init has written it')
}

interface Planning {
  readonly profile: string | undefined
  readonly io: Io
  readonly changes: Changes
}

/** Plans all that an add-on changes in a repository. */
export function planAddOn(addOn: AddOn, found: FoundRepository, { profile, io, changes }: Planning): void {
  const { root, repository } = found
  const clusters = recordedClusters(root)
  const shared = sharedAddOnTree(addOn, repository)
  if (shared.size > 0) changes.addUnit({ record: addOnRecord(addOn.name), answers: null, files: shared })
  for (const cluster of clusters) addToCluster(addOn, cluster, { found, changes })
  for (const listing of addOnListings(addOn, { repository, clusters })) changes.addListing(listing)
  changes.edit(`${PLANS}/${profile ?? repository.profile}.yaml`, text => withStep(text, addOn, { found, io }))
  changes.edit(FITOUT_FILE, text => withVersion(text, addOn))
  const samples = sampleValues(addOn, repository)
  if (samples.size > 0) changes.edit(SIMULATE_VALUES, text => withSamples(text, samples))
}

// What is there already may have been chosen by someone.
function withSamples(text: string, samples: ReadonlyMap<string, YamlValue>): string {
  let edited = text
  for (const [key, value] of samples) {
    const known = readGoYaml(edited)
    if (!isFields(known) || !(key in known)) edited = insertEntry(edited, [], [key, value])
  }
  return edited
}

// The files of a cluster have one record, whichever command wrote them.
function addToCluster(
  addOn: AddOn,
  cluster: ClusterPlace,
  { found, changes }: { readonly found: FoundRepository; readonly changes: Changes },
): void {
  const own = clusterAddOnTree(addOn, cluster, found.repository)
  if (own.size > 0) changes.addFiles(clusterRecord(cluster), own)
}

function withStep(
  text: string,
  addOn: AddOn,
  { found, io }: { readonly found: FoundRepository; readonly io: Io },
): string {
  const value = readGoYaml(text)
  const spec = isFields(value) ? value['spec'] : undefined
  const steps = isFields(spec) && Array.isArray(spec['steps']) ? spec['steps'] : []
  const names = steps.map(step => (isFields(step) ? String(step['name']) : ''))
  if (names.includes(addOn.name)) return text
  const known = (name: string) => (name === addOn.name ? addOn : knownAddOn(name, found, io))
  const before = stepIndex(addOn, names, known)
  return insertItem(text, ['spec', 'steps'], { value: addOnStep(addOn, found.repository), before })
}

// All clusters get the same pack or release, whichever Fitout they have.
function raiseSteps(addOn: AddOn, { root }: FoundRepository, changes: Changes): void {
  for (const file of namesIn(root, PLANS))
    if (/\.ya?ml$/.test(file)) changes.edit(`${PLANS}/${file}`, text => withStepVersion(text, addOn))
}

function withStepVersion(text: string, { name, component, version }: AddOn): string {
  const value = readGoYaml(text)
  const steps = isFields(value) && isFields(value['spec']) ? value['spec']['steps'] : undefined
  if (component === undefined || !Array.isArray(steps)) return text
  const index = steps.findIndex(
    step => isFields(step) && step['name'] === name && component in partOf(step, 'versions'),
  )
  return index === -1
    ? text
    : setScalar(text, ['spec', 'steps', index, 'versions', component], version.replace(/^v/, ''))
}

function knownAddOn(name: string, found: FoundRepository, io: Io): AddOn | undefined {
  const isKnown = catalogue.has(name) || name in found.repository.versions.addOns
  return isKnown ? findAddOn(name, found, io) : undefined
}

function withVersion(text: string, { name, version }: AddOn): string {
  const value = readGoYaml(text)
  const versions = isFields(value) ? value['versions'] : undefined
  // An older file may have been written by hand, without these.
  if (!isFields(versions)) return insertEntry(text, [], ['versions', { addOns: { [name]: version } }])
  const addOns = versions['addOns']
  if (!isFields(addOns)) return insertEntry(text, ['versions'], ['addOns', { [name]: version }])
  if (addOns[name] === version) return text
  if (name in addOns) return setScalar(text, ['versions', 'addOns', name], version)
  return insertEntry(text, ['versions', 'addOns'], [name, version])
}

interface Reported {
  readonly paths: readonly string[]
  readonly found: FoundRepository
  readonly flags: AddCall['flags']
}

function report(addOn: AddOn, { paths, found, flags }: Reported, io: Io): void {
  const isTry = flags['dry-run']
  if (flags.output === 'json') {
    const result = paths.length === 0 ? 'unchanged' : isTry ? 'would be written' : 'written'
    io.write(
      jsonDocument('AddResult', {
        addOn: addOn.name,
        version: addOn.version,
        result,
        files: paths,
        checks: addOn.checks ?? [],
      }),
    )
    return
  }
  for (const path of paths) io.write(`${fileIn(found.root, path).path}\n`)
  if (paths.length === 0) {
    io.say(`add-on ${addOn.name} is unchanged`)
    return
  }
  io.say(
    `${counted(paths.length, 'file')} ${isTry ? 'would change' : 'changed'} for add-on ${addOn.name} ${addOn.version}`,
  )
  for (const check of addOn.checks ?? []) io.say(`check: ${check}`)
  sayWithoutFlux(addOn, found, io)
  if (!isTry) sayTrySimulation(io, found.root)
}

// With the other patterns Flux is there before the first step.
function sayWithoutFlux(addOn: AddOn, { repository }: FoundRepository, io: Io): void {
  if (repository.pattern !== 'crs' || addOn.manifests !== undefined || 'flux' in repository.versions.addOns)
    return
  io.say(`next: fitout add flux, which installs ${addOn.name} on the clusters`)
}
