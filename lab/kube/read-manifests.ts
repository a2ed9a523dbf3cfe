import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { loadAll } from 'js-yaml'
import type { KubeObject } from './kube-object.ts'

/** Reads every object of a YAML file. */
export async function readManifests(file: string): Promise<KubeObject[]> {
  const documents = loadAll(await readFile(file, 'utf8'))
  return documents.filter(document => document !== null) as KubeObject[]
}

/** Reads every object of the YAML files right inside a folder, in the order of their names. */
export async function readManifestFolder(folder: string): Promise<KubeObject[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.yaml')).toSorted()
  return (await Promise.all(names.map(name => readManifests(join(folder, name))))).flat()
}
