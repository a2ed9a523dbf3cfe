import { setTimeout } from 'node:timers/promises'
import type { LintMemory } from '../../domain/lint/model/lint-repository.ts'
import { runLint } from '../../domain/lint/run-lint.ts'
import type { Io } from '../io/io.ts'
import type { LintInput } from './gather-files.ts'
import { WatchedRepository } from './watched-repository.ts'

/** An editor writes a file in several steps. */
const BURST_MS = 20

/**
 * Judges a repository now and after each change, until the process ends or `signal` does.
 *
 * What did not change is neither looked at nor parsed again; `tell` gets each result.
 */
export async function watchLint(words: readonly string[], io: Io, { tell, signal }: Watching): Promise<void> {
  const memory: LintMemory = new Map()
  const watched = new WatchedRepository(words, io)
  try {
    for (;;) {
      const input = await watched.look()
      tell(input, runLint(input.files, memory))
      await watched.changed(signal)
      if (signal?.aborted === true) return
      await setTimeout(BURST_MS)
    }
  } finally {
    watched.close()
  }
}

interface Watching {
  readonly tell: (input: LintInput, result: ReturnType<typeof runLint>) => void
  readonly signal?: AbortSignal
}
