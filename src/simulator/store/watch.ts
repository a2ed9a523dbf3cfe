import type { Selection, WatchEvent } from '../../engine/api/api.ts'
import type { ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type Kind, kindKey } from '../kinds/kind.ts'
import { present } from './present.ts'
import { refusal } from './refusal.ts'
import type { Matcher } from './selection.ts'
import type { Store } from './store.ts'
import type { StoreChange, StoreTable } from './table.ts'

/** What a watch follows. */
export interface WatchOptions {
  readonly selection: Selection
  readonly kind: Kind
  readonly matches: Matcher
  /** Changes after this version are reported. */
  readonly from: number
  /** Objects to tell of first, as if they had just been added. */
  readonly first: readonly KubeObject[]
  /** The newest version that may be shown. */
  readonly horizon: () => number
  readonly signal: AbortSignal | undefined
}

/**
 * One open watch. It has no queue: it remembers how far it is, and reads the store's changes from there.
 *
 * So a slow reader costs nothing, and one that falls behind what is kept gets `Gone`, as with a real server.
 */
export class Watch implements AsyncIterator<WatchEvent> {
  /** The key of the kind that it follows. */
  readonly kind: string
  readonly #store: Store
  readonly #options: WatchOptions
  readonly #table: StoreTable
  readonly #first: KubeObject[]
  #position: number
  #hasBookmark = false
  #isOver = false
  #wake: (() => void) | undefined

  constructor(store: Store, options: WatchOptions) {
    this.kind = kindKey(options.kind)
    this.#store = store
    this.#options = options
    this.#table = store.table(options.kind)
    this.#position = options.from
    this.#first = [...options.first]
    store.open(this)
    options.signal?.addEventListener('abort', this.wake)
  }

  async next(): Promise<IteratorResult<WatchEvent>> {
    for (;;) {
      const problem = this.#problem()
      if (problem) {
        this.#close()
        throw problem
      }
      const event = this.#isOver ? undefined : this.#read()
      if (event) return { done: false, value: event }
      if (this.#isOver) return { done: true, value: undefined }
      await new Promise<void>(resolve => (this.#wake = resolve))
    }
  }

  async return(): Promise<IteratorResult<WatchEvent>> {
    this.end()
    return { done: true, value: undefined }
  }

  /** Lets a reader that waits look again. */
  readonly wake = (): void => {
    this.#wake?.()
    this.#wake = undefined
  }

  end(): void {
    this.#isOver = true
    this.#close()
    this.wake()
  }

  /** Moves on to a version if there is nothing to tell on the way: what is forgotten was not for this watch. */
  passOver(revision: number): void {
    const next = this.#table.changeAfter(this.#position)
    if (next !== undefined && next.revision <= revision) return
    this.#position = Math.max(this.#position, Math.min(revision, this.#options.horizon()))
  }

  bookmark(): void {
    this.#hasBookmark = true
    this.wake()
  }

  #close(): void {
    this.#isOver = true
    this.#store.close(this)
    this.#options.signal?.removeEventListener('abort', this.wake)
  }

  #problem(): ApiError | undefined {
    const { selection, signal } = this.#options
    const subject = { verb: 'watch', ...selection }
    if (signal?.aborted) return refusal('Cancelled', subject)
    if (this.#isOver || this.#position >= this.#store.compacted) return undefined
    return refusal('Gone', subject, 'too old resource version')
  }

  #read(): WatchEvent | undefined {
    const [first] = this.#first
    if (first !== undefined) {
      this.#first.shift()
      return { type: 'ADDED', object: this.#present(first) }
    }
    return this.#readChanges() ?? this.#readBookmark()
  }

  #readChanges(): WatchEvent | undefined {
    const horizon = this.#options.horizon()
    for (;;) {
      const change = this.#table.changeAfter(this.#position)
      if (change === undefined || change.revision > horizon) {
        this.#position = Math.max(this.#position, horizon)
        return undefined
      }
      this.#position = change.revision
      const event = this.#eventOf(change)
      if (event) return event
    }
  }

  #readBookmark(): WatchEvent | undefined {
    if (!this.#hasBookmark) return undefined
    this.#hasBookmark = false
    return { type: 'BOOKMARK', resourceVersion: String(this.#position) }
  }

  // An object that leaves the selection is as good as deleted, one that enters it as good as new.
  #eventOf({ before, after, last, revision }: StoreChange): WatchEvent | undefined {
    const { matches } = this.#options
    const [wasIn, isIn] = [before !== undefined && matches(before), after !== undefined && matches(after)]
    if (after !== undefined && isIn)
      return { type: wasIn ? 'MODIFIED' : 'ADDED', object: this.#present(after) }
    if (before === undefined || !wasIn) return undefined
    const metadata = { ...before.metadata, resourceVersion: String(revision) }
    return { type: 'DELETED', object: this.#present(after === undefined ? last : { ...before, metadata }) }
  }

  #present(object: KubeObject): KubeObject {
    return present(object, this.#options.selection)
  }
}
