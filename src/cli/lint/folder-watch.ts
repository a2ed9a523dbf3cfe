import { type FSWatcher, watch } from 'node:fs'
import { Refusal } from '../command/refusal.ts'
import { failedWith } from '../folder/folder-error.ts'
import { isSystemError, plainCause } from '../io/plain-cause.ts'

/** Watches folders, each by itself: not every system can watch a tree. */
export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>()
  #isChanged = false
  #wake: (() => void) | undefined

  /** Watches these folders from now on, and no others; returns whether there are new ones. */
  follow(folders: readonly string[]): boolean {
    const wanted = new Set(folders)
    for (const [folder, watcher] of this.#watchers) {
      if (wanted.has(folder)) continue
      watcher.close()
      this.#watchers.delete(folder)
    }
    const added = folders.filter(folder => !this.#watchers.has(folder))
    for (const folder of added) this.#add(folder)
    return added.length > 0
  }

  /** Resolves when something has changed since it was called last. */
  async changed(): Promise<void> {
    if (!this.#isChanged) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    this.#isChanged = false
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  #add(folder: string): void {
    try {
      const watcher = watch(folder, () => this.#tell())
      // A folder that is removed ends its watch; the one above tells of it.
      watcher.on('error', () => this.#tell())
      this.#watchers.set(folder, watcher)
    } catch (error) {
      if (failedWith(error, 'ENOENT', 'ENOTDIR')) return this.#tell()
      const cause = isSystemError(error) ? plainCause(error) : String(error)
      throw new Refusal(`cannot watch ${folder}: ${cause}`, { exitCode: 2, fix: 'name a folder below' })
    }
  }

  #tell(): void {
    this.#isChanged = true
    this.#wake?.()
  }
}
