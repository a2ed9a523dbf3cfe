import type { Query, QueryAnswer } from '../../domain/proof/read/query.ts'
import { ApiError, hasCode } from '../../engine/api/api-error.ts'
import type { Api, Call, Selection } from '../../engine/api/api.ts'
import { patientApi } from '../../engine/api/patient-api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { MemoryBudget, type MemoryShare } from '../../engine/budget/memory-budget.ts'
import type { FollowBudget } from '../../engine/follow/follow-budget.ts'
import { listAll } from '../../engine/follow/list-all.ts'
import { type Followed, followSelection } from '../../engine/follow/follow-selection.ts'
import { TokenBucket } from '../../engine/run/token-bucket.ts'
import { childSignal } from '../../engine/run/child-signal.ts'
import { resources } from '../world/resources.ts'
import type { WorkloadConnection, World } from '../world/world.ts'
import { RecentChecks } from './recent-checks.ts'
import { leanObject } from './lean-object.ts'
import { ResourceFinder } from './resource-finder.ts'
import { selectionLimits, viewMemory, viewPace } from './view-budget.ts'
import { viewProblem } from './view-problem.ts'
import {
  type WantedSelection,
  both,
  isIn,
  isNamed,
  keyOfSelection,
  onlyNamed,
  wantedOf,
} from './wanted-selection.ts'

export interface ReadCall extends Call {
  /** Asks the server now, instead of looking at what is followed. */
  readonly fresh: boolean
}

interface Entry {
  readonly followed: Followed
  /** The only ones that are kept; all of them without it. */
  readonly names: ReadonlySet<string> | undefined
  readonly wanted: WantedSelection
  isAsked: boolean
  /** How many wait for the first list. */
  waiting: number
}

/** How long to wait for the first list of what is newly followed. */
const FIRST_LIST_MS = 5_000
/** How long a cluster is not read that held more memory than all others when there was none left. */
const EVICTED_MS = 60_000

interface ViewOptions {
  readonly onChange: () => void
  /** How long nothing is listed that is followed. Without it: as long as for anything that is. */
  readonly relistMs?: () => number
  /** Shared with the connection. Without it: of its own. */
  readonly memory?: MemoryShare
}

/** One workload cluster over one connection: follows what proofs ask for, and nothing else. */
export class WorkloadView {
  /** The cluster, by calls that wait with the patience that they bring along. */
  readonly api: Api
  readonly recentChecks: RecentChecks
  readonly #world: Pick<World, 'clock' | 'random'>
  readonly #connection: WorkloadConnection
  readonly #finder: ResourceFinder
  readonly #onChange: () => void
  readonly #relistMs: (() => number) | undefined
  readonly #memory: MemoryShare
  readonly #budget: FollowBudget
  #evictedAt = -EVICTED_MS
  readonly #followed = new Map<string, Entry>()
  /** Selections of which there are too many objects to follow all for the sake of a few names. */
  readonly #crowded = new Set<string>()
  #isClosed = false

  constructor(
    world: Pick<World, 'clock' | 'random'>,
    connection: WorkloadConnection,
    { onChange, relistMs, memory = new MemoryBudget(viewMemory).share() }: ViewOptions,
  ) {
    this.#world = world
    this.#connection = connection
    this.api = patientApi(connection.api)
    this.recentChecks = new RecentChecks(world.clock)
    this.#finder = new ResourceFinder(this.api, world.clock)
    this.#onChange = onChange
    this.#relistMs = relistMs
    this.#memory = memory
    const { keptBytes, listedBytes } = selectionLimits
    this.#budget = {
      keptBytes,
      listedBytes,
      memory,
      pace: new TokenBucket(viewPace, world.clock),
      clock: world.clock,
    }
    this.#noteEviction()
  }

  /** Which of its connections to the server this is. */
  get connection(): number {
    return this.#connection.connections()
  }

  /** For how long nothing was heard of the cluster by following it; undefined when nothing is followed. */
  quietMs(): number | undefined {
    const synced = [...this.#followed.values()].filter(({ followed }) => followed.state().synced)
    return synced.length === 0 ? undefined : Math.min(...synced.map(({ followed }) => followed.quietMs()))
  }

  /** The UID of the namespace kube-system: who the cluster is. Throws an ApiError. */
  async identify(call: Call): Promise<string> {
    if (this.#world.clock.elapsed() - this.#evictedAt < EVICTED_MS)
      throw new ApiError('TooLarge', { call: 'read the cluster' })
    const ref = { resource: resources.namespace, name: 'kube-system' }
    const { metadata } = await this.api.get(ref, { ...call, metadataOnly: true })
    return metadata.uid ?? ''
  }

  /** Answers a query. Never throws for what the cluster does. */
  async read(query: Query, call: ReadCall): Promise<QueryAnswer> {
    let wanted: WantedSelection | undefined
    try {
      const resource = await this.#finder.find(query.apiVersion, query.kind, call)
      if (!resource) return { kind: 'not-served' }
      wanted = wantedOf(resource, query)
      const objects = call.fresh ? await this.#ask(wanted, call) : await this.#look(wanted, call)
      return { kind: 'objects', objects, complete: true }
    } catch (error) {
      if (!hasCode(error, 'NotServed')) {
        const unheardMs = wanted ? this.#unheardMs(wanted) : 0
        const { message, readError = 'Other' } = viewProblem(error)
        return { kind: 'unread', reason: message, readError, unheardMs }
      }
      this.#finder.forget(query.apiVersion)
      return { kind: 'not-served' }
    }
  }

  /** Ends following what was not asked for since this was called last. */
  sweep(): void {
    for (const [key, entry] of this.#followed) {
      if (!entry.isAsked) {
        void entry.followed.stop()
        this.#followed.delete(key)
      }
      entry.isAsked = false
    }
  }

  close(): void {
    this.#isClosed = true
    for (const { followed } of this.#followed.values()) void followed.stop()
    this.#followed.clear()
    this.#connection.close()
    this.#memory.close()
  }

  #noteEviction(): void {
    this.#memory.hold(() => {
      this.#evictedAt = this.#world.clock.elapsed()
      this.#noteEviction()
    })
  }

  async #look(wanted: WantedSelection, call: ReadCall): Promise<readonly KubeObject[]> {
    const { inAll, names, byName } = wanted
    if (inAll && this.#isSpread(wanted, inAll)) {
      const found = await this.#lookAt(inAll, call, wanted)
      if (found !== 'crowded') return found
    }
    if (!names || !this.#isOneByOne(wanted)) {
      const found = await this.#lookAt(wanted, call, wanted)
      if (found !== 'crowded') return found
    }
    const parts = await Promise.all(byName.map(async one => this.#lookAt(one, call, one)))
    return parts.flatMap(part => (part === 'crowded' ? [] : part))
  }

  /** What is wanted, by following it or something wider; or that this is too much for the sake of a few names. */
  async #lookAt(
    wider: WantedSelection,
    call: ReadCall,
    wanted: WantedSelection,
  ): Promise<readonly KubeObject[] | 'crowded'> {
    const entry = this.#follow(wider)
    const { followed } = entry
    const { synced, phase } = followed.state()
    if (!synced && phase !== 'TooLarge') await this.#firstList(entry, call)
    const { phase: found, lastError } = followed.state()
    // Who may read in some namespaces only is asked in those.
    const isRefused = wider !== wanted && lastError === 'Forbidden'
    if (entry.names && (found === 'TooLarge' || isRefused)) {
      this.#leave(wider, entry)
      return 'crowded'
    }
    // A watch may be broken without an error, and the cache is then behind; in that case read from the API server.
    return found === 'Following' ? onlyNamed(followed.list(), wider.names) : this.#ask(wanted, call)
  }

  #leave({ selection }: WantedSelection, entry: Entry): void {
    const key = keyOfSelection(selection)
    this.#crowded.add(key)
    void entry.followed.stop()
    if (this.#followed.get(key) === entry) this.#followed.delete(key)
  }

  /** Names in several namespaces are followed by one watch, where there are few other objects of their kind. */
  #isSpread({ selection }: WantedSelection, inAll: WantedSelection): boolean {
    const key = keyOfSelection(inAll.selection)
    const here = this.#followed.get(keyOfSelection(selection))
    const isWhole = here !== undefined && here.names === undefined
    if (this.#crowded.has(key) || isWhole) return false
    return this.#followed.has(key) || this.#among(key).some(entry => !isIn(entry.wanted, selection))
  }

  /** What is followed by names in single namespaces, and could be by this selection of all. */
  #among(inAll: string): readonly Entry[] {
    return [...this.#followed.values()].filter(
      ({ wanted }) => wanted.inAll && keyOfSelection(wanted.inAll.selection) === inAll,
    )
  }

  /** A single name is followed by itself, unless others of its kind and namespace are followed anyway. */
  #isOneByOne({ selection, byName }: WantedSelection): boolean {
    const key = keyOfSelection(selection)
    return this.#crowded.has(key) || (byName.length === 1 && !this.#followed.has(key))
  }

  #unheardMs(wanted: WantedSelection): number {
    const { inAll, byName } = wanted
    const ways = [wanted, ...byName, ...(inAll ? [inAll] : [])]
    const selections = ways.map(({ selection }) => keyOfSelection(selection))
    const followed = selections.flatMap(key => this.#followed.get(key)?.followed ?? [])
    return Math.max(0, ...followed.map(one => (one.state().synced ? one.quietMs() : 0)))
  }

  #follow(wanted: WantedSelection): Entry {
    const { selection } = wanted
    // A reconcile that has ended must not start a watch: nothing would stop it.
    if (this.#isClosed) throw new ApiError('Cancelled', { call: `follow ${selection.resource.kind}` })
    const key = keyOfSelection(selection)
    const known = this.#followed.get(key)
    const kept = known ? both(known.names, wanted.names) : this.#namesFor(wanted)
    if (known && kept === known.names) {
      known.isAsked = true
      return known
    }
    void known?.followed.stop()
    const { clock, random } = this.#world
    const followed = followSelection(this.#connection.api, selection, {
      clock,
      random,
      // The callers that wait for the first list see its objects; no further reconcile is necessary.
      onChange: () => entry.waiting === 0 && this.#onChange(),
      onBroken: this.#onChange,
      wants: kept && (object => isNamed(object, kept)),
      transform: leanObject,
      ...(this.#relistMs ? { relistMs: this.#relistMs } : {}),
      budget: this.#budget,
      maxObjects: kept ? mostFor(selection) : selectionLimits.maxObjects,
      pageSize: selectionLimits.pageSize,
    })
    const entry: Entry = { followed, names: kept, wanted, isAsked: true, waiting: 0 }
    this.#followed.set(key, entry)
    return entry
  }

  /** What one watch for all namespaces keeps from the start on: also what the watches have that it is instead of. */
  #namesFor({ selection, names, byName }: WantedSelection): ReadonlySet<string> | undefined {
    if (!names || byName.length > 0) return names
    const others = this.#among(keyOfSelection(selection))
    return new Set([...names, ...others.flatMap(({ wanted }) => [...(wanted.inAll?.names ?? [])])])
  }

  async #firstList(entry: Entry, { signal, patience }: Call): Promise<void> {
    const wait = childSignal(signal)
    const synced = async (): Promise<unknown> =>
      Promise.race([entry.followed.whenSynced(), this.#world.clock.sleep(FIRST_LIST_MS, wait.signal)])
    entry.waiting += 1
    try {
      await (patience ? patience.wait('follow', synced) : synced())
    } finally {
      entry.waiting -= 1
      wait.abort()
      wait.release()
    }
  }

  async #ask(wanted: WantedSelection, call: ReadCall): Promise<readonly KubeObject[]> {
    const { selection: all, names, byName } = wanted
    const isMany = byName.length > MAX_NAMES && !this.#crowded.has(keyOfSelection(all))
    if (!names || isMany) return onlyNamed(await this.#list(all, call), names)
    const parts = await Promise.all(byName.map(async ({ selection }) => this.#list(selection, call)))
    return parts.flat()
  }

  // Only a complete list says what is not there.
  async #list(selection: Selection, { fresh: _fresh, ...call }: ReadCall): Promise<readonly KubeObject[]> {
    // It was too much a moment ago, and asking for it costs as much again.
    if (this.#followed.get(keyOfSelection(selection))?.followed.state().phase === 'TooLarge')
      throw new ApiError('TooLarge', { call: `list ${selection.resource.kind}` })
    const { items } = await listAll(this.api, selection, {
      call,
      transform: leanObject,
      budget: this.#budget,
      maxObjects: selectionLimits.maxObjects,
      pageSize: selectionLimits.pageSize,
    })
    return items
  }
}

/** A few names are asked for one by one; for many it is cheaper to list all objects of the kind. */
const MAX_NAMES = 4

/** Up to how many objects a few of them by name are followed by one watch for all. */
function mostFor({ namespace, resource }: Selection): number {
  const isSpread = resource.scope === 'Namespaced' && namespace === undefined
  return isSpread ? selectionLimits.maxObjectsForSpreadNames : selectionLimits.maxObjectsForNames
}
