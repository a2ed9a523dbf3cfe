import { documentsIn, offsetsInWhole, type DocumentText } from '../yaml/document/split-documents.ts'
import { type Locator, locatorOf } from '../yaml/locate.ts'
import { positionsIn } from '../yaml/position.ts'
import { readGoYaml, readStrictYaml } from '../yaml/read-go-yaml.ts'
import { YamlError } from '../yaml/yaml-error.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import { type Content, isContent, type Manifest, manifestOf, contentIn, textOf } from './manifest.ts'
import type { PackProblem, PackProblemCode, Place } from './pack-problem.ts'

/** A text with manifests. `path` is what messages call it. */
export interface SourceText {
  readonly path: string
  readonly text: string
}

/** What was read, and what is to be said about it. */
export interface ReadManifests {
  readonly manifests: readonly Manifest[]
  readonly problems: readonly PackProblem[]
}

/** Reads the objects of all sources in their order. Lists are taken apart, documents without content passed over. */
export function readManifests(sources: readonly SourceText[]): ReadManifests {
  const manifests: Manifest[] = []
  const problems: PackProblem[] = []
  for (const source of sources) {
    const reader = new SourceReader(source)
    reader.read()
    for (const manifest of reader.manifests) manifests.push(manifest)
    for (const problem of reader.problems) problems.push(problem)
  }
  return { manifests, problems }
}

class SourceReader {
  readonly manifests: Manifest[] = []
  readonly problems: PackProblem[] = []
  readonly #source: SourceText
  // Only messages ask for places, but then maybe for one of each object.
  #positions: ReturnType<typeof positionsIn> | undefined

  constructor(source: SourceText) {
    this.#source = source
  }

  read(): void {
    try {
      for (const document of documentsIn(this.#source.text)) this.#document(document)
    } catch (error) {
      // Only a separator with text behind it: nobody can say what the rest of the file is.
      if (!(error instanceof YamlError)) throw error
      this.#say('BAD_YAML', this.#at(error.offset), error.reason)
    }
    if (this.manifests.length > 0 || this.problems.length > 0) return
    this.#say('EMPTY_SOURCE', this.#at(0), 'it contains no objects')
  }

  #document(document: DocumentText): void {
    const value = this.#value(document)
    if (value === undefined || value === null) return
    if (!isContent(value)) {
      this.#say('NOT_AN_OBJECT', this.#start(document)(), 'a document that is not an object')
      return
    }
    const items = itemsOf(value)
    if (items) this.#list(items, document)
    else this.#object(value, this.#start(document))
  }

  #value(document: DocumentText): YamlValue | undefined {
    const at = (offset: number) => this.#at(offsetsInWhole(this.#source.text, document)(offset))
    try {
      return readStrictYaml(document.text)
    } catch (error) {
      if (!(error instanceof YamlError)) throw error
      if (error.code !== 'DUPLICATE_KEY') {
        this.#say('BAD_YAML', at(error.offset), error.reason)
        return undefined
      }
      this.#warn('DUPLICATE_KEY', at(error.offset), `${error.reason}; the last one is used, as in Kubernetes`)
      return readGoYaml(document.text)
    }
  }

  #list(items: readonly YamlValue[], document: DocumentText): void {
    let locate: Locator | undefined
    const place = (index: number) => () => {
      locate ??= locatorOf(this.#source.text, document)
      const position = locate(['items', index])
      return position === undefined ? this.#start(document)() : this.#at(position.offset)
    }
    items.forEach((item, index) => {
      if (isContent(item)) this.#object(item, place(index))
      else this.#say('NOT_AN_OBJECT', place(index)(), 'an item of a List that is not an object')
    })
  }

  #object(content: Content, place: () => Place): void {
    const manifest = manifestOf(content, place)
    const { apiVersion, kind, name } = manifest
    const metadata = contentIn(content, 'metadata')
    if (apiVersion === '' || kind === '') {
      this.#say('NOT_AN_OBJECT', place(), `an object without ${apiVersion === '' ? 'apiVersion' : 'kind'}`)
    } else if (isOtherThanText(metadata, 'namespace')) {
      this.#say(
        'NO_NAMESPACE',
        place(),
        `a ${kind} whose metadata.namespace must be a string; put it in quotes`,
      )
    } else if (name === '') {
      this.#say('NO_NAME', place(), namelessness(kind, metadata))
    } else {
      this.manifests.push(manifest)
    }
  }

  // Comments and empty lines belong to what they stand above, but nobody looks there for an object.
  #start(document: DocumentText): () => Place {
    return () => {
      const lead = /^(?:[ \t]*(?:#.*|---.*)?\r?\n)*/.exec(
        this.#source.text.slice(document.start, document.end),
      )
      return this.#at(document.start + (lead?.[0].length ?? 0))
    }
  }

  #at(offset: number): Place {
    this.#positions ??= positionsIn(this.#source.text)
    const { line, column } = this.#positions(offset)
    return { path: this.#source.path, line, column }
  }

  #say(code: PackProblemCode, place: Place, message: string): void {
    this.problems.push({ severity: 'error', code, place, message })
  }

  #warn(code: PackProblemCode, place: Place, message: string): void {
    this.problems.push({ severity: 'warning', code, place, message })
  }
}

/** What a List holds; undefined for every other object. */
function itemsOf({ apiVersion, kind, items }: Content): readonly YamlValue[] | undefined {
  return kind === 'List' && apiVersion === 'v1' && Array.isArray(items) ? items : undefined
}

function isOtherThanText(content: Content, key: string): boolean {
  const value = Object.hasOwn(content, key) ? (content[key] ?? '') : ''
  return typeof value !== 'string'
}

function namelessness(kind: string, metadata: Content): string {
  if (isOtherThanText(metadata, 'name'))
    return `a ${kind} whose metadata.name must be a string; put it in quotes`
  if (textOf(metadata, 'generateName') === '') return `a ${kind} without metadata.name`
  return `a ${kind} with metadata.generateName; every attempt would create a new one`
}
