import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ignoredPaths } from '../git/ignored-paths.ts'
import { decodeText } from '../io/decode-text.ts'
import type { Io } from '../io/io.ts'

/** A file as it was read. */
export type ReadText = ReturnType<typeof decodeText> & { readonly isMarked: boolean }

interface FileStamp {
  readonly size: number
  /** Another one when the file may have another content. */
  readonly stamp: string
}

const MARK = Buffer.from('\uFEFF')

/**
 * The files of a repository on the disk. What was looked at is not looked at again before somebody says that it may have changed.
 *
 * Nothing else has to be done meanwhile, so files are read one after the other.
 */
export class LintDisk {
  readonly #entries = new Map<string, readonly Dirent[]>()
  readonly #stamps = new Map<string, FileStamp>()
  readonly #texts = new Map<string, { readonly stamp: string; readonly read: ReadText }>()
  #ignored: Promise<ReadonlySet<string>> | undefined

  /** The entries of a folder, by name. */
  entriesOf(folder: string): readonly Dirent[] {
    const known = this.#entries.get(folder)
    if (known) return known
    const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    )
    this.#entries.set(folder, entries)
    return entries
  }

  sizeOf(location: string): number {
    return this.#stampOf(location).size
  }

  textOf(location: string): ReadText {
    const { stamp } = this.#stampOf(location)
    const before = this.#texts.get(location)
    if (before?.stamp === stamp) return before.read
    const bytes = readFileSync(location)
    const read = { ...decodeText(bytes), isMarked: bytes.subarray(0, MARK.length).equals(MARK) }
    this.#texts.set(location, { stamp, read })
    return read
  }

  /** What Git ignores below the root. */
  ignoredIn(root: string, env: Io['env']): Promise<ReadonlySet<string>> {
    this.#ignored ??= ignoredPaths(root, env)
    return this.#ignored
  }

  /** A file may have another content. */
  forgetFile(location: string): void {
    this.#stamps.delete(location)
    this.#texts.delete(location)
    if (location.endsWith('.gitignore')) this.#ignored = undefined
  }

  /** A folder may have other entries, and each of them may be another file. */
  forgetFolder(folder: string): void {
    for (const { name } of this.#entries.get(folder) ?? []) this.#stamps.delete(join(folder, name))
    this.#entries.delete(folder)
    this.#ignored = undefined
  }

  /** Anything may have changed. What has the stamp that it had is still not read again. */
  forgetAll(): void {
    this.#entries.clear()
    this.#stamps.clear()
    this.#ignored = undefined
  }

  #stampOf(location: string): FileStamp {
    const known = this.#stamps.get(location)
    if (known) return known
    const { size, mtimeMs, ctimeMs, ino } = statSync(location)
    const found = { size, stamp: `${size}:${mtimeMs}:${ctimeMs}:${ino}` }
    this.#stamps.set(location, found)
    return found
  }
}
