import { type FSWatcher, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { Refusal } from '../command/refusal.ts'
import { failedWith } from '../folder/folder-error.ts'
import { isSystemError, plainCause } from '../io/plain-cause.ts'

/** What may have changed on the disk. */
export interface DiskChanges {
  /** Files with another content. */
  readonly files: ReadonlySet<string>
  /** Folders with other entries. */
  readonly folders: ReadonlySet<string>
  /** Whether more may have changed than was told. */
  readonly isOpen: boolean
}

/** A kernel keeps so many events at least before it drops some; Linux keeps 16,384. */
const MOST_EVENTS = 4096

/** Watches folders, each by itself: not every system can watch a tree. */
export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>()
  #files = new Set<string>()
  #folders = new Set<string>()
  #isOpen = false
  #events = 0
  #wake: (() => void) | undefined

  /** Watches these folders from now on, and no others; returns those that are new. */
  follow(folders: readonly string[]): readonly string[] {
    const wanted = new Set(folders)
    for (const folder of this.#watchers.keys()) if (!wanted.has(folder)) this.#drop(folder)
    const added = [...wanted].filter(folder => !this.#watchers.has(folder))
    for (const folder of added) this.#add(folder)
    return added
  }

  /** Resolves when something has changed that `take` has not returned. */
  async changed(): Promise<void> {
    if (this.#events > 0) return
    await new Promise<void>(resolve => {
      this.#wake = resolve
    })
  }

  /** What has changed since it was called last. */
  take(): DiskChanges {
    const isOpen = this.#isOpen || this.#events > MOST_EVENTS
    const changes = { files: this.#files, folders: this.#folders, isOpen }
    // Some may be watches of folders that have moved.
    if (isOpen) this.close()
    this.#files = new Set()
    this.#folders = new Set()
    this.#isOpen = false
    this.#events = 0
    return changes
  }

  close(): void {
    for (const folder of this.#watchers.keys()) this.#drop(folder)
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
  }

  #add(folder: string): void {
    try {
      const watcher = watch(folder, (kind, name) => this.#tell(folder, kind, name))
      // A folder that is removed ends its watch; the one above tells of it.
      watcher.on('error', () => this.#tell(folder, 'rename', null))
      this.#watchers.set(folder, watcher)
    } catch (error) {
      if (failedWith(error, 'ENOENT', 'ENOTDIR')) return this.#tell(folder, 'rename', null)
      const cause = isSystemError(error) ? plainCause(error) : String(error)
      throw new Refusal(`cannot watch ${folder}: ${cause}`, { exitCode: 2, fix: 'name a folder below' })
    }
  }

  #tell(folder: string, kind: string, name: string | null): void {
    const location = join(folder, name ?? '')
    if (name === null) this.#isOpen = true
    else if (kind !== 'change') this.#entry(folder, location)
    else if (this.#watchers.has(location)) this.#folders.add(location)
    else this.#files.add(location)
    this.#events++
    this.#wake?.()
  }

  // A folder that comes, goes or moves is another one under its name, and so is what is below: their watches are of the old one.
  #entry(folder: string, location: string): void {
    this.#folders.add(folder)
    this.#files.add(location)
    if (!this.#watchers.has(location)) return
    for (const below of this.#watchers.keys()) {
      if (below !== location && !below.startsWith(`${location}${sep}`)) continue
      this.#drop(below)
      this.#folders.add(below)
    }
  }
}
