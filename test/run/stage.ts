import type { Programs } from './programs.ts'
import type { Skip, Tally } from './tally.ts'

/** What runs the programs of a stage. */
export type Runner = Pick<Programs, 'run'>

/** What a stage works with. */
export interface Site {
  readonly programs: Runner
  readonly env: NodeJS.ProcessEnv
  /** A folder that goes when the run ends. */
  readonly scratch: string
  readonly say: (text: string) => void
}

/** One step of a run: a check, or the tests of one project. */
export interface Stage {
  readonly name: string
  readonly run: (site: Site) => Promise<StageResult>
}

export interface StageResult {
  readonly tally: Tally
  /** Why tests were skipped. */
  readonly skips?: readonly Skip[]
  /** What the tool printed, when it was kept; shown only if something failed. */
  readonly output?: string
  /** What the reader must know besides the numbers; stands right above the closing line. */
  readonly remarks?: readonly string[]
}
