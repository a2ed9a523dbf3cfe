import type { KubeObject } from '../api/kube-object.ts'

/** Under which values an object is found: the labels it has, the owners it names. */
export type IndexBy = (object: KubeObject) => readonly string[]

/** Finds the keys of objects by a value. */
export class ObjectIndex {
  readonly #by: IndexBy
  readonly #keys = new Map<string, Set<string>>()

  constructor(by: IndexBy) {
    this.#by = by
  }

  keys(value: string): Iterable<string> {
    return this.#keys.get(value) ?? []
  }

  add(key: string, object: KubeObject): void {
    for (const value of this.#valuesOf(object)) {
      const keys = this.#keys.get(value)
      if (keys) keys.add(key)
      else this.#keys.set(value, new Set([key]))
    }
  }

  remove(key: string, object: KubeObject): void {
    for (const value of this.#valuesOf(object)) {
      const keys = this.#keys.get(value)
      keys?.delete(key)
      if (keys?.size === 0) this.#keys.delete(value)
    }
  }

  // An object of an unforeseen shape is in no index, rather than in nobody's cache.
  #valuesOf(object: KubeObject): readonly string[] {
    try {
      return this.#by(object)
    } catch {
      return []
    }
  }
}
