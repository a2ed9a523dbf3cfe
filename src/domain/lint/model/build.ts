import { type Fields, isFields, itemsIn, partOf, textIn, textsIn } from '../../object/fields.ts'
import { matchesWhole } from '../../text/matches-whole.ts'
import { findBuiltInKind } from '../../kinds/built-in-kinds.ts'
import type { Place } from '../../pack/pack-problem.ts'
import { resolved } from '../../apply/choose-files.ts'
import {
  fileNameOf,
  folderOf,
  type KustomizeFile,
  type KustomizePatch,
  kustomizeNames,
  patchesOf,
  resourcesOf,
} from './kustomize-file.ts'
import { readLintFile } from './lint-document.ts'
import { type LintObject, makeObject, objectsInDocument } from './lint-object.ts'

/** An object as kustomize or Flux would apply it, as far as that can be told without them. */
export interface BuiltObject {
  readonly object: LintObject
  readonly name: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  /** Whether a patch may have changed any of its fields. */
  readonly isPatched: boolean
}

/** What a folder builds to. */
export interface Build {
  readonly objects: readonly BuiltObject[]
  /** What could not be followed, so that there may be more objects than these. */
  readonly unfollowed: readonly Unfollowed[]
  /** Patches that name one object by its kind and name, and find none. */
  readonly lostPatches: readonly LostPatch[]
  /** Whether a resource is missing or was not read, so that there may be more objects, too. */
  readonly isPartial: boolean
}

/** Something that a kustomization names and that is not in this repository. */
interface Unfollowed {
  readonly place: Place
  readonly because: string
}

/** A patch without an object. */
interface LostPatch {
  readonly place: Place
  readonly kind: string
  readonly name: string
  /** The API version of the object of this kind and name, if the patch has another one. */
  readonly version: string | undefined
}

/** The files that builds are made of. */
export interface BuildFiles {
  readonly kustomizations: ReadonlyMap<string, KustomizeFile>
  readonly objectsIn: (path: string) => readonly LintObject[] | undefined
  readonly textOf: (path: string) => string | undefined
  /** All files below a folder that have manifests. */
  readonly below: (folder: string) => readonly string[]
}

const EMPTY: Build = { objects: [], unfollowed: [], lostPatches: [], isPartial: false }

/** Builds folders as kustomize does; each is built once. */
export class Builder {
  readonly #files: BuildFiles
  readonly #byFolder = new Map<string, KustomizeFile>()
  readonly #built = new Map<string, Build>()
  readonly #plain = new Map<string, Build>()
  readonly #open = new Set<string>()

  constructor(files: BuildFiles) {
    this.#files = files
    // The first of these names is that which kustomize takes.
    for (const name of kustomizeNames.toReversed())
      for (const file of files.kustomizations.values())
        if (fileNameOf(file.path) === name) this.#byFolder.set(file.folder, file)
  }

  /** The kustomization of a folder, if it is one. */
  kustomizationIn(folder: string): KustomizeFile | undefined {
    return this.#byFolder.get(folder)
  }

  /** What a path of a Flux Kustomization builds to: a kustomization, or all manifests below. */
  folder(folder: string): Build {
    const file = this.kustomizationIn(folder)
    if (file) return this.kustomization(file)
    const build = this.#plain.get(folder) ?? this.#plainFolder(folder)
    this.#plain.set(folder, build)
    return build
  }

  kustomization(file: KustomizeFile): Build {
    const known = this.#built.get(file.path)
    if (known) return known
    if (this.#open.has(file.path)) return EMPTY
    this.#open.add(file.path)
    const build = this.#build(file)
    this.#open.delete(file.path)
    this.#built.set(file.path, build)
    return build
  }

  // As kustomize-controller writes a kustomization for a folder without one.
  #plainFolder(folder: string): Build {
    const paths = this.#files.below(folder)
    const nested = paths
      .filter(path => this.#files.kustomizations.has(path))
      .map(folderOf)
      .toSorted((a, b) => a.length - b.length)
    const tops = nested.filter(
      (one, index) => !nested.slice(0, index).some(outer => one === outer || one.startsWith(`${outer}/`)),
    )
    const isNested = (path: string) => tops.some(top => path.startsWith(`${top}/`))
    const plain = paths.filter(path => !isNested(path)).flatMap(path => this.#files.objectsIn(path) ?? [])
    const builds = tops.map(top => this.folder(top))
    return {
      objects: [...plain.map(asBuilt), ...builds.flatMap(({ objects }) => objects)],
      unfollowed: builds.flatMap(({ unfollowed }) => unfollowed),
      lostPatches: builds.flatMap(({ lostPatches }) => lostPatches),
      isPartial: builds.some(({ isPartial }) => isPartial),
    }
  }

  #build(file: KustomizeFile): Build {
    const unfollowed: Unfollowed[] = []
    const lostPatches: LostPatch[] = []
    const objects: BuiltObject[] = []
    const components: KustomizeFile[] = []
    let isPartial = false
    for (const { text, at, field, target } of resourcesOf(file)) {
      const place = () => file.document.placeOf(at)
      if (target === undefined) {
        unfollowed.push({ place: place(), because: `${text} is not in this repository` })
        continue
      }
      const inner = this.kustomizationIn(target)
      if (inner && field === 'components') components.push(inner)
      const build = inner ? this.kustomization(inner) : undefined
      const own = build ? undefined : this.#files.objectsIn(target)
      isPartial ||= build?.isPartial ?? own === undefined
      objects.push(...(build?.objects ?? (own ?? []).map(asBuilt)))
      unfollowed.push(...(build?.unfollowed ?? []))
      if (field !== 'components') lostPatches.push(...(build?.lostPatches ?? []))
    }
    for (const field of ['helmCharts', 'helmChartInflationGenerator', 'generators'])
      if (Array.isArray(file.fields[field]))
        unfollowed.push({
          place: file.document.placeOf([field], 'key'),
          because: `only kustomize itself can run ${field}`,
        })
    objects.push(...generated(file, this.#files.textOf).map(asBuilt))
    let all: readonly BuiltObject[] = objects
    const isOpen = isPartial || unfollowed.length > 0
    for (const component of components) all = this.#transform(component, all, { lostPatches, isOpen })
    all = this.#transform(file, all, { lostPatches, isOpen })
    return { objects: all, unfollowed, lostPatches, isPartial }
  }

  #transform(
    file: KustomizeFile,
    objects: readonly BuiltObject[],
    { lostPatches, isOpen }: Found,
  ): readonly BuiltObject[] {
    const patches = patchesOf(file).flatMap(patch => this.#targetsOf(file, patch))
    // A component may be for objects of whoever uses it.
    const isComponent = file.fields['kind'] === 'Component'
    for (const { target, place, apiVersion } of patches) {
      if (apiVersion === undefined || isComponent || isOpen) continue
      const versions = objects.filter(object => isTarget(object, target)).map(one => one.object.apiVersion)
      if (versions.includes(apiVersion)) continue
      const [version] = versions
      lostPatches.push({ place, kind: target.kind ?? '', name: plainName(target.name ?? ''), version })
    }
    const isOpaque = ['replacements', 'transformers', 'vars', 'configurations'].some(
      field => file.fields[field] !== undefined,
    )
    return objects
      .map(object => ({
        ...object,
        isPatched: object.isPatched || isOpaque || patches.some(({ target }) => isTarget(object, target)),
      }))
      .map(object => renamed(object, file.fields))
  }

  #targetsOf(file: KustomizeFile, patch: KustomizePatch): readonly FoundTarget[] {
    if (patch.target) return [{ target: patch.target, place: patch.place, apiVersion: undefined }]
    const path = patch.file === undefined ? undefined : resolved(file.folder, patch.file)
    const text = patch.text ?? (path === undefined ? undefined : this.#files.textOf(path))
    return text === undefined ? [] : targetsIn(text, patch.place)
  }
}

interface Found {
  readonly lostPatches: LostPatch[]
  /** Whether there may be more objects than are known. */
  readonly isOpen: boolean
}

/** Whom a patch is for. */
export interface FoundTarget {
  readonly target: Target
  readonly place: Place
  /** Of the one object that it names itself, if it does: kustomize looks for just this version. */
  readonly apiVersion: string | undefined
}

interface Target {
  readonly group?: string
  readonly kind?: string
  readonly name?: string
  readonly namespace?: string
}

/** The objects that a strategic merge patch names itself. */
export function targetsIn(text: string, place: Place): readonly FoundTarget[] {
  return readLintFile('', text)
    .documents.flatMap(objectsInDocument)
    .map(({ apiVersion, kind, name }) => ({ target: { kind, name: quotedPattern(name) }, place, apiVersion }))
}

/** Whether an object is one of those that a patch is for. Selectors are taken to match. */
export function isTarget({ object, name }: BuiltObject, target: Target): boolean {
  return (
    matches(target.kind, object.kind) &&
    matches(target.group, object.group) &&
    (matches(target.name, name) || matches(target.name, object.name))
  )
}

// A name of a target is a pattern for the whole name. What is not a pattern may be for anything.
function matches(pattern: string | undefined, text: string): boolean {
  return pattern === undefined || (matchesWhole(pattern, text) ?? true)
}

function quotedPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function plainName(pattern: string): string {
  return pattern.replaceAll(/\\(.)/g, '$1')
}

/** An object as it stands, without any transformation. */
export function asBuilt(object: LintObject): BuiltObject {
  const metadata = partOf(object.content, 'metadata')
  return {
    object,
    name: object.name,
    namespace: object.namespace,
    labels: asTexts(partOf(metadata, 'labels')),
    annotations: asTexts(partOf(metadata, 'annotations')),
    isPatched: false,
  }
}

function asTexts(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]))
}

function renamed(built: BuiltObject, fields: Fields): BuiltObject {
  const { object } = built
  const isCluster = findBuiltInKind(object.group, object.kind)?.scope === 'Cluster'
  const namespace = textIn(fields, 'namespace')
  const isFixed = object.kind === 'Namespace' || object.kind === 'CustomResourceDefinition'
  // kustomize takes a Namespace for the one that it puts everything into.
  const own = object.kind === 'Namespace' && namespace !== '' ? namespace : built.name
  const name = isFixed ? own : `${textIn(fields, 'namePrefix')}${built.name}${textIn(fields, 'nameSuffix')}`
  const labels = [
    partOf(fields, 'commonLabels'),
    ...itemsIn(fields, 'labels').map(one => partOf(one, 'pairs')),
  ]
  return {
    ...built,
    name,
    namespace: namespace === '' || isCluster ? built.namespace : namespace,
    labels: withAdded(built.labels, labels),
    annotations: withAdded(built.annotations, [partOf(fields, 'commonAnnotations')]),
  }
}

// Most kustomizations add nothing, and a thousand objects share what they have.
function withAdded(texts: BuiltObject['labels'], added: readonly Fields[]): BuiltObject['labels'] {
  const entries = added.flatMap(fields => Object.entries(asTexts(fields)))
  return entries.length === 0 ? texts : { ...texts, ...Object.fromEntries(entries) }
}

function generated(file: KustomizeFile, textOf: BuildFiles['textOf']): readonly LintObject[] {
  const options = partOf(file.fields, 'generatorOptions')
  return (['configMapGenerator', 'secretGenerator'] as const).flatMap(field => {
    const list = file.fields[field]
    if (!Array.isArray(list)) return []
    return list.flatMap((item: unknown, index) => {
      if (!isFields(item) || item['behavior'] === 'merge' || item['behavior'] === 'replace') return []
      const own = partOf(item, 'options')
      const isHashed = (own['disableNameSuffixHash'] ?? options['disableNameSuffixHash']) !== true
      const content = {
        apiVersion: 'v1',
        kind: field === 'configMapGenerator' ? 'ConfigMap' : 'Secret',
        metadata: { name: textIn(item, 'name'), namespace: textIn(item, 'namespace') },
        ...(textIn(item, 'type') === '' ? {} : { type: textIn(item, 'type') }),
        ...generatedData(item, file, textOf),
      }
      const placeOf = () => file.document.placeOf([field, index])
      return [makeObject(content, { path: file.path, placeOf, isHashed })]
    })
  })
}

// A value that is not known stands as undefined, and its key is there.
function generatedData(item: Fields, file: KustomizeFile, textOf: BuildFiles['textOf']): Fields {
  const files = textsIn(item, 'files').map(text => {
    const at = text.indexOf('=')
    const path = resolved(file.folder, text.slice(at + 1))
    const key = at === -1 ? fileNameOf(text) : text.slice(0, at)
    return [key, path === undefined ? undefined : textOf(path)] as const
  })
  const literals = textsIn(item, 'literals').map(text => {
    const at = text.indexOf('=')
    return [text.slice(0, at), text.slice(at + 1).replaceAll(/^(['"])(.*)\1$/g, '$2')] as const
  })
  const envs = [...textsIn(item, 'envs'), textIn(item, 'env')].filter(text => text !== '')
  // The keys of such a file are not read here, so that nothing can be said about the data.
  return envs.length > 0 ? {} : { data: Object.fromEntries([...files, ...literals]) }
}
