import type { Place } from '../pack/pack-problem.ts'
import type { ApplyProblem } from './apply-problem.ts'
import { kustomizationNames, readKustomization } from './read-kustomization.ts'

/** A file of a commit. */
export interface TreeFile {
  /** From the root of the repository, with slashes. */
  readonly path: string
  readonly mode: string
  readonly id: string
}

/** Files that are to be read as manifests, and kustomizations whose text is not known yet. */
export interface FileChoice {
  readonly files: readonly TreeFile[]
  readonly unread: readonly TreeFile[]
  readonly problems: readonly ApplyProblem[]
}

/** Which files of a commit make up a folder. */
export interface ChoiceFacts {
  readonly tree: CommitTree
  /** A file or folder, from the root of the repository; the root itself is empty. */
  readonly top: string
  /** The texts of kustomizations that were read so far, by path. */
  readonly texts: ReadonlyMap<string, string>
}

/** The files of a commit, by path and by folder. */
export class CommitTree {
  readonly files: ReadonlyMap<string, TreeFile>
  readonly #folders = new Map<string, Set<string>>()

  constructor(files: readonly TreeFile[]) {
    this.files = new Map(files.map(file => [file.path, file]))
    for (const { path } of files) this.#add(path)
  }

  #add(path: string): void {
    const folder = folderOf(path)
    const entries = this.#folders.get(folder)
    if (entries) return void entries.add(path)
    this.#folders.set(folder, new Set([path]))
    if (folder !== '') this.#add(folder)
  }

  /** What is directly in a folder, by path; undefined if there is no such folder. */
  entries(folder: string): readonly string[] | undefined {
    const found = this.#folders.get(folder)
    return found && [...found].toSorted()
  }

  /** The kustomization of a folder. */
  kustomization(folder: string): TreeFile | undefined {
    return kustomizationNames
      .map(name => this.files.get(joined(folder, name)))
      .find(file => file !== undefined)
  }
}

/**
 * Chooses the manifests of a file or folder as Flux does: the list of its kustomization, or all `.yaml`, `.yml` and `.json` files.
 *
 * Texts of kustomizations come in rounds: call it again with those that are `unread`, until there are none.
 */
export function chooseFiles({ tree, top, texts }: ChoiceFacts): FileChoice {
  const walk = new Walk(tree, texts)
  walk.visit(top, [])
  return { files: [...walk.files.values()], unread: walk.unread, problems: walk.problems }
}

class Walk {
  readonly files = new Map<string, TreeFile>()
  readonly unread: TreeFile[] = []
  readonly problems: ApplyProblem[] = []
  readonly #tree: CommitTree
  readonly #texts: ReadonlyMap<string, string>

  constructor(tree: CommitTree, texts: ReadonlyMap<string, string>) {
    this.#tree = tree
    this.#texts = texts
  }

  /** `within` are the kustomizations on the way to this place. */
  visit(path: string, within: readonly string[]): void {
    const file = this.#tree.files.get(path)
    if (file) return this.#take(file)
    const kustomization = this.#tree.kustomization(path)
    if (kustomization) return this.#visitListed(kustomization, within)
    for (const entry of this.#tree.entries(path) ?? []) {
      const name = entry.slice(entry.lastIndexOf('/') + 1)
      if (name.startsWith('.')) continue
      if (this.#tree.entries(entry)) this.visit(entry, within)
      else if (/\.(?:ya?ml|json)$/.test(name)) this.visit(entry, within)
    }
  }

  #take(file: TreeFile): void {
    if (file.mode.startsWith('100')) return void this.files.set(file.path, file)
    const what = file.mode === '120000' ? 'a symbolic link' : 'a submodule'
    const place = { path: file.path, line: 1, column: 1 }
    this.#say(place, `${what}; only files of this repository are applied`)
  }

  #visitListed(kustomization: TreeFile, within: readonly string[]): void {
    const { path } = kustomization
    const text = this.#texts.get(path)
    if (text === undefined) return void this.unread.push(kustomization)
    const { resources, problems } = readKustomization({ path, text })
    this.problems.push(...problems)
    for (const resource of resources) {
      const target = resolved(folderOf(path), resource.path)
      const problem = this.#problemWith(target, [...within, path])
      if (problem !== undefined || target === undefined)
        this.#say(
          resource.place,
          `resource ${JSON.stringify(resource.path)} ${problem ?? 'leads out of the repository'}`,
        )
      else this.visit(target, [...within, path])
    }
  }

  #problemWith(target: string | undefined, within: readonly string[]): string | undefined {
    if (target === undefined || this.#tree.files.has(target)) return undefined
    if (!this.#tree.entries(target)) return 'is not in this commit'
    const listed = this.#tree.kustomization(target)
    if (!listed) return 'is a folder without a kustomization.yaml'
    return within.includes(listed.path) ? 'lists itself' : undefined
  }

  #say(place: Place, message: string): void {
    this.problems.push({ severity: 'error', code: 'NOT_FOUND', place, message })
  }
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** A path as seen from a folder, from the root of the repository; undefined if it leads out of it. */
export function resolved(folder: string, path: string): string | undefined {
  if (path.startsWith('/')) return undefined
  const parts: string[] = []
  for (const part of [...folder.split('/'), ...path.split('/')]) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}
