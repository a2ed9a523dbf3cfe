import { decodeUtf8Loosely } from '../../bytes/utf8.ts'
import { copyValues, type DraftValues, type HelmValues, ValuesLimitError } from '../copy-values.ts'
import { type MergeBudget, mergeDrafts } from '../merge-values.ts'
import { quoted } from '../set-line/fault-words.ts'
import { SetLineError } from '../set-line/set-line-error.ts'
import { assignTargetPath } from '../target-path/set-at-target-path.ts'
import { asFloat, readValues } from './read-values.ts'
import { type ReferenceAt, ValuesFromError } from './values-from-error.ts'
import { valuesKeyOf, type ValuesReference } from './values-reference.ts'

/** The `data` of a ConfigMap or Secret, decoded. Bytes where a Secret holds something else than text. */
export type ValuesData = Readonly<Record<string, string | Uint8Array>>

/** The part of a HelmRelease that makes its values, and the objects it may refer to. */
export interface ValuesSources {
  /** `spec.values`. Flux ignores anything that is not a map. */
  readonly values?: unknown
  readonly valuesFrom: readonly ValuesReference[]
  /** Only for messages. */
  readonly namespace?: string | undefined
  /** Finds a ConfigMap or Secret in the namespace of the HelmRelease; undefined if there is none. */
  readonly find: (kind: 'ConfigMap' | 'Secret', name: string) => ValuesData | undefined
}

/** An optional reference that Flux passes over. */
interface SkippedReference {
  readonly index: number
  readonly code: 'RESOURCE_NOT_FOUND' | 'KEY_NOT_FOUND'
}

/** The values a chart gets, before its own defaults are put under them. */
export interface MergedValues {
  readonly values: HelmValues
  readonly skipped: readonly SkippedReference[]
}

/** How much text the references of one HelmRelease may hold in all. */
const MAX_TEXT_LENGTH = 16 * 1024 * 1024

/** How many keys all merges for one HelmRelease may touch: every targetPath goes through all of `values` once more. */
const MAX_MERGED_KEYS = 2_000_000

/**
 * Merges `valuesFrom` in order and then `values`, as Flux does. Throws a ValuesFromError where Flux stops.
 *
 * A targetPath wins over `values` only where both meet in a map or list that is still shared: see the reference.
 */
export function mergeValuesFrom(sources: ValuesSources): MergedValues {
  return new Merger(sources).merge()
}

class Merger {
  readonly #sources: ValuesSources
  readonly #inline: DraftValues
  readonly #budget: MergeBudget = { left: MAX_MERGED_KEYS }
  readonly #skipped: SkippedReference[] = []
  #textLeft = MAX_TEXT_LENGTH
  #result: DraftValues = {}

  constructor(sources: ValuesSources) {
    this.#sources = sources
    this.#inline = isValues(sources.values) ? copyValues(sources.values, asFloat) : {}
  }

  merge(): MergedValues {
    for (const [index, reference] of this.#sources.valuesFrom.entries()) {
      const at: ReferenceAt = { reference, index, namespace: this.#sources.namespace }
      const text = this.#find(at)
      if (text === undefined) continue
      this.#textLeft -= text.length
      if (this.#textLeft < 0)
        throw new ValuesFromError('TOO_MUCH', at, `over ${MAX_TEXT_LENGTH} characters in all`)
      this.#limited(at, () => this.#mergeText(text, at))
    }
    const values = mergeDrafts(this.#result, this.#inline, this.#budget)
    return { values, skipped: this.#skipped }
  }

  #find(at: ReferenceAt): string | Uint8Array | undefined {
    const { kind, name } = at.reference
    if (kind !== 'ConfigMap' && kind !== 'Secret') {
      throw new ValuesFromError('UNSUPPORTED_KIND', at, 'only a ConfigMap or a Secret can hold values')
    }
    const data = this.#sources.find(kind, name)
    if (!data) return this.#missing('RESOURCE_NOT_FOUND', at, `there is no such ${kind}`)
    const key = valuesKeyOf(at.reference)
    if (!Object.hasOwn(data, key)) return this.#missing('KEY_NOT_FOUND', at, `the ${kind} has no such key`)
    return data[key]
  }

  #missing(code: SkippedReference['code'], at: ReferenceAt, cause: string): undefined {
    if (!at.reference.optional) throw new ValuesFromError(code, at, cause)
    this.#skipped.push({ index: at.index, code })
  }

  #mergeText(text: string | Uint8Array, at: ReferenceAt): void {
    const { targetPath: path, literal } = at.reference
    if (path) {
      // Inline values come first and, once more, last: the result shares their maps in between.
      this.#result = mergeDrafts(this.#result, this.#inline, this.#budget)
      const value = typeof text === 'string' ? text : decodeUtf8Loosely(text)
      assignTargetPath({ path, value, literal }, this.#result)
      return
    }
    const read = readValues(text)
    if (!read.ok) throw new ValuesFromError('VALUES_UNREADABLE', at, publicCause(read, at))
    this.#result = mergeDrafts(this.#result, read.values, this.#budget)
  }

  #limited(at: ReferenceAt, work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error instanceof SetLineError)
        throw new ValuesFromError('VALUE_NOT_MERGED', at, pathCause(error, at))
      if (error instanceof ValuesLimitError) throw new ValuesFromError('TOO_MUCH', at, error.message)
      throw error
    }
  }
}

function pathCause(error: SetLineError, { reference }: ReferenceAt): string {
  return `targetPath ${quoted(reference.targetPath ?? '')}: ${error.reason}`
}

function publicCause(read: { readonly cause: string; readonly detail?: string }, at: ReferenceAt): string {
  return at.reference.kind === 'Secret' ? read.cause : (read.detail ?? read.cause)
}

function isValues(values: unknown): values is HelmValues {
  return typeof values === 'object' && values !== null && !Array.isArray(values)
}
