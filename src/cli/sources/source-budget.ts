import { shownBytes } from '../io/shown-bytes.ts'
import { SourceReadError } from './source-read-error.ts'

/** How much one pack may be made of. */
export interface SourceLimits {
  /** Bytes of one source. */
  readonly fileBytes: number
  /** Bytes of all sources. */
  readonly totalBytes: number
  /** Sources, each file of a folder counted. */
  readonly files: number
}

export const sourceLimits: SourceLimits = {
  fileBytes: 32 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  files: 10_000,
}

/** Counts what was read against the limits. */
export class SourceBudget {
  readonly #limits: SourceLimits
  #bytes = 0
  #files = 0

  constructor(limits: SourceLimits) {
    this.#limits = limits
  }

  /** The bytes that the next source may have. */
  get room(): number {
    return Math.min(this.#limits.fileBytes, this.#limits.totalBytes - this.#bytes)
  }

  /** How many more files a folder may add. */
  get filesLeft(): number {
    return this.#limits.files - this.#files
  }

  takeBytes(count: number): void {
    this.#bytes += count
  }

  /** Counts one source, or says that it is one too many. */
  takeFile(path: string): void {
    if (this.filesLeft <= 0) throw this.tooMany(path)
    this.#files += 1
  }

  tooMany(path: string): SourceReadError {
    return new SourceReadError('TOO_MANY_FILES', path, {
      cause: `there are more than ${this.#limits.files} files, the limit`,
    })
  }

  /** Says which limit a source is over that did not fit into the room. */
  tooLarge(path: string, verb: 'read' | 'fetch'): SourceReadError {
    const { fileBytes, totalBytes } = this.#limits
    const cause =
      this.room === fileBytes
        ? `it is larger than ${shownBytes(fileBytes)}, the limit for one file`
        : `with it the sources are larger than ${shownBytes(totalBytes)}, the limit for all together`
    return new SourceReadError('TOO_LARGE', path, { cause, verb })
  }
}
