import { counted } from '../../domain/text/counted.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import { YamlEditError } from '../../domain/yaml/edit/yaml-edit-error.ts'
import { YamlError } from '../../domain/yaml/yaml-error.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import type { FolderListing } from '../../scaffold/places.ts'
import {
  repositoryRecordOf,
  type WrittenText,
  writeRepositoryRecord,
} from '../../scaffold/upgrade/written-record.ts'
import type { RepositoryTree } from '../../scaffold/tree.ts'
import { type MergedFile, mergeTree } from '../../scaffold/upgrade/merge-tree.ts'
import { withListing } from '../../scaffold/write/add-listing.ts'
import { Refusal } from '../command/refusal.ts'
import type { FilePlace } from '../io/place.ts'
import { recordAt } from './records.ts'
import { type FileChange, readTextFile } from './write-files.ts'
import { fileIn } from './file-in.ts'

/** Files that belong together: written at once, recorded at once. */
export interface Unit {
  /** Where its record is. */
  readonly record: string
  readonly answers: YamlValue
  readonly files: RepositoryTree
}

/** Collects the changes of a command, so that they are written all or none. */
export class Changes {
  readonly #root: FilePlace
  readonly #changes = new Map<string, FileChange>()

  constructor(root: FilePlace) {
    this.#root = root
  }

  /** Every file that becomes another one. */
  list(): readonly FileChange[] {
    return [...this.#changes.values()].filter(({ before, after }) => before !== after)
  }

  /** Writes the files of a unit. What people changed in those that are there stays; a file of another owner is refused. */
  addUnit({ record: path, answers, files }: Unit): void {
    const record = recordAt(this.#root, path)
    const base = record?.files ?? new Map<string, WrittenText>()
    const merged = mergeTree({ base, theirs: files, read: file => this.#read(file) })
    this.#take(merged)
    this.#set(path, writeRepositoryRecord(repositoryRecordOf(answers, files)))
  }

  /** Writes more files of a unit that has a record. */
  addFiles(path: string, files: RepositoryTree): void {
    const record = recordAt(this.#root, path)
    const texts = [...(record?.files ?? [])].filter(([file]) => !files.has(file))
    const merged = mergeTree({
      base: new Map([...(record?.files ?? [])].filter(([file]) => files.has(file))),
      theirs: files,
      read: file => this.#read(file),
    })
    this.#take(merged)
    const all = new Map<string, WrittenText>([...texts, ...repositoryRecordOf(null, files).files])
    this.#set(path, writeRepositoryRecord({ answers: record?.answers ?? null, files: all }))
  }

  /** Writes a file that must not be there yet. */
  create(path: string, text: string): void {
    if (this.#read(path) !== undefined) throw new Refusal(`${fileIn(this.#root, path).path} is there already`)
    this.#set(path, text)
  }

  /** Makes sure that a kustomization.yaml lists something. */
  addListing({ file, item }: FolderListing): void {
    this.edit(file, text => withListing(text, item))
  }

  /** Changes a file that must be there. */
  edit(path: string, change: (text: string) => string): void {
    const shown = fileIn(this.#root, path).path
    const text = this.#read(path)
    if (text === undefined) {
      throw new Refusal(`${shown} is missing`, { fix: `restore it from Git: git checkout -- ${path}` })
    }
    try {
      this.#set(path, change(text))
    } catch (error) {
      if (error instanceof YamlError)
        throw new Refusal(`${shown}:${error.line}:${error.column}: ${error.reason}`, { exitCode: 2 })
      if (!(error instanceof YamlEditError)) throw error
      const { line, column } = error.position
      throw new Refusal(`${shown}:${line}:${column}: ${error.message}`, {
        fix: 'write the list one item a line',
      })
    }
  }

  #take(merged: readonly MergedFile[]): void {
    const conflicts = merged.filter(({ conflict }) => conflict !== undefined)
    const [first] = conflicts
    if (first) {
      const names = listFirst(conflicts.map(file => fileIn(this.#root, file.path).path))
      throw new Refusal(`cannot write ${names}: ${first.conflict}`, {
        fix: `move ${counted(conflicts.length, 'file')} away, or bring the repository up to date: fitout init --upgrade`,
      })
    }
    for (const { path, after } of merged) this.#set(path, after)
  }

  #read(path: string): string | undefined {
    const change = this.#changes.get(path)
    return change ? change.after : readTextFile(this.#root, path)
  }

  #set(path: string, after: string | undefined): void {
    const before = this.#changes.get(path)?.before ?? readTextFile(this.#root, path)
    this.#changes.set(path, { path, before, after })
  }
}
