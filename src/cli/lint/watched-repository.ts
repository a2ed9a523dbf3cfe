import { setTimeout } from 'node:timers/promises'
import type { Io } from '../io/io.ts'
import { type DiskChanges, FolderWatch } from './folder-watch.ts'
import { findPlace, type LintInput, readLintPlace } from './gather-files.ts'
import { LintDisk } from './lint-disk.ts'

/** So long after the last change everything is looked at again: not every system tells of every change. */
const QUIET_MS = 2000

/** A repository on the disk, of which only that is read again what has changed since the last look. */
export class WatchedRepository {
  readonly #words: readonly string[]
  readonly #io: Pick<Io, 'cwd' | 'env'>
  readonly #quietMs: number
  readonly #folders = new FolderWatch()
  #disk = new LintDisk()
  #root: string | undefined
  /** Whether the last look was at what had changed only. */
  #isPartial = false

  constructor(words: readonly string[], io: Pick<Io, 'cwd' | 'env'>, { quietMs = QUIET_MS } = {}) {
    this.#words = words
    this.#io = io
    this.#quietMs = quietMs
  }

  async look(): Promise<LintInput> {
    this.#forget(this.#folders.take())
    for (;;) {
      const place = findPlace(this.#words, this.#io)
      if (place.root !== this.#root) this.#disk = new LintDisk()
      this.#root = place.root
      const input = await readLintPlace(place, this.#io, this.#disk)
      const added = this.#folders.follow(input.folders)
      if (added.length === 0) return input
      // What changed in a new folder before it was watched was not told.
      for (const folder of added) this.#disk.forgetFolder(folder)
    }
  }

  /** Resolves when something has changed, or is to be looked at in case it has, or `signal` is aborted. */
  async changed(signal: AbortSignal | undefined): Promise<void> {
    const waiting = new AbortController()
    const ends = [
      this.#folders.changed(),
      untilAborted(AbortSignal.any([waiting.signal, ...(signal ? [signal] : [])])),
    ]
    if (this.#isPartial) ends.push(this.#quiet(waiting.signal))
    await Promise.race(ends)
    waiting.abort()
  }

  async #quiet(signal: AbortSignal): Promise<void> {
    try {
      await setTimeout(this.#quietMs, undefined, { signal })
      this.#disk.forgetAll()
      this.#isPartial = false
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  close(): void {
    this.#folders.close()
  }

  #forget({ files, folders, isOpen }: DiskChanges): void {
    if (isOpen) this.#disk.forgetAll()
    this.#isPartial = !isOpen && files.size + folders.size > 0
    for (const folder of folders) this.#disk.forgetFolder(folder)
    for (const file of files) this.#disk.forgetFile(file)
  }
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>(resolve => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
