import { setTimeout } from 'node:timers/promises'
import type { LintMemory } from '../../domain/lint/model/lint-repository.ts'
import { runLint } from '../../domain/lint/run-lint.ts'
import type { Io } from '../io/io.ts'
import { FolderWatch } from './folder-watch.ts'
import { gatherFiles, type KnownFiles, type LintInput } from './gather-files.ts'

/** An editor writes a file in several steps. */
const BURST_MS = 20

/**
 * Judges a repository now and after each change, until the process ends or `signal` does.
 *
 * What did not change is neither read nor parsed again; `tell` gets each result.
 */
export async function watchLint(words: readonly string[], io: Io, { tell, signal }: Watching): Promise<void> {
  const known: KnownFiles = new Map()
  const memory: LintMemory = new Map()
  const folders = new FolderWatch()
  try {
    for (;;) {
      let input = await gatherFiles(words, io, known)
      // What changed in a new folder before it was watched would be missed.
      while (folders.follow(input.folders)) input = await gatherFiles(words, io, known)
      tell(input, runLint(input.files, memory))
      await Promise.race([folders.changed(), untilAborted(signal)])
      if (signal?.aborted === true) return
      await setTimeout(BURST_MS)
    }
  } finally {
    folders.close()
  }
}

interface Watching {
  readonly tell: (input: LintInput, result: ReturnType<typeof runLint>) => void
  readonly signal?: AbortSignal
}

async function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return
  await new Promise<void>(resolve => {
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}
