import { isFields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import type { Place } from '../../pack/pack-problem.ts'
import { readRepository } from '../../repository/read-repository.ts'
import type { RepositoryFile } from '../../repository/repository-schema.ts'
import { asBuilt, type Build, Builder, type BuiltObject } from './build.ts'
import {
  fluxBuild,
  type FluxKustomization,
  folderOfPath,
  isFluxKustomization,
  type OwnSources,
  ownSources,
  sourceKeyOf,
} from './flux-kustomization.ts'
import {
  asKustomizeFields,
  fileNameOf,
  filesOf,
  folderOf,
  type KustomizeFile,
  kustomizeNames,
  type NamedPath,
  resourcesOf,
} from './kustomize-file.ts'
import { type FileReading, readLintFile, type ReadingProblem } from './lint-document.ts'
import { type LintObject, objectsInDocument } from './lint-object.ts'
import { ANY_KIND, kindsPatchedByFlux } from './patch-kinds.ts'
import { carriedBy } from './carried-objects.ts'

/** What a repository consists of, as far as lint reads it. */
export interface RepositoryFiles {
  /** The texts of all files that may hold manifests, by path from the root. */
  readonly texts: ReadonlyMap<string, string>
  /** Every file of the repository, whatever is in it. */
  readonly paths: ReadonlySet<string>
  /** Whether this is all of the repository, so that what is not here does not exist. */
  readonly isWhole: boolean
  /** Whether Git is told to ignore a path: it may exist on another machine. */
  readonly isIgnored?: (path: string) => boolean
}

/** A file that is left alone, and why. */
export interface LeftAlone {
  readonly path: string
  readonly because: string
}

/** A repository as the rules see it. */
export interface LintRepository {
  readonly isWhole: boolean
  readonly files: RepositoryFiles
  readonly fitout: RepositoryFile | undefined
  readonly kustomizations: readonly KustomizeFile[]
  /** Kustomizations that no other one lists, each with what it builds to. */
  readonly tops: readonly { readonly file: KustomizeFile; readonly build: Build }[]
  /** Every object: of files, and carried by ConfigMaps, Secrets and ResourceSets to clusters. */
  readonly objects: readonly LintObject[]
  readonly flux: readonly FluxKustomization[]
  readonly problems: readonly ReadingProblem[]
  readonly leftAlone: readonly LeftAlone[]
  readonly builder: Builder
  readonly sources: OwnSources
  /** All forms in which an object reaches a cluster; itself, if nothing is known to apply it. */
  readonly instancesOf: (object: LintObject) => readonly BuiltObject[]
  /** Whether any field may be another one when the object is applied. */
  readonly isPatched: (object: LintObject) => boolean
  /** Whether a Kustomization of Flux in this repository is known to apply an object. */
  readonly isApplied: (object: LintObject) => boolean
  readonly hasFolder: (folder: string) => boolean
  /** The files with manifests below a folder. */
  readonly below: (folder: string) => readonly string[]
  /** The namespaces that an object may be in. Empty text stands for one that is not said. */
  readonly namespacesOf: (object: LintObject) => ReadonlySet<string>
}

/** What was read of files before, by path, for whoever judges a repository again. */
export type LintMemory = Map<string, ReadFile>

interface ReadFile {
  readonly text: string
  readonly reading: FileReading
  readonly objects: readonly LintObject[]
  /** The file as a kustomization, if it is one. */
  readonly kustomization: KustomizeFile | undefined
}

/** Reads a repository. Any text is taken: what cannot be read is a problem or left alone. */
export function readLintRepository(files: RepositoryFiles, memory: LintMemory = new Map()): LintRepository {
  const reader = new RepositoryReader(files, memory)
  return reader.read()
}

const TEMPLATE_MARK = /\{\{|\{%|<%|%[sdv]\b/

class RepositoryReader {
  readonly #files: RepositoryFiles
  readonly #memory: LintMemory
  readonly #readings = new Map<string, ReadFile>()
  readonly #objects = new Map<string, readonly LintObject[]>()
  readonly #kustomizations = new Map<string, KustomizeFile>()
  readonly #problems: ReadingProblem[] = []
  readonly #leftAlone: LeftAlone[] = []
  readonly #folders: ReadonlySet<string>
  /** The files with manifests below each folder. */
  readonly #byFolder = new Map<string, string[]>()

  constructor(files: RepositoryFiles, memory: LintMemory) {
    this.#files = files
    this.#memory = memory
    this.#folders = foldersOf(files.paths)
  }

  read(): LintRepository {
    this.#readFiles()
    this.#collectProblems()
    const partial = this.#partialFiles()
    for (const [path, { objects }] of this.#readings)
      if (!partial.has(path) && !this.#kustomizations.has(path)) this.#objects.set(path, objects)
    const plain = [...this.#objects.values()].flat()
    const objects = [...plain, ...carriedBy(plain)]
    const hasFolder = (folder: string) => this.#folders.has(folder)
    const fitoutText = this.#files.texts.get('fitout.yaml')
    const reading = fitoutText === undefined ? undefined : readRepository(fitoutText)
    const fitout = reading?.ok === true ? reading.repository : undefined
    const builder = new Builder({
      kustomizations: this.#kustomizations,
      objectsIn: path => this.#objects.get(path),
      textOf: path => this.#files.texts.get(path),
      below: folder => this.#below(folder),
    })
    const sources = ownSources({ objects, hasFolder, url: fitout?.git.url })
    const flux = objects
      .filter(isFluxKustomization)
      .map(object => fluxOf(object, { sources, hasFolder, builder }))
    const tops = this.#tops(flux).map(file => ({ file, build: builder.kustomization(file) }))
    const instances = new Instances(tops, flux)
    return {
      isWhole: this.#files.isWhole,
      files: this.#files,
      fitout,
      kustomizations: [...this.#kustomizations.values()],
      tops,
      objects: [...objects, ...instances.generated],
      flux,
      problems: this.#problems,
      leftAlone: this.#leftAlone,
      builder,
      sources,
      hasFolder,
      below: folder => this.#below(folder),
      instancesOf: object => instances.of(object),
      isApplied: object => instances.isApplied(object),
      isPatched: oncePerObject((object: LintObject) =>
        instances.of(object).some(({ isPatched }) => isPatched),
      ),
      namespacesOf: oncePerObject(
        (object: LintObject) => new Set(instances.of(object).map(({ namespace }) => namespace)),
      ),
    }
  }

  #readFiles(): void {
    for (const path of this.#memory.keys()) if (!this.#files.texts.has(path)) this.#memory.delete(path)
    for (const [path, text] of this.#files.texts) {
      if (isChartFile(path, this.#files.paths)) {
        this.#leftAlone.push({ path, because: 'it is a template of a Helm chart' })
        continue
      }
      const read = this.#readingOf(path, text)
      const because = reasonNotToRead(read)
      if (because !== undefined) {
        this.#leftAlone.push({ path, because })
        continue
      }
      this.#readings.set(path, read)
      if (read.kustomization) this.#kustomizations.set(path, read.kustomization)
      if (/\.ya?ml$|(?:^|\/)Kustomization$/.test(path)) this.#addBelow(path)
    }
  }

  #readingOf(path: string, text: string): ReadFile {
    const before = this.#memory.get(path)
    if (before?.text === text) return before
    const reading = readLintFile(path, text)
    const read = {
      text,
      reading,
      objects: reading.documents.flatMap(objectsInDocument),
      kustomization: isKustomizeName(path) ? kustomizationIn(path, reading) : undefined,
    }
    this.#memory.set(path, read)
    return read
  }

  #addBelow(path: string): void {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const known = this.#byFolder.get(folder)
      if (known) known.push(path)
      else this.#byFolder.set(folder, [path])
      if (folder === '') return
    }
  }

  // Only what Kubernetes or kustomize would read is judged: other programs may take other YAML.
  #collectProblems(): void {
    const listed = this.#named(resourcesOf)
    for (const [path, { text, reading }] of this.#readings) {
      const { problems } = reading
      if (problems.length === 0) continue
      const isManifest = /^["']?apiVersion["']?:/m.test(text)
      if (isManifest || isKustomizeName(path) || listed.has(path)) this.#problems.push(...problems)
    }
  }

  // A patch looks like an object and is none, unless it is listed as one, too.
  #partialFiles(): ReadonlySet<string> {
    const listed = this.#named(resourcesOf)
    return new Set([...this.#named(filesOf)].filter(path => !listed.has(path)))
  }

  #named(paths: (file: KustomizeFile) => readonly NamedPath[]): ReadonlySet<string> {
    return new Set(
      [...this.#kustomizations.values()].flatMap(file => paths(file).flatMap(({ target }) => target ?? [])),
    )
  }

  #below(folder: string): readonly string[] {
    return this.#byFolder.get(folder) ?? []
  }

  #tops(flux: readonly FluxKustomization[]): readonly KustomizeFile[] {
    const named = new Set(
      [...this.#kustomizations.values()].flatMap(file =>
        resourcesOf(file).flatMap(({ target }) => target ?? []),
      ),
    )
    const applied = new Set(
      flux.flatMap(({ folder, build }) => (build && folder !== undefined ? [folder] : [])),
    )
    return [...this.#kustomizations.values()].filter(
      ({ folder, fields }) => fields['kind'] !== 'Component' && !named.has(folder) && !applied.has(folder),
    )
  }
}

/** Finds the forms in which objects reach clusters. */
class Instances {
  readonly generated: readonly LintObject[]
  readonly #byObject = new Map<LintObject, BuiltObject[]>()
  readonly #applied: ReadonlySet<LintObject>
  readonly #patchedKinds: ReadonlySet<string>

  constructor(tops: readonly { readonly build: Build }[], flux: readonly FluxKustomization[]) {
    this.#patchedKinds = kindsPatchedByFlux(flux)
    this.#applied = new Set(flux.flatMap(({ build }) => build?.objects.map(({ object }) => object) ?? []))
    const patched = patchedKustomizations(flux, one => this.#isLooselyPatched(one))
    const seen = new Set<LintObject>()
    const add = (built: BuiltObject, isPatched: boolean) => {
      const one = isPatched && !built.isPatched ? { ...built, isPatched: true } : built
      const known = this.#byObject.get(built.object)
      if (!known) this.#byObject.set(built.object, [one])
      else if (!known.some(other => isSameForm(other, one))) known.push(one)
      if (!built.object.document) seen.add(built.object)
    }
    for (const { build } of tops) for (const built of build.objects) add(built, false)
    for (const { object, build } of flux)
      for (const built of build?.objects ?? []) add(built, patched.has(object))
    this.generated = [...seen]
  }

  of(object: LintObject): readonly BuiltObject[] {
    const own = this.#byObject.get(object)
    if (own && this.#isLooselyPatched(object)) return own.map(one => ({ ...one, isPatched: true }))
    if (own) return own
    const host = object.host && this.of(object.host)
    const isPatched = host?.some(one => one.isPatched) ?? this.#isLooselyPatched(object)
    return [{ ...asBuilt(object), isPatched }]
  }

  isApplied(object: LintObject): boolean {
    return this.#applied.has(object)
  }

  // What nothing here applies may be applied by what patches all objects of its kind, such as a parent that does not list it yet.
  #isLooselyPatched(object: LintObject): boolean {
    if (object.host !== undefined || this.#applied.has(object)) return false
    const isRoot =
      isFluxKustomization(object) && itemsIn(partOf(object.content, 'spec'), 'patches').length > 0
    return !isRoot && (this.#patchedKinds.has(object.kind) || this.#patchedKinds.has(ANY_KIND))
  }
}

// Hundreds of Kustomizations may apply one folder: what they all make of an object is judged once.
function isSameForm(a: BuiltObject, b: BuiltObject): boolean {
  return (
    a.name === b.name &&
    a.namespace === b.namespace &&
    a.isPatched === b.isPatched &&
    isSameTexts(a.labels, b.labels) &&
    isSameTexts(a.annotations, b.annotations)
  )
}

function isSameTexts(a: BuiltObject['labels'], b: BuiltObject['labels']): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

// What a parent may have patched may itself patch anything below.
function patchedKustomizations(
  flux: readonly FluxKustomization[],
  isLooselyPatched: (object: LintObject) => boolean,
): ReadonlySet<LintObject> {
  const kinds = new Map(flux.map(one => [one.object, one]))
  const patched = new Set<LintObject>()
  const pending: FluxKustomization[] = []
  const mark = (object: LintObject) => {
    const one = kinds.get(object)
    if (!one || patched.has(object)) return
    patched.add(object)
    pending.push(one)
  }
  for (const { build } of flux)
    for (const built of build?.objects ?? []) if (built.isPatched) mark(built.object)
  for (const { object } of flux) if (isLooselyPatched(object)) mark(object)
  for (let next = pending.pop(); next; next = pending.pop())
    for (const { object } of next.build?.objects ?? []) mark(object)
  return patched
}

interface FluxFacts {
  readonly sources: OwnSources
  readonly hasFolder: (folder: string) => boolean
  readonly builder: Builder
}

function fluxOf(object: LintObject, { sources, hasFolder, builder }: FluxFacts): FluxKustomization {
  const folder = folderOfPath(object)
  const isOwn = sources.likely.has(sourceKeyOf(object))
  const build =
    isOwn && folder !== undefined && hasFolder(folder) ? fluxBuild(object, folder, builder) : undefined
  return { object, folder, isOwn, build }
}

function reasonNotToRead({ text, reading }: ReadFile): string | undefined {
  if (!reading.problems.some(({ kind }) => kind === 'invalid')) return undefined
  if (TEMPLATE_MARK.test(text)) return 'it is a template'
  return /^%/m.test(text) ? 'it has YAML directives' : undefined
}

function kustomizationIn(path: string, { documents }: FileReading): KustomizeFile | undefined {
  const [document] = documents
  if (!document || !isFields(document.value) || !isKustomize(document.value)) return undefined
  return { path, folder: folderOf(path), fields: asKustomizeFields(document.value), document }
}

function isKustomizeName(path: string): boolean {
  return kustomizeNames.some(name => fileNameOf(path) === name)
}

// Without a kind it is one: kustomize takes the name of the file for it.
function isKustomize(fields: Readonly<Record<string, unknown>>): boolean {
  const apiVersion = textIn(fields, 'apiVersion')
  return apiVersion === '' || apiVersion.startsWith('kustomize.config.k8s.io/')
}

// Templates of a chart stand in templates/ beside its Chart.yaml; so do those of charts within it.
function isChartFile(path: string, paths: ReadonlySet<string>): boolean {
  if (!path.includes('templates')) return false
  const parts = path.split('/')
  return parts.some((part, index) => {
    if (part !== 'templates') return false
    return paths.has([...parts.slice(0, index), 'Chart.yaml'].join('/'))
  })
}

function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>([''])
  for (const path of paths) {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder)
  }
  return folders
}

/** Every object of a kind. */
export function ofKind(repository: LintRepository, group: string, kind: string): readonly LintObject[] {
  return kindsOf(repository).get(`${group}/${kind}`) ?? []
}

// Every rule asks for a few kinds of what may be ten thousand objects.
const kindsOf = oncePerObject((repository: LintRepository) => {
  const found = new Map<string, LintObject[]>()
  for (const object of repository.objects) {
    const key = `${object.group}/${object.kind}`
    const known = found.get(key)
    if (known) known.push(object)
    else found.set(key, [object])
  }
  return found
})

/** Where an object stands. */
export function placeOfObject(object: LintObject): Place {
  return object.placeOf(['metadata', 'name'])
}
