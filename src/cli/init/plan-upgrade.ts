import type { AddOn } from '../../domain/repository/add-on-schema.ts'
import { sharedAddOnTree } from '../../scaffold/add-on/add-on-tree.ts'
import { clusterOfAnswers } from '../../scaffold/cluster/cluster-answers.ts'
import { CREDENTIALS_FILE, clusterTree } from '../../scaffold/cluster/cluster-tree.ts'
import { withoutFitoutFile } from '../../scaffold/init/fitout-file.ts'
import { initTree, README } from '../../scaffold/init/init-tree.ts'
import { componentsFile, type FluxComponents } from '../../scaffold/init/management-tree.ts'
import { capiFolder, type ClusterPlace } from '../../scaffold/places.ts'
import {
  repositoryRecordOf,
  type RepositoryRecord,
  writeRepositoryRecord,
} from '../../scaffold/upgrade/written-record.ts'
import type { RepositoryTree } from '../../scaffold/tree.ts'
import { type MergedFile, mergeTree } from '../../scaffold/upgrade/merge-tree.ts'
import { Refusal } from '../command/refusal.ts'
import { version } from '../command/version.ts'
import type { Io } from '../io/io.ts'
import type { PackWorld } from '../pack/make-files.ts'
import { findAddOn } from '../repository/find-add-on.ts'
import type { FoundRepository } from '../repository/find-repository.ts'
import { addOnRecord, clusterRecord, INIT_RECORD, recordAt, recordedClusters } from '../repository/records.ts'
import { type FileChange, readTextFile } from '../repository/write-files.ts'
import { writtenFluxComponents } from './flux-components.ts'

/** What an upgrade does. */
export interface UpgradePlan {
  readonly merged: readonly MergedFile[]
  /** The records of what is then written. */
  readonly records: readonly FileChange[]
}

interface Around {
  readonly flux: string | undefined
  readonly io: Io
  readonly world: PackWorld
}

/** A record, and what Fitout writes now in its place. */
interface Unit {
  readonly path: string
  readonly record: RepositoryRecord
  readonly theirs: RepositoryTree
}

/** Compares what Fitout wrote, what is there, and what it writes now. */
export async function planUpgrade(found: FoundRepository, around: Around): Promise<UpgradePlan> {
  const addOns = Object.keys(found.repository.versions.addOns).map(name => findAddOn(name, found, around.io))
  const units = [
    await initUnit(found, around),
    ...addOns.flatMap(addOn => addOnUnit(found, addOn)),
    ...recordedClusters(found.root).flatMap(place => clusterUnit(found, place, addOns)),
  ]
  const merged = units.flatMap(({ record, theirs }) =>
    mergeTree({ base: record.files, theirs, read: path => readTextFile(found.root, path) }),
  )
  const records = units.map(({ path, record, theirs }) => ({
    path,
    before: readTextFile(found.root, path),
    after: writeRepositoryRecord(repositoryRecordOf(record.answers, theirs)),
  }))
  return { merged, records }
}

async function initUnit(found: FoundRepository, around: Around): Promise<Unit> {
  const { root, repository } = found
  const record = recordAt(root, INIT_RECORD)
  if (!record) {
    throw new Refusal(`cannot upgrade: there is no ${INIT_RECORD}, which says what Fitout wrote`, {
      exitCode: 2,
      fix: `restore it from Git: git checkout -- ${INIT_RECORD}`,
    })
  }
  const components = await componentsNow(found, record, around)
  const readme = record.files.has(README) ? README : 'FLEET.md'
  const tree = initTree(repository, { fitout: version, components, readme })
  return {
    path: INIT_RECORD,
    record,
    theirs: withoutFitoutFile(tree),
  }
}

/** Flux as it is given, or as it is there. Another version in fitout.yaml needs its manifests. */
async function componentsNow(
  { root, repository }: FoundRepository,
  record: RepositoryRecord,
  { flux, io, world }: Around,
): Promise<FluxComponents | undefined> {
  if (flux !== undefined) return writtenFluxComponents(repository, flux, { io, world })
  const text = readTextFile(root, componentsFile(repository) ?? 'none')
  const wanted = repository.versions.flux.replace(/^v/, '')
  const hadFlux = [...record.files.keys()].some(path => path.endsWith('/gotk-components.yaml'))
  if (!hadFlux || (text !== undefined && text.startsWith(`# Flux v${wanted},`))) {
    return text === undefined ? undefined : { text }
  }
  throw new Refusal(`fitout.yaml names Flux ${wanted}, and its manifests are not in this repository`, {
    hint: `fitout init --upgrade --flux https://github.com/fluxcd/flux2/releases/download/v${wanted}/install.yaml`,
  })
}

function addOnUnit({ root, repository }: FoundRepository, addOn: AddOn): readonly Unit[] {
  const path = addOnRecord(addOn.name)
  const record = recordAt(root, path)
  return record ? [{ path, record, theirs: sharedAddOnTree(addOn, repository) }] : []
}

function clusterUnit(
  { root, repository }: FoundRepository,
  place: ClusterPlace,
  addOns: readonly AddOn[],
): readonly Unit[] {
  const path = clusterRecord(place)
  const record = recordAt(root, path)
  const hasCredentials = readTextFile(root, `${capiFolder(place)}/${CREDENTIALS_FILE}`) !== undefined
  const cluster = record && clusterOfAnswers(place, record, hasCredentials)
  if (!record || !cluster) return []
  return [{ path, record, theirs: clusterTree(cluster, { repository, addOns }) }]
}
