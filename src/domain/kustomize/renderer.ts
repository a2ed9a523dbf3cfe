import { groupBy } from '../object/group-by.ts'
import { decodeUtf8 } from '../bytes/utf8.ts'
import { type Fields, itemsIn, partOf, textIn } from '../object/fields.ts'
import { resolved } from '../apply/choose-files.ts'
import {
  filesOf,
  folderOf,
  isRemote,
  type KustomizeFile,
  kustomizeNames,
  patchesOf,
  resourcesOf,
} from '../lint/model/kustomize-file.ts'
import type { LintObject } from '../lint/model/lint-object.ts'
import type { LintRepository } from '../lint/model/lint-repository.ts'
import { type BytesOf, generated } from './generators.ts'
import { nameHash } from './name-hash.ts'
import { withNamesFollowed } from './name-references.ts'
import { patched, type PatchText } from './patches.ts'
import {
  type NotRendered,
  renderedAsIs,
  type RenderedObject,
  type Rendering,
  withContent,
} from './rendered.ts'
import { transformed } from './transform.ts'

/** Files that kustomizations read and that hold no manifests: those of generators, and patches. */
export function filesForRendering({
  kustomizations,
  files,
}: Pick<LintRepository, 'kustomizations' | 'files'>): readonly string[] {
  const named = kustomizations.flatMap(file =>
    filesOf(file).flatMap(({ text }) => (isRemote(text) ? [] : (resolved(file.folder, text) ?? []))),
  )
  return [...new Set(named)].filter(path => files.paths.has(path))
}

/** What a Kustomization of Flux adds to the kustomization of its folder. */
export interface Additions {
  readonly fields: Fields
  readonly folder: string
}

/** Renders folders of a repository as kustomize builds them; each is rendered once. */
export class Renderer {
  readonly #repository: LintRepository
  readonly #bytesOf: BytesOf
  readonly #byPath: ReadonlyMap<string, readonly LintObject[]>
  readonly #byFolder: ReadonlyMap<string, KustomizeFile>
  readonly #folders = new Map<string, Rendering>()
  readonly #open = new Set<string>()

  constructor(repository: LintRepository, bytesOf: BytesOf) {
    this.#repository = repository
    this.#bytesOf = bytesOf
    const own = repository.objects.filter(({ document }) => document !== undefined)
    this.#byPath = groupBy(own, ({ path }) => path)
    this.#byFolder = new Map(repository.kustomizations.map(file => [file.folder, file]))
  }

  /** What kustomize-controller applies of a folder, with what its Kustomization adds. */
  folder(folder: string, additions: Fields = {}): Rendering {
    const isPlain = Object.keys(additions).length === 0
    const known = isPlain ? this.#folders.get(folder) : undefined
    if (known) return known
    const file = this.#kustomizationIn(folder)
    const base = file ? this.#layer(file, []) : this.#plainFolder(folder)
    const added = isPlain ? base : this.#added(base, { fields: additions, folder })
    const rendering = finished(added)
    if (isPlain) this.#folders.set(folder, rendering)
    return rendering
  }

  #kustomizationIn(folder: string): KustomizeFile | undefined {
    return this.#byFolder.get(folder)
  }

  // As kustomize-controller writes a kustomization for a folder without one.
  #plainFolder(folder: string): Rendering {
    const paths = this.#repository.below(folder)
    const nested = [...new Set(paths.filter(path => isKustomizeName(path)).map(folderOf))]
      .filter(home => this.#byFolder.has(home))
      .toSorted((a, b) => a.length - b.length)
    const tops = nested.filter(
      (one, index) => !nested.slice(0, index).some(outer => one.startsWith(`${outer}/`)),
    )
    const isNested = (path: string) => tops.some(top => path.startsWith(`${top}/`))
    const plain = paths.filter(path => !isNested(path)).flatMap(path => this.#byPath.get(path) ?? [])
    const renderings = tops.flatMap(top => {
      const file = this.#byFolder.get(top)
      return file ? [this.#layer(file, [])] : []
    })
    return {
      objects: [...plain.map(renderedAsIs), ...renderings.flatMap(({ objects }) => objects)],
      notFollowed: renderings.flatMap(({ notFollowed }) => notFollowed),
    }
  }

  /** A kustomization without the last steps, on top of what a component is given. */
  #layer(file: KustomizeFile, given: readonly RenderedObject[]): Rendering {
    if (this.#open.has(file.path)) return { objects: given, notFollowed: [] }
    this.#open.add(file.path)
    const notFollowed: NotRendered[] = []
    const listed = [...given]
    const components: KustomizeFile[] = []
    for (const { text, at, field } of resourcesOf(file)) {
      const target = isRemote(text) ? undefined : resolved(file.folder, text)
      const inner = target === undefined ? undefined : this.#kustomizationIn(target)
      if (inner && field === 'components') components.push(inner)
      else if (inner) {
        const rendering = this.#layer(inner, [])
        listed.push(...rendering.objects)
        notFollowed.push(...rendering.notFollowed)
      } else {
        const found = target === undefined ? undefined : this.#byPath.get(target)
        listed.push(...(found ?? []).map(renderedAsIs))
        if (!found && !(target !== undefined && this.#repository.files.texts.has(target)))
          notFollowed.push({ place: file.document.placeOf(at), because: `${text} is not in this repository` })
      }
    }
    const generation = generated(file, listed, this.#bytesOf)
    let { objects } = generation
    notFollowed.push(...generation.notFollowed)
    for (const component of components) {
      const rendering = this.#layer(component, objects)
      objects = rendering.objects
      notFollowed.push(...rendering.notFollowed)
    }
    const rendering = this.#transformed(file, objects)
    this.#open.delete(file.path)
    return { objects: rendering.objects, notFollowed: [...notFollowed, ...rendering.notFollowed] }
  }

  #transformed(file: KustomizeFile, given: readonly RenderedObject[]): Rendering {
    const notFollowed: NotRendered[] = []
    const patch = (objects: readonly RenderedObject[], isLate: boolean) => {
      let made = objects
      for (const { place, text, file: path, target } of patchesOf(file)) {
        const late = isOfList(file, 'patchesJson6902', place)
        if (late !== isLate) continue
        const own = text ?? this.#textAt(file.folder, path)
        if (own === undefined) {
          notFollowed.push({ place, because: `the patch ${path ?? ''} cannot be read` })
          continue
        }
        const result = patched(made, {
          target: target && { ...target, ...selectorsIn(file, place) },
          text: own,
        })
        if (result.ok) made = result.objects
        else notFollowed.push({ place, because: result.because })
      }
      return made
    }
    const early = patch(given, false)
    const later = patch(transformed(early, file.fields), true)
    const doubt = this.#doubtOf(file)
    for (const field of unfollowedFields)
      if (isThere(file.fields[field]))
        notFollowed.push({
          place: file.document.placeOf([field], 'key'),
          because: `only kustomize itself can run ${field}`,
        })
    if (doubt === '') return { objects: later, notFollowed }
    return { objects: later.map(object => ({ ...object, doubt: object.doubt + doubt })), notFollowed }
  }

  // Written out, so that a change of it can be noticed.
  #doubtOf(file: KustomizeFile): string {
    const fields = changingFields.filter(field => isThere(file.fields[field]))
    if (fields.length === 0) return ''
    const texts = filesOf(file)
      .filter(({ field }) => changingFields.includes(field))
      .map(({ text }) => this.#textAt(file.folder, text) ?? text)
    return JSON.stringify([fields.map(field => file.fields[field]), texts])
  }

  #textAt(folder: string, path: string | undefined): string | undefined {
    const target = path === undefined ? undefined : resolved(folder, path)
    if (target === undefined) return undefined
    const bytes = this.#bytesOf(target)
    return this.#repository.files.texts.get(target) ?? (bytes && decodeUtf8(bytes))
  }

  // kustomize-controller writes these into the kustomization of the folder, behind what is there.
  #added({ objects, notFollowed }: Rendering, { fields, folder }: Additions): Rendering {
    const missing: NotRendered[] = []
    let made = objects
    const components = Array.isArray(fields['components']) ? fields['components'].map(String) : []
    for (const component of components) {
      const target = resolved(folder, component)
      const file = target === undefined ? undefined : this.#kustomizationIn(target)
      if (file) made = this.#layer(file, made).objects
    }
    for (const item of itemsIn(fields, 'patches')) {
      const patch: PatchText = {
        target: item['target'] === undefined ? undefined : partOf(item, 'target'),
        text: textIn(item, 'patch'),
      }
      const result = patched(made, patch)
      if (result.ok) made = result.objects
      else missing.push({ place: { path: folder, line: 1, column: 1 }, because: result.because })
    }
    return { objects: transformed(made, fields), notFollowed: [...notFollowed, ...missing] }
  }
}

const changingFields = ['replacements', 'transformers', 'vars', 'configurations']
const unfollowedFields = [
  ...changingFields,
  'helmCharts',
  'helmChartInflationGenerator',
  'generators',
] as const

function isThere(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined
}

function isKustomizeName(path: string): boolean {
  return kustomizeNames.some(name => path === name || path.endsWith(`/${name}`))
}

function isOfList(file: KustomizeFile, field: string, place: { readonly line: number }): boolean {
  const list = file.fields[field]
  if (!Array.isArray(list)) return false
  return list.some((_, index) => file.document.placeOf([field, index]).line === place.line)
}

// The model of lint keeps no selectors of patches.
function selectorsIn(file: KustomizeFile, place: { readonly line: number }): Fields {
  for (const field of ['patches', 'patchesJson6902']) {
    const index = itemsIn(file.fields, field).findIndex(
      (_, at) => file.document.placeOf([field, at]).line === place.line,
    )
    const item = itemsIn(file.fields, field)[index]
    if (!item) continue
    const target = partOf(item, 'target')
    const [labels, annotations] = [textIn(target, 'labelSelector'), textIn(target, 'annotationSelector')]
    return {
      ...(labels === '' ? {} : { labelSelector: labels }),
      ...(annotations === '' ? {} : { annotationSelector: annotations }),
    }
  }
  return {}
}

// Hashes come last, and then everything that names what was renamed.
function finished({ objects, notFollowed }: Rendering): Rendering {
  const hashed = objects.map(object => {
    if (!object.isHashed) return object
    const metadata = partOf(object.content, 'metadata')
    const name = `${object.name}-${nameHash(object.content)}`
    return { ...withContent(object, { ...object.content, metadata: { ...metadata, name } }), isHashed: false }
  })
  return { objects: withNamesFollowed(hashed), notFollowed }
}
