import { ApiError, type ApiErrorCode } from '../api/api-error.ts'
import type { Api, Selection, WatchEvent } from '../api/api.ts'
import type { KubeObject } from '../api/kube-object.ts'
import { endSignal } from '../run/child-signal.ts'
import { Announcer } from './announcer.ts'
import type { Change, ChangeHandler } from './change.ts'
import { FollowedWatch } from './followed-watch.ts'
import { type FollowMetrics, followMetrics, noFollowMetrics } from './follow-metrics.ts'
import type { FollowOptions, Followed } from './follow-selection.ts'
import { KeptBytes } from './follow-budget.ts'
import { type FollowState, failedState, heard, outgrown } from './follow-state.ts'
import { type CompleteList, listAll } from './list-all.ts'
import { ObjectCache } from './object-cache.ts'
import { OwnWrites } from './own-writes.ts'
import { isOlderVersion } from './resource-version.ts'
import { ResumePolicy, type ResumeVerdict, type WatchEnd, followFailureOf } from './resume-policy.ts'
import { stripManagedFields } from './strip-managed-fields.ts'

// Servers send a bookmark each 60 s, a second or two late at times: 60 s would cut every quiet watch just before it.
const INACTIVITY_MS = 65_000
const RELIST_MS = 600_000
const TIMEOUT_MS = 30_000
const MAX_OBJECTS = 100_000
/** The least time between two lists that were asked for. */
const LIST_PAUSE_MS = 10_000

/** Follows a selection: see `followSelection`. */
export class Follower implements Followed {
  readonly #api: Api
  readonly #selection: Selection
  readonly #options: FollowOptions
  readonly #cache: ObjectCache
  /** Only there once something was written: most of what is followed is never. */
  #writes: OwnWrites | undefined
  readonly #announcer: Announcer
  readonly #metrics: FollowMetrics
  readonly #policy: ResumePolicy
  /** What is under way now: a watch, or a list or a pause, which its signal ends. Neither after the end. */
  #watch: FollowedWatch | undefined
  #life: AbortController | undefined
  #isStopping = false
  #isOver = false
  /** Only there while a user waits for the end. */
  #stopped: PromiseWithResolvers<void> | undefined
  /** Only there while a user waits for the first list. */
  #synced: PromiseWithResolvers<void> | undefined
  /** Counts the cache, if there is a budget. */
  #kept: KeptBytes | undefined
  #state: FollowState
  /** When the next list is due; the first one is due now, and so is one without which nothing can continue. */
  #listAt = 0
  #listTriedAt = -LIST_PAUSE_MS
  #heardAt: number
  #mustList = true

  constructor(api: Api, selection: Selection, options: FollowOptions) {
    this.#api = api
    this.#selection = selection
    this.#options = options
    this.#cache = new ObjectCache(options.indexes)
    this.#announcer = new Announcer(options)
    const { metrics } = options
    this.#metrics = metrics ? followMetrics(metrics, selection.resource.kind) : noFollowMetrics
    this.#policy = new ResumePolicy(options.random)
    this.#state = { phase: 'Starting', synced: false, since: options.clock.now(), lastError: undefined }
    this.#heardAt = options.clock.elapsed()
  }

  // Methods, not functions of each follower: there are tens of thousands.
  get(key: string): KubeObject | undefined {
    return this.#cache.get(key)
  }

  list(): readonly KubeObject[] {
    return this.#cache.list()
  }

  inNamespace(namespace: string): readonly KubeObject[] {
    return this.#cache.inNamespace(namespace)
  }

  byIndex(index: string, value: string): readonly KubeObject[] {
    return this.#cache.byIndex(index, value)
  }

  state(): FollowState {
    return this.#state
  }

  quietMs(): number {
    return this.#options.clock.elapsed() - this.#heardAt
  }

  subscribe(handler: ChangeHandler): () => void {
    return this.#announcer.subscribe(handler)
  }

  sawWrite(key: string, uid: string, version: string): void {
    this.#writes ??= new OwnWrites(this.#cache, this.#options.clock)
    this.#writes.saw(key, uid, version)
  }

  async whenSynced(): Promise<boolean> {
    const isDecided = this.#state.synced || this.#state.phase === 'TooLarge' || this.#isOver
    if (isDecided) return this.#state.synced
    this.#synced ??= Promise.withResolvers()
    // Not a race with the end: what lives long would remember everybody who has waited.
    await this.#synced.promise
    return this.#state.synced
  }

  isBehind(key: string): boolean {
    const behind = this.#writes?.isBehind(key) ?? 'no'
    if (behind === 'lost') this.relist()
    return behind !== 'no'
  }

  relist(): void {
    const { clock } = this.#options
    if (clock.elapsed() - this.#listTriedAt < LIST_PAUSE_MS) return
    this.#listAt = clock.elapsed()
    this.#watch?.end()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    if (this.#life) endSignal(this.#life)
    this.#watch?.end()
    if (this.#isOver) return
    this.#stopped ??= Promise.withResolvers()
    await this.#stopped.promise
  }

  start(): void {
    this.#goOn()
  }

  /** Lists if that is due, watches if it is not. Each of the two, and the pause after it, ends by coming back here. */
  #goOn(): void {
    this.#life = undefined
    if (this.#isStopping) return this.#finish()
    const isDue = this.#mustList || this.#options.clock.elapsed() >= this.#listAt
    if (isDue) void this.#listOnce().then(pauseMs => this.#pause(pauseMs))
    else this.#startWatch()
  }

  #pause(milliseconds: number): void {
    if (milliseconds <= 0) return this.#goOn()
    void this.#options.clock.sleep(milliseconds, this.#begin().signal).then(() => this.#goOn())
  }

  #finish(): void {
    this.#kept?.end()
    this.#isOver = true
    this.#synced?.resolve()
    this.#stopped?.resolve()
  }

  /** The signal of what comes next; it ends when the follower is stopped. */
  #begin(): AbortController {
    this.#life = new AbortController()
    if (this.#isStopping) endSignal(this.#life)
    return this.#life
  }

  /** Lists; gives the milliseconds to wait before going on. */
  async #listOnce(): Promise<number> {
    const { clock, timeoutMs = TIMEOUT_MS, maxObjects = MAX_OBJECTS } = this.#options
    const { wants, pageSize, budget } = this.#options
    const { signal } = this.#begin()
    const transform = (object: KubeObject) => this.#transform(object)
    const startedAt = clock.elapsed()
    this.#listTriedAt = startedAt
    try {
      const options = { call: { signal, timeoutMs }, maxObjects, wants, transform, pageSize, budget }
      this.#take(await listAll(this.#api, this.#selection, options))
      this.#writes?.listed(startedAt)
      this.#listAt = this.#nextList()
      this.#metrics.listed('ok')
      return 0
    } catch (error) {
      return signal.aborted ? 0 : this.#listFailed(error)
    }
  }

  #listFailed(error: unknown): number {
    const failure = followFailureOf(error)
    this.#metrics.listed(failure.code)
    if (failure.code === 'TooLarge' && this.#options.budget) return this.#outgrow().pauseMs
    const verdict = this.#policy.afterList(failure)
    if (this.#mustList) return this.#judge(verdict).pauseMs

    // A list that only repairs can wait: the watch continues meanwhile, and says by itself whether it can.
    const { pauseMs } = verdict
    this.#listAt = this.#options.clock.elapsed() + Math.max(pauseMs, LIST_PAUSE_MS)
    return 0
  }

  // Not all at the same time, when many were started together.
  #nextList(): number {
    const { clock, random } = this.#options
    const relistMs = this.#options.relistMs?.() ?? RELIST_MS
    return clock.elapsed() + relistMs * (0.8 + 0.2 * random())
  }

  #take({ items, resourceVersion }: CompleteList): void {
    const wentBack = isOlderVersion(resourceVersion, this.#cache.version)
    const dropped = wentBack ? this.#cache.clear() : []
    const changes = this.#cache.replace(items, resourceVersion)
    this.#count([...dropped, ...changes])
    this.#mustList = false
    this.#noteLife()
    this.#synced?.resolve()
    this.#synced = undefined
    if (wentBack) this.#metrics.restored()
    if (wentBack) this.#announcer.restored()
    this.#announcer.announce([...dropped, ...changes])
  }

  #startWatch(): void {
    const { clock, inactivityMs = INACTIVITY_MS, budget } = this.#options
    const from = { selection: this.#selection, resourceVersion: this.#cache.version ?? '' }
    const limits = { inactivityMs, until: this.#listAt, pace: budget?.pace }
    this.#watch = new FollowedWatch(this.#api, from, { clock, owner: this, ...limits })
  }

  onWatchEnd(end: WatchEnd): void {
    const { startedAt = 0, isHeard = false } = this.#watch ?? {}
    this.#watch = undefined
    const livedMs = this.#options.clock.elapsed() - startedAt
    this.#metrics.watchEnded(end.kind === 'broken' ? end.failure.code : end.kind)
    const verdict = this.#isOutgrown(end)
      ? this.#outgrow()
      : this.#judge(this.#policy.afterWatch(end, { isHeard, livedMs }))
    this.#pause(verdict.pauseMs)
  }

  #judge(verdict: ResumeVerdict): ResumeVerdict {
    if (verdict.code) this.#fail(verdict.code)
    if (verdict.mustList) this.#mustList = true
    return verdict
  }

  #fail(code: ApiErrorCode): void {
    const wasFollowing = this.#state.phase === 'Following'
    this.#state = failedState(this.#state, code, this.#options.clock.now())
    if (wasFollowing) this.#announcer.broken()
  }

  onEvent(event: WatchEvent): void {
    this.#noteLife()
    this.#metrics.heard(event.type)
    if (event.type === 'BOOKMARK') return this.#cache.moveTo(event.resourceVersion)
    const { wants } = this.#options
    if (wants && !wants(event.object)) return this.#cache.moveTo(event.object.metadata.resourceVersion)
    const object = this.#transform(event.object)
    const changes = event.type === 'DELETED' ? this.#cache.remove(object) : this.#cache.put(object)
    this.#count(changes)
    this.#announcer.announce(changes)
  }

  // Throws before anybody is notified: what cannot be kept was never there.
  #count(changes: readonly Change[]): void {
    const { budget, maxObjects = MAX_OBJECTS } = this.#options
    if (!budget) return
    this.#kept ??= new KeptBytes(budget, () => this.#evict())
    if (this.#kept.note(changes) && this.#cache.size <= maxObjects) return
    throw new ApiError('TooLarge', { call: `keep ${this.#selection.resource.kind}` })
  }

  #isOutgrown(end: WatchEnd): boolean {
    const isTooLarge = end.kind === 'broken' && end.failure.code === 'TooLarge'
    return this.#options.budget !== undefined && (isTooLarge || this.#state.phase === 'TooLarge')
  }

  #outgrow(): ResumeVerdict {
    this.#letGo()
    return this.#judge(this.#policy.afterTooLarge())
  }

  // The watch ends too, and then it is as if it had found out by itself.
  #evict(): void {
    this.#letGo()
    this.#watch?.end()
  }

  /** Nothing was removed: it is only not known any more. */
  #letGo(): void {
    this.#kept?.end()
    this.#kept = undefined
    this.#cache.clear()
    this.#mustList = true
    const wasFollowing = this.#state.phase === 'Following'
    this.#state = outgrown(this.#state, this.#options.clock.now())
    this.#synced?.resolve()
    this.#synced = undefined
    if (wasFollowing) this.#announcer.broken()
  }

  #noteLife(): void {
    const { clock } = this.#options
    this.#heardAt = clock.elapsed()
    this.#state = heard(this.#state, clock.now())
  }

  #transform(object: KubeObject): KubeObject {
    // What has no name is no object, and a server that sends it cannot be believed in the rest.
    if (typeof object.metadata?.name !== 'string') throw new ApiError('BadAnswer', { call: 'read an object' })
    try {
      return (this.#options.transform ?? stripManagedFields)(object)
    } catch (error) {
      this.#announcer.report(error)
      // Still there, for whoever asks; but what should have been stripped is not kept.
      return { apiVersion: object.apiVersion, kind: object.kind, metadata: object.metadata }
    }
  }
}
