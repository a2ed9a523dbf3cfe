import { type ApiErrorCode, ApiError } from '../../src/engine/api/api-error.ts'
import type { Api, Page, PageCall, WatchEvent } from '../../src/engine/api/api.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { keyOf } from '../../src/engine/queue/key.ts'
import { EventStream } from './event-stream.ts'

type ObjectEvent = Extract<WatchEvent, { object: KubeObject }>
type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'delete' | 'apply'

/** For tests: an API server of one kind in memory, with the faults of real ones at hand. */
export class SampleServer {
  readonly #objects = new Map<string, KubeObject>()
  #history: { readonly version: number; readonly event: ObjectEvent }[] = []
  #version = 100
  #uids = 0
  #compactedAt = 0
  readonly #failures = new Map<Verb, ApiError[]>()
  /** Every call, in words. */
  readonly calls: string[] = []
  streams: EventStream[] = []
  pageSize = 500
  /** Events that do not reach the watches. */
  dropsEvents = false

  readonly api: Api = {
    get: async ref => {
      this.#begin('get', ref.name)
      return this.#found(keyOf({ metadata: ref }))
    },
    list: async (_, call) => this.#list(call),
    watch: (_, version, call) => this.#watch(version, call?.signal),
    create: async (_, object) => {
      this.#begin('create', object.metadata.name)
      if (this.#objects.has(keyOf(object))) throw failure('AlreadyExists')
      return this.put(object)
    },
    apply: async (_, object) => {
      this.#begin('apply', object.metadata.name)
      const known = this.#objects.get(keyOf(object))
      if (object.metadata.uid !== undefined && object.metadata.uid !== known?.metadata.uid)
        throw failure('Conflict')
      const labels = { ...known?.metadata.labels, ...object.metadata.labels }
      return this.put({ ...known, ...object, metadata: { ...known?.metadata, ...object.metadata, labels } })
    },
    update: async (_, object) => {
      this.#begin('update', object.metadata.name)
      const known = this.#found(keyOf(object))
      if (known.metadata.resourceVersion !== object.metadata.resourceVersion) throw failure('Conflict')
      return this.put(object)
    },
    delete: async ref => {
      this.#begin('delete', ref.name)
      this.remove(keyOf({ metadata: ref }))
    },
    discover: async () => [],
    isReady: async () => true,
    version: async () => 'v1.36.3',
  }

  /** Creates or replaces an object, as someone else would. */
  put(object: KubeObject): KubeObject {
    const known = this.#objects.get(keyOf(object))
    this.#version += 1
    const uid = known?.metadata.uid ?? `uid-${++this.#uids}`
    const metadata = { ...object.metadata, uid, resourceVersion: String(this.#version) }
    const stored = { ...object, metadata }
    this.#objects.set(keyOf(object), stored)
    this.#tell({ type: known ? 'MODIFIED' : 'ADDED', object: stored })
    return stored
  }

  has(key: string): boolean {
    return this.#objects.has(key)
  }

  remove(key: string): void {
    const known = this.#found(key)
    this.#objects.delete(key)
    this.#version += 1
    const metadata = { ...known.metadata, resourceVersion: String(this.#version) }
    this.#tell({ type: 'DELETED', object: { ...known, metadata } })
  }

  /** Lets the next calls fail, one after the other. */
  fail(verb: Verb, codes: readonly ApiErrorCode[], retryAfterSeconds?: number): void {
    const errors = codes.map(
      code =>
        new ApiError(code, { call: verb, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }),
    )
    this.#failures.set(verb, [...(this.#failures.get(verb) ?? []), ...errors])
  }

  /** Forgets the past: whoever wants to continue from there is told `Gone`. */
  compact(): void {
    this.#history = []
    this.#compactedAt = this.#version
  }

  /** Goes back to an older version and older objects, as from a backup. */
  restore(objects: readonly KubeObject[], version: number): void {
    this.#objects.clear()
    // What is restored may be nonsense, without a name.
    for (const object of objects) this.#objects.set(object.metadata ? keyOf(object) : '', object)
    this.#history = []
    this.#compactedAt = version
    this.#version = version
    this.endWatches('Unreachable')
  }

  /** Says something to every open watch, whether true or not. */
  say(event: WatchEvent): void {
    for (const stream of this.#open()) stream.push(event)
  }

  bookmark(): void {
    this.say({ type: 'BOOKMARK', resourceVersion: String(this.#version) })
  }

  endWatches(code?: ApiErrorCode): void {
    for (const stream of this.#open()) stream.end(code)
    this.streams = []
  }

  /** How often something was called. */
  count(call: string): number {
    return this.calls.filter(made => made.startsWith(call)).length
  }

  #open(): readonly EventStream[] {
    return this.streams.filter(stream => stream.isOpen)
  }

  #tell(event: ObjectEvent): void {
    this.#history.push({ version: this.#version, event })
    if (!this.dropsEvents) this.say(event)
  }

  #list({ limit = 500, continue: from = '' }: PageCall = {}): Page {
    this.#begin('list', from)
    const keys = [...this.#objects.keys()].toSorted()
    const start = from === '' ? 0 : Number(from)
    const end = start + Math.min(limit, this.pageSize)
    const items = keys.slice(start, end).map(key => this.#found(key))
    const resourceVersion = String(this.#version)
    return { items, resourceVersion, ...(end < keys.length ? { continue: String(end) } : {}) }
  }

  async *#watch(version: string, signal: AbortSignal | undefined): AsyncGenerator<WatchEvent> {
    this.#begin('watch', version)
    if (Number(version) < this.#compactedAt) throw failure('Gone')
    if (Number(version) > this.#version) throw failure('Timeout')
    const stream = new EventStream(signal)
    this.streams.push(stream)
    for (const past of this.#history) if (past.version > Number(version)) stream.push(past.event)
    yield* stream.read()
  }

  #begin(verb: Verb, what: string): void {
    this.calls.push(`${verb} ${what}`.trim())
    const error = this.#failures.get(verb)?.shift()
    if (error) throw error
  }

  #found(key: string): KubeObject {
    const object = this.#objects.get(key)
    if (!object) throw failure('NotFound')
    return object
  }
}

function failure(code: ApiErrorCode): ApiError {
  return new ApiError(code, { call: 'ask the sample server' })
}
