import { readdirSync } from 'node:fs'
import { YamlError } from '../../domain/yaml/yaml-error.ts'
import {
  readRepositoryRecord,
  RECORDS,
  type RepositoryRecord,
} from '../../scaffold/upgrade/written-record.ts'
import type { ClusterPlace } from '../../scaffold/places.ts'
import { Refusal } from '../command/refusal.ts'
import { failedWith, folderProblem } from '../folder/folder-error.ts'
import type { FilePlace } from '../io/place.ts'
import { readTextFile } from './write-files.ts'
import { fileIn } from './file-in.ts'

/** The record of `fitout init`. */
export const INIT_RECORD = `${RECORDS}/init.yaml`

/** The record of one cluster. */
export function clusterRecord({ name, environment }: ClusterPlace): string {
  return `${RECORDS}/clusters/${environment}/${name}.yaml`
}

/** The record of the files of an add-on that clusters share. */
export function addOnRecord(name: string): string {
  return `${RECORDS}/add-ons/${name}.yaml`
}

/** Reads a record; undefined if there is none. Refuses one that a user broke. */
export function recordAt(root: FilePlace, path: string): RepositoryRecord | undefined {
  const text = readTextFile(root, path)
  if (text === undefined) return undefined
  const record = readSafely(text)
  if (record) return record
  throw new Refusal(`cannot read ${fileIn(root, path).path}: it is not as Fitout wrote it`, {
    exitCode: 2,
    fix: `restore it from Git: git checkout -- ${path}`,
  })
}

function readSafely(text: string): RepositoryRecord | undefined {
  try {
    return readRepositoryRecord(text)
  } catch (error) {
    if (error instanceof YamlError) return undefined
    throw error
  }
}

/** The clusters that Fitout has written, by environment and name. */
export function recordedClusters(root: FilePlace): readonly ClusterPlace[] {
  const folder = `${RECORDS}/clusters`
  return namesIn(root, folder).flatMap(environment =>
    namesIn(root, `${folder}/${environment}`)
      .filter(file => file.endsWith('.yaml'))
      .map(file => ({ environment, name: file.slice(0, -'.yaml'.length) })),
  )
}

/** The names in a folder of a repository, sorted; none if there is no folder. */
export function namesIn(root: FilePlace, folder: string): readonly string[] {
  const place = fileIn(root, folder)
  try {
    return readdirSync(place.location).toSorted()
  } catch (error) {
    if (failedWith(error, 'ENOENT', 'ENOTDIR')) return []
    throw folderProblem(error, place.path, 'read')
  }
}
