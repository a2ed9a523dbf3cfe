import { qualifiedName } from '../../domain/object/qualified-name.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** One change of one object. Without `after` it is gone; `last` is then what it was, under the version of its end. */
export interface StoreChange {
  readonly revision: number
  readonly key: string
  readonly before: KubeObject | undefined
  readonly after: KubeObject | undefined
  readonly last: KubeObject
}

/** The key of an object within its kind. Sorting by it gives the order of lists. */
export function objectKey(namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === '' ? name : qualifiedName({ namespace, name })
}

/** All objects of a kind, and how they came to be as they are. */
export class StoreTable {
  readonly #objects: Map<string, KubeObject>
  #sorted: readonly string[] | undefined
  #changes: StoreChange[] = []

  constructor(objects: ReadonlyMap<string, KubeObject> = new Map()) {
    this.#objects = new Map(objects)
  }

  /** All objects by their keys. */
  all(): ReadonlyMap<string, KubeObject> {
    return new Map(this.#objects)
  }

  get(key: string): KubeObject | undefined {
    return this.#objects.get(key)
  }

  get size(): number {
    return this.#objects.size
  }

  objects(): IterableIterator<KubeObject> {
    return this.#objects.values()
  }

  record(change: StoreChange): void {
    this.#changes.push(change)
    this.#put(change.key, change.after)
  }

  #put(key: string, object: KubeObject | undefined): void {
    if (object !== undefined) {
      if (!this.#objects.has(key)) this.#sorted = undefined
      this.#objects.set(key, object)
    } else if (this.#objects.delete(key)) this.#sorted = undefined
  }

  /** The object under a key as it was at a revision. */
  getAt(key: string, revision: number): KubeObject | undefined {
    if (this.#isSince(revision)) return this.get(key)
    for (let index = this.#after(revision); index < this.#changes.length; index += 1) {
      const change = this.#changes[index]
      if (change?.key === key) return change.before
    }
    return this.get(key)
  }

  /** The objects whose keys begin with `prefix`, after the key `after`, as they were at a revision, in order. */
  *listAt(
    revision: number,
    { prefix = '', after = '' } = {},
  ): Generator<readonly [key: string, object: KubeObject]> {
    const past = this.#isSince(revision) ? this.#objects : this.#past(revision)
    const keys = past === this.#objects ? (this.#sorted ??= inOrder(past)) : inOrder(past)
    for (let index = firstAfter(keys, after > prefix ? after : prefix); index < keys.length; index += 1) {
      const key = keys[index] ?? ''
      if (!key.startsWith(prefix)) return
      const object = past.get(key)
      if (object !== undefined) yield [key, object]
    }
  }

  #past(revision: number): Map<string, KubeObject> {
    const past = new Map(this.#objects)
    for (const { key, before } of this.#changes.slice(this.#after(revision)).toReversed()) {
      if (before === undefined) past.delete(key)
      else past.set(key, before)
    }
    return past
  }

  /** The first change after a revision. */
  changeAfter(revision: number): StoreChange | undefined {
    return this.#isSince(revision) ? undefined : this.#changes[this.#after(revision)]
  }

  /** Forgets the changes up to a revision. */
  compact(revision: number): void {
    this.#changes = this.#changes.slice(this.#after(revision))
  }

  /** Goes back to how it was at a revision, and forgets what came after. */
  restore(revision: number): void {
    for (const { key, before } of this.#changes.slice(this.#after(revision)).toReversed())
      this.#put(key, before)
    this.#changes.length = this.#after(revision)
  }

  #isSince(revision: number): boolean {
    return (this.#changes.at(-1)?.revision ?? 0) <= revision
  }

  /** The index of the first change after a revision. */
  #after(revision: number): number {
    let [low, high] = [0, this.#changes.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#changes[middle]?.revision ?? 0) <= revision) low = middle + 1
      else high = middle
    }
    return low
  }
}

function inOrder(objects: ReadonlyMap<string, KubeObject>): readonly string[] {
  return [...objects.keys()].toSorted()
}

/** The index of the first key after one, which need not be there itself. No key is a mere prefix. */
function firstAfter(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] ?? '') <= key) low = middle + 1
    else high = middle
  }
  return low
}
