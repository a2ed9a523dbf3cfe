import { EnvsubstError } from '../envsubst-error.ts'
import { type Lookup, evaluateLeniently } from '../evaluate.ts'
import { parseTemplate } from '../parse-template.ts'
import type { Position } from '../../yaml/position.ts'
import { positionFinder } from '../position-finder.ts'
import type { Part, Template } from '../template.ts'
import { type WithoutLegacySpaces, dropLegacySpaces } from './drop-legacy-spaces.ts'

/** A cluster template that has been read. All places are places in the text that was given. */
export class ClusterTemplate {
  readonly #original: string
  readonly #converted: WithoutLegacySpaces
  readonly #template: Template

  /** Throws an EnvsubstError for a text that clusterctl refuses. */
  constructor(text: string) {
    this.#original = text
    this.#converted = dropLegacySpaces(text)
    this.#template = this.#located(() => parseTemplate(this.#converted.text))
  }

  get parts(): readonly Part[] {
    return this.#template.parts
  }

  /** Fills the variables; one that is not set is empty. Clusterctl's library is older than Flux's and crashes more often. */
  fill(lookup: Lookup): string {
    return this.#located(() => evaluateLeniently(this.#template, { lookup, negativeLength: 'crash' }))
  }

  /** Returns a function that finds the place of a part. */
  positionFinder(): (start: number) => Position {
    const find = positionFinder(this.#original)
    return start => find(this.#converted.originalOffset(start))
  }

  #located<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof EnvsubstError)) throw error
      const offset = this.#converted.originalOffset(error.offset)
      throw new EnvsubstError(error.code, error.reason, { text: this.#original, offset })
    }
  }
}
