import { namespaceOf } from './key.ts'

/** Keys that wait their turn: first come, first served within a namespace, and the namespaces one after the other. */
export class FairKeys {
  // A namespace has a turn exactly as long as it has a lane; an emptied lane stays until its turn comes.
  readonly #turns = new Line()
  readonly #lanes = new Map<string, Line>()
  readonly #since = new Map<string, number>()

  get size(): number {
    return this.#since.size
  }

  has(key: string): boolean {
    return this.#since.has(key)
  }

  add(key: string, now: number): void {
    if (this.#since.has(key)) return
    this.#since.set(key, now)
    const namespace = namespaceOf(key)
    const lane = this.#lanes.get(namespace)
    if (lane) return lane.push(key)

    this.#lanes.set(namespace, new Line(key))
    this.#turns.push(namespace)
  }

  /** The next key and the time it was added, or undefined when none waits. */
  take(): { readonly key: string; readonly since: number } | undefined {
    for (let namespace = this.#turns.shift(); namespace !== undefined; namespace = this.#turns.shift()) {
      const lane = this.#lanes.get(namespace)
      const key = lane?.shift()
      if (lane && lane.length > 0) this.#turns.push(namespace)
      else this.#lanes.delete(namespace)
      if (key !== undefined) return { key, since: this.#leave(key) }
    }
    return undefined
  }

  remove(key: string): void {
    if (!this.#since.delete(key)) return
    this.#lanes.get(namespaceOf(key))?.remove(key)
  }

  #leave(key: string): number {
    const since = this.#since.get(key) ?? 0
    this.#since.delete(key)
    return since
  }
}

/** First in, first out. Taking from the front of a plain array, or of a Set, costs time by its length. */
class Line {
  #items: string[]
  #head = 0

  constructor(...items: string[]) {
    this.#items = items
  }

  get length(): number {
    return this.#items.length - this.#head
  }

  push(item: string): void {
    this.#items.push(item)
  }

  shift(): string | undefined {
    const item = this.#items[this.#head]
    if (item === undefined) return undefined
    this.#head += 1
    if (this.#head > 64 && this.#head * 2 > this.#items.length) this.#compact()
    return item
  }

  remove(item: string): void {
    this.#compact()
    this.#items = this.#items.filter(other => other !== item)
  }

  #compact(): void {
    this.#items = this.#items.slice(this.#head)
    this.#head = 0
  }
}
