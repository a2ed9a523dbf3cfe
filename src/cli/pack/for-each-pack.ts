import { PackError } from '../../domain/pack/pack-error.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { FolderError } from '../folder/folder-error.ts'
import type { FilePlace } from '../io/place.ts'
import { Refusal } from '../command/refusal.ts'
import { isAboutAll, type PackCall } from './pack-call.ts'

/** A pack that could not be looked at. */
export interface PackFailure {
  readonly folder: string
  readonly refusal: Refusal
}

/** What became of each pack. */
export interface Outcomes<Result> {
  readonly results: readonly Result[]
  readonly failures: readonly PackFailure[]
}

/** Looks at packs one after the other. If the call is about all packs, one that cannot be read is no reason to leave the others out. */
export async function forEachPack<Result>(
  call: PackCall,
  targets: readonly FilePlace[],
  look: (target: FilePlace) => Promise<Result>,
): Promise<Outcomes<Result>> {
  const results: Result[] = []
  const failures: PackFailure[] = []
  for (const target of targets) {
    try {
      results.push(await look(target))
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal || !isAboutAll(call)) throw error
      failures.push({ folder: target.path, refusal })
    }
  }
  return { results, failures }
}

/** What to tell the user about an error; undefined for a bug. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof FolderError) return new Refusal(error.message)
  return error instanceof PackError ? new Refusal(error.message, { fix: error.fix }) : undefined
}

/** The exit code for all: what is hardest to fix counts. */
export function worstOf(code: 0 | 1, failures: readonly PackFailure[]): ExitCode {
  return failures.reduce<ExitCode>(
    (worst, { refusal: { exitCode } }) => (exitCode > worst ? exitCode : worst),
    code,
  )
}
