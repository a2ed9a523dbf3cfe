import { names } from '../../domain/api/api-names.ts'
import { readForm } from '../../domain/cluster-form/read-form.ts'
import { atCluster } from '../../domain/cluster-form/form-place.ts'
import { isFields, partOf, textIn } from '../../domain/object/fields.ts'
import { clusterNameProblem } from '../cluster/cluster-name.ts'
import { answersOf } from '../cluster/cluster-answers.ts'
import { clusterFile, type NewCluster } from '../cluster/cluster-object.ts'
import { clusterListings, clusterTree } from '../cluster/cluster-tree.ts'
import { CLASSES, clusterPathOf, type FolderListing } from '../places.ts'
import { RECORDS, repositoryRecordOf, writeRepositoryRecord } from '../upgrade/written-record.ts'
import { withListing } from '../write/add-listing.ts'
import type { DraftClass, DraftRepository } from './draft-repository.ts'

/** A cluster that is being written. */
export interface ClusterDraft {
  readonly environment: string
  /** The name of its class. */
  readonly className: string
  /** The text of cluster.yaml: it is the truth. */
  readonly text: string
}

/** A file that becomes another one. */
export interface DraftFile {
  readonly path: string
  readonly before: string | undefined
  readonly after: string
}

/** The files of a draft, or why there are none yet. */
export type DraftFiles =
  | {
      readonly ok: true
      readonly name: string
      readonly clusterPath: string
      readonly files: readonly DraftFile[]
    }
  | {
      readonly ok: false
      readonly code: 'YAML' | 'NAME' | 'CLASS' | 'REPOSITORY'
      readonly line: number
      readonly reason: string
    }

/** The text that a draft begins with. */
export function newDraftText(
  { found }: DraftClass,
  { repository }: DraftRepository,
  place: { readonly name: string; readonly environment: string },
): string {
  const { name, hasControlPlaneMachines, workers } = found
  return clusterFile({
    ...place,
    profile: repository.profile,
    kubernetes: repository.versions.kubernetes,
    hasCredentials: false,
    from: { kind: 'class', shape: { name, hasControlPlaneMachines, workers }, variables: [] },
  })
}

/** Every file that a draft writes: what `fitout cluster new` writes, with the text of the draft. */
export function draftFiles(draft: ClusterDraft, base: DraftRepository): DraftFiles {
  const known = base.classes.find(({ found }) => found.name === draft.className)
  if (!known) return refused('CLASS', 1, `there is no ClusterClass "${draft.className}"`)
  const reading = readForm(draft.text, known.found)
  if (!reading.ok) return refused('YAML', reading.line, reading.reason)
  const { repository, addOns } = base
  const cluster = clusterOf(draft, known, reading)
  const nameLine = reading.lineOf(atCluster('metadata', 'name'))
  const problem = clusterNameProblem(cluster, repository, base.clusters)
  if (problem !== undefined) return refused('NAME', nameLine, problem)
  const clusterPath = clusterPathOf(cluster)
  if (base.paths.includes(clusterPath))
    return refused('NAME', nameLine, `there is a cluster "${cluster.name}" in ${cluster.environment}`)
  const made = clusterTree(cluster, { repository, addOns })
  const written = new Map([...made, [clusterPath, draft.text]])
  // What Fitout wrote itself is the base of an upgrade: changes of people are told from it.
  const record = writeRepositoryRecord(repositoryRecordOf(answersOf(cluster), made))
  written.set(`${RECORDS}/clusters/${cluster.environment}/${cluster.name}.yaml`, record)
  const there = [...written.keys()].find(path => base.paths.includes(path))
  if (there !== undefined) return refused('NAME', nameLine, `${there} is there already`)
  const lists = [
    ...(known.file === undefined ? [] : [{ file: `${CLASSES}/kustomization.yaml`, item: known.file }]),
    ...clusterListings(cluster, { repository, addOns }),
  ]
  const listed = listedFiles(lists, base)
  if ('missing' in listed) return refused('REPOSITORY', 1, `${listed.missing} is missing`)
  return {
    ok: true,
    name: cluster.name,
    clusterPath,
    files: [...[...written].map(([path, after]) => ({ path, before: undefined, after })), ...listed.files],
  }
}

function listedFiles(
  lists: readonly FolderListing[],
  { texts }: DraftRepository,
): { readonly files: readonly DraftFile[] } | { readonly missing: string } {
  const edited = new Map<string, string>()
  for (const { file, item } of lists) {
    const text = edited.get(file) ?? texts[file]
    if (text === undefined) return { missing: file }
    edited.set(file, withListing(text, item))
  }
  const files = [...edited].map(([path, after]) => ({ path, before: texts[path], after }))
  return { files: files.filter(({ before, after }) => before !== after) }
}

type Reading = Extract<ReturnType<typeof readForm>, { readonly ok: true }>

function clusterOf(
  { environment }: ClusterDraft,
  { found }: DraftClass,
  { cluster, variables }: Reading,
): NewCluster {
  const fields = isFields(cluster) ? cluster : {}
  const metadata = partOf(fields, 'metadata')
  const { name, hasControlPlaneMachines, workers } = found
  return {
    name: textIn(metadata, 'name'),
    environment,
    profile: textIn(partOf(metadata, 'labels'), names.profileLabel),
    kubernetes: textIn(partOf(partOf(fields, 'spec'), 'topology'), 'version').replace(/^v/, ''),
    hasCredentials: false,
    from: {
      kind: 'class',
      shape: { name, hasControlPlaneMachines, workers },
      variables: [...variables].map(([variable, value]) => ({ name: variable, value })),
    },
  }
}

function refused(
  code: Extract<DraftFiles, { readonly ok: false }>['code'],
  line: number,
  reason: string,
): DraftFiles {
  return { ok: false, code, line, reason }
}
