import { readResourceSet, type ResourceSet } from '../resource-set/resource-set.ts'
import { ResourceSetError } from '../resource-set/resource-set-error.ts'
import { documentsIn } from '../yaml/document/split-documents.ts'
import { readDocuments } from '../yaml/document/read-documents.ts'
import { readStrictYaml } from '../yaml/read-go-yaml.ts'
import { YamlError } from '../yaml/yaml-error.ts'
import { type Content, isContent, contentIn, textOf } from './manifest.ts'
import { PackError } from './pack-error.ts'
import { RECORD_FILE } from './pack-record.ts'

/** A pack as it lies in a folder. */
export interface CommittedPack {
  readonly record: Content
  readonly resourceSets: readonly CommittedResourceSet[]
}

interface CommittedResourceSet {
  readonly set: ResourceSet
  readonly configMaps: readonly CommittedConfigMap[]
}

interface CommittedConfigMap {
  readonly name: string
  /** The values in the order of their keys. */
  readonly values: readonly string[]
}

/** Reads the files of a pack, or throws a PackError. `folder` is what messages call it. */
export function readPack(files: ReadonlyMap<string, string>, folder = 'pack'): CommittedPack {
  const record = files.get(RECORD_FILE)
  if (record === undefined) throw badPack(folder, `there is no ${RECORD_FILE}`)
  const objects = [...files]
    .filter(([file]) => file.endsWith('.yaml') && file !== RECORD_FILE)
    .flatMap(([file, text]) => readObjects(`${folder}/${file}`, text))
  const configMaps = new Map(objects.filter(isConfigMap).map(object => [nameOf(object), valuesOf(object)]))
  return {
    record: readRecord(record, `${folder}/${RECORD_FILE}`),
    resourceSets: objects.filter(isResourceSet).map(object => committedSet(object, configMaps, folder)),
  }
}

/** The documents that a pack holds, in the order in which they are applied. */
export function unpack({ resourceSets }: CommittedPack): readonly string[] {
  return resourceSets.flatMap(({ configMaps }) =>
    configMaps.flatMap(({ name, values }) =>
      values.flatMap(value =>
        reading(`ConfigMap ${name}`, () => [...documentsIn(value)]).map(({ text }) => text),
      ),
    ),
  )
}

/** The other files of a pack, as its record lists them; none when it cannot be read. */
export function filesInRecord(text: string): readonly string[] {
  try {
    const files = readRecord(text, RECORD_FILE)['files']
    return Array.isArray(files) ? files.filter(file => typeof file === 'string') : []
  } catch (error) {
    if (error instanceof PackError) return []
    throw error
  }
}

function readRecord(text: string, file: string): Content {
  const record = reading(file, () => readStrictYaml(text))
  if (isContent(record) && record['kind'] === 'Pack') return record
  throw badPack(file, 'it is not of kind Pack')
}

function readObjects(file: string, text: string): readonly Content[] {
  return reading(file, () => readDocuments(text, readStrictYaml)).map(({ value }) => value)
}

function reading<Result>(what: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof ResourceSetError) throw badPack(what, error.message)
    if (!(error instanceof YamlError)) throw error
    throw badPack(`${what}:${error.line}:${error.column}`, error.reason)
  }
}

function badPack(what: string, cause: string): PackError {
  return new PackError('BAD_PACK', `cannot read ${what}: ${cause}`)
}

function isConfigMap({ apiVersion, kind }: Content): boolean {
  return apiVersion === 'v1' && kind === 'ConfigMap'
}

function isResourceSet({ kind }: Content): boolean {
  return kind === 'ClusterResourceSet'
}

function nameOf(object: Content): string {
  return textOf(contentIn(object, 'metadata'), 'name')
}

function valuesOf(configMap: Content): readonly string[] {
  const data = contentIn(configMap, 'data')
  return Object.keys(data)
    .toSorted()
    .map(key => textOf(data, key))
}

function committedSet(
  object: Content,
  configMaps: ReadonlyMap<string, readonly string[]>,
  folder: string,
): CommittedResourceSet {
  const set = reading(folder, () => readResourceSet(object))
  return {
    set,
    configMaps: set.resources.map(({ name }) => {
      const values = configMaps.get(name)
      if (values) return { name, values }
      throw badPack(folder, `ClusterResourceSet ${set.name} lists ConfigMap ${name}, which does not exist`)
    }),
  }
}
