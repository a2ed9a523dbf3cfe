import type { ApiErrorCode } from '../../engine/api/api-error.ts'

/** One line of what happened, in the order it happened. Checkers read nothing else. */
export interface HistoryLine extends HistoryFacts {
  /** Virtual milliseconds since the start. */
  readonly t: number
  readonly seq: number
}

interface HistoryFacts {
  readonly actor: string
  readonly op: ApiOperation | 'deliver' | 'decide' | 'notify' | 'log' | 'fault' | 'crash'
  /** `Cluster prod/blue`, or what was selected. */
  readonly key?: string | undefined
  readonly uid?: string | undefined
  readonly rv?: string | undefined
  readonly gen?: number | undefined
  /** The number of the write among all writes of its actor, from 1. */
  readonly write?: number | undefined
  readonly status?: ApiErrorCode | 'ok' | undefined
  readonly [fact: string]: unknown
}

/** The calls of the port. */
export type ApiOperation =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'apply'
  | 'update'
  | 'delete'
  | 'discover'
  | 'isReady'
  | 'version'

/** What is written down; place and time are added. */
export type HistoryEntry = HistoryFacts & { readonly t?: never; readonly seq?: never }

/** For runs of which only the end is of interest, and what was written. @internal */
export const keepsWrites = ({ write }: Pick<HistoryLine, 'write'>): boolean => write !== undefined

/** Everything that happened in a run. */
export class History {
  readonly lines: HistoryLine[] = []
  readonly #elapsed: () => number
  readonly #keeps: (line: HistoryLine) => boolean
  #count = 0

  /** `keeps` says what is worth its memory; the rest is only counted. */
  constructor(elapsed: () => number, keeps: (line: HistoryLine) => boolean = () => true) {
    this.#elapsed = elapsed
    this.#keeps = keeps
  }

  /** How many lines there would be if all were kept. */
  get count(): number {
    return this.#count
  }

  /** Whether a call is not kept, so that it need only be counted. */
  isSilentOn(write: number | undefined): boolean {
    return this.#keeps === keepsWrites && write === undefined
  }

  /** Counts what is not reported. */
  skip(): void {
    this.#count += 1
  }

  add(entry: HistoryEntry): void {
    this.#count += 1
    if (this.isSilentOn(entry.write)) return
    const line: HistoryLine = { t: this.#elapsed(), seq: this.#count, ...entry }
    if (this.#keeps(line)) this.lines.push(line)
  }

  /** The whole of it as text, one JSON object a line: equal for equal seeds, byte for byte. */
  toText(): string {
    return this.lines.map(line => `${JSON.stringify(line)}\n`).join('')
  }
}
