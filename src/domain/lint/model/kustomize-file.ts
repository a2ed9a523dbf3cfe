import { resolved } from '../../apply/choose-files.ts'
import { type Fields, isFields, partOf, textIn, textsIn } from '../../object/fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import type { Place } from '../../pack/pack-problem.ts'
import type { YamlPath } from '../../yaml/node/node-at.ts'
import type { LintDocument } from './lint-document.ts'

/** Files that make a folder a kustomization. */
export const kustomizeNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const

/** The fields that kustomize 5 knows; it refuses any other. */
export const kustomizeFields = [
  'apiVersion',
  'kind',
  'metadata',
  'openapi',
  'namePrefix',
  'nameSuffix',
  'namespace',
  'commonLabels',
  'labels',
  'commonAnnotations',
  'patchesStrategicMerge',
  'patchesJson6902',
  'patches',
  'images',
  'imageTags',
  'replacements',
  'replicas',
  'vars',
  'sortOptions',
  'resources',
  'components',
  'crds',
  'bases',
  'configMapGenerator',
  'secretGenerator',
  'helmGlobals',
  'helmCharts',
  'helmChartInflationGenerator',
  'generatorOptions',
  'configurations',
  'generators',
  'transformers',
  'validators',
  'buildMetadata',
]

/** The fields of a kustomization as kustomize takes them: it does not mind upper and lower case. */
export function asKustomizeFields(fields: Fields): Fields {
  return Object.fromEntries<unknown>(
    Object.entries(fields).map(([key, value]) => [fieldNames.get(key.toLowerCase()) ?? key, value]),
  )
}

const fieldNames = new Map(kustomizeFields.map(field => [field.toLowerCase(), field]))

/** A kustomization.yaml. */
export interface KustomizeFile {
  readonly path: string
  readonly folder: string
  readonly fields: Fields
  readonly document: LintDocument
}

/** A file or folder that a kustomization names, and where it does. */
export interface NamedPath {
  readonly field: string
  readonly text: string
  readonly at: YamlPath
  /** The path from the root of the repository; undefined if it is not in it. */
  readonly target: string | undefined
}

type TextAt = Omit<NamedPath, 'target'>

/** The folder of a path; empty for the root. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

/** The last part of a path. */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** As kustomize tells: an address, or the short form of one. */
export function isRemote(resource: string): boolean {
  return /:\/\/|^git@|^[a-z0-9.-]+\.[a-z]{2,}\/\/?[^/]+\/|\?(?:ref|version|timeout|submodules)=|\.git(?:\/|$)|^git::/.test(
    resource,
  )
}

/** What a kustomization adds objects from: files, folders, addresses. */
export const resourcesOf = oncePerObject(({ fields, folder }: KustomizeFile): readonly NamedPath[] =>
  ['resources', 'bases', 'components']
    .flatMap(field => listed(fields, field))
    .map(one => ({ ...one, target: isRemote(one.text) ? undefined : resolved(folder, one.text) })),
)

/** Every other file that a kustomization reads. */
export const filesOf = oncePerObject((file: KustomizeFile): readonly NamedPath[] =>
  textsOfFiles(file).map(one => ({ ...one, target: resolved(file.folder, one.text) })),
)

function textsOfFiles({ fields }: KustomizeFile): readonly TextAt[] {
  return [
    ...listed(fields, 'crds'),
    ...listed(fields, 'configurations'),
    ...['transformers', 'generators', 'validators'].flatMap(field =>
      listed(fields, field).filter(({ text }) => !text.includes('\n')),
    ),
    ...listed(fields, 'patchesStrategicMerge').filter(({ text }) => !isInline(text)),
    ...pathsOf(fields, 'patches'),
    ...pathsOf(fields, 'patchesJson6902'),
    ...pathsOf(fields, 'replacements'),
    ...['configMapGenerator', 'secretGenerator'].flatMap(field => generatorFiles(fields, field)),
  ]
}

function listed(fields: Fields, field: string): readonly TextAt[] {
  const list = fields[field]
  if (!Array.isArray(list)) return []
  return list.flatMap((text: unknown, index) =>
    typeof text === 'string' ? [{ field, text, at: [field, index] }] : [],
  )
}

function pathsOf(fields: Fields, field: string): readonly TextAt[] {
  const list = fields[field]
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown, index) =>
    isFields(item) && typeof item['path'] === 'string'
      ? [{ field, text: item['path'], at: [field, index, 'path'] }]
      : [],
  )
}

// `key=path` or a path alone; envs are files, too.
function generatorFiles(fields: Fields, field: string): readonly TextAt[] {
  const list = fields[field]
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown, index) => {
    if (!isFields(item)) return []
    const files = textsIn(item, 'files').map((text, at) => ({
      field,
      text: text.slice(text.indexOf('=') + 1),
      at: [field, index, 'files', at],
    }))
    const envs = textsIn(item, 'envs').map((text, at) => ({ field, text, at: [field, index, 'envs', at] }))
    const env = textIn(item, 'env')
    return [...files, ...envs, ...(env === '' ? [] : [{ field, text: env, at: [field, index, 'env'] }])]
  })
}

/** A patch, and what it is for. */
export interface KustomizePatch {
  readonly target: PatchTarget | undefined
  /** The text of the patch, if it stands in the kustomization itself. */
  readonly text: string | undefined
  /** The file of the patch, as the kustomization names it. */
  readonly file: string | undefined
  readonly place: Place
}

/** Which objects a patch is for; absent fields match all. */
interface PatchTarget {
  readonly group?: string
  readonly kind?: string
  readonly name?: string
  readonly namespace?: string
  readonly hasSelector: boolean
}

/** The patches of a kustomization. */
export function patchesOf({ fields, document }: KustomizeFile): readonly KustomizePatch[] {
  const merges = listed(fields, 'patchesStrategicMerge').map(({ text, at }) => ({
    target: undefined,
    text: isInline(text) ? text : undefined,
    file: isInline(text) ? undefined : text,
    place: document.placeOf(at),
  }))
  const others = ['patches', 'patchesJson6902'].flatMap(field => {
    const list = fields[field]
    return Array.isArray(list)
      ? list.flatMap((item: unknown, index) =>
          isFields(item) ? [patchOf(item, document.placeOf([field, index]))] : [],
        )
      : []
  })
  return [...merges, ...others]
}

/** A patch of a kustomization, or of a Kustomization of Flux. */
export function patchOf(item: Fields, place: Place): KustomizePatch {
  const file = textIn(item, 'path')
  return {
    target: isFields(item['target']) ? targetOf(partOf(item, 'target')) : undefined,
    text: typeof item['patch'] === 'string' ? item['patch'] : undefined,
    file: file === '' ? undefined : file,
    place,
  }
}

function targetOf(target: Fields): PatchTarget {
  const text = (field: string) => {
    const found = textIn(target, field)
    return found === '' ? {} : { [field]: found }
  }
  return {
    ...text('group'),
    ...text('kind'),
    ...text('name'),
    ...text('namespace'),
    hasSelector: textIn(target, 'labelSelector') !== '' || textIn(target, 'annotationSelector') !== '',
  }
}

function isInline(text: string): boolean {
  return text.includes('\n') || text.includes(':')
}
