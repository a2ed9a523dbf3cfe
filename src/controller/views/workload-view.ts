import type { Query, QueryAnswer } from '../../domain/proof/read/query.ts'
import { oncePerObject } from '../../domain/identity/once-per-object.ts'
import { ApiError, hasCode } from '../../engine/api/api-error.ts'
import type { Api, Call, Resource, Selection } from '../../engine/api/api.ts'
import { patientApi } from '../../engine/api/patient-api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { MemoryBudget, type MemoryShare } from '../../engine/budget/memory-budget.ts'
import type { FollowBudget } from '../../engine/follow/follow-budget.ts'
import { listAll } from '../../engine/follow/list-all.ts'
import { type Followed, followSelection } from '../../engine/follow/follow-selection.ts'
import { keyOf } from '../../engine/queue/key.ts'
import { TokenBucket } from '../../engine/rate/token-bucket.ts'
import { childSignal } from '../../engine/run/child-signal.ts'
import { resources } from '../resources.ts'
import type { WorkloadConnection, World } from '../world.ts'
import { Beliefs } from './beliefs.ts'
import { leanObject } from './lean-object.ts'
import { ResourceFinder } from './resource-finder.ts'
import { selectionLimits, viewMemory, viewPace } from './view-budget.ts'
import { viewProblem } from './view-problem.ts'

export interface ReadCall extends Call {
  /** Asks the server now, instead of looking at what is followed. */
  readonly fresh: boolean
}

interface Entry {
  readonly followed: Followed
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
  /** Shared with the connection. Without it: of its own. */
  readonly memory?: MemoryShare
}

/** One workload cluster over one connection: follows what proofs ask for, and nothing else. */
export class WorkloadView {
  /** The cluster, by calls that wait with the patience that they bring along. */
  readonly api: Api
  readonly beliefs: Beliefs
  readonly #world: Pick<World, 'clock' | 'random'>
  readonly #connection: WorkloadConnection
  readonly #finder: ResourceFinder
  readonly #onChange: () => void
  readonly #memory: MemoryShare
  readonly #budget: FollowBudget
  #evictedAt = -EVICTED_MS
  readonly #followed = new Map<string, Entry>()
  #isClosed = false

  constructor(
    world: Pick<World, 'clock' | 'random'>,
    connection: WorkloadConnection,
    { onChange, memory = new MemoryBudget(viewMemory).share() }: ViewOptions,
  ) {
    this.#world = world
    this.#connection = connection
    this.api = patientApi(connection.api)
    this.beliefs = new Beliefs(world.clock)
    this.#finder = new ResourceFinder(this.api, world.clock)
    this.#onChange = onChange
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
    let selections: readonly Selection[] = []
    try {
      const resource = await this.#finder.find(query.apiVersion, query.kind, call)
      if (!resource) return { kind: 'not-served' }
      selections = selectionsOf(resource, query)
      const objects = await this.#objects(selections, call)
      return { kind: 'objects', objects, complete: true }
    } catch (error) {
      if (!hasCode(error, 'NotServed')) {
        const unheardMs = Math.max(0, ...selections.map(selection => this.#unheardMs(selection)))
        return { kind: 'unread', reason: viewProblem(error).message, unheardMs }
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

  async #objects(selections: readonly Selection[], call: ReadCall): Promise<readonly KubeObject[]> {
    const parts = await Promise.all(
      selections.map(selection => (call.fresh ? this.#ask(selection, call) : this.#look(selection, call))),
    )
    return parts.flat()
  }

  async #look(selection: Selection, call: ReadCall): Promise<readonly KubeObject[]> {
    const covered = this.#covered(selection)
    if (covered) return covered
    const entry = this.#follow(selection)
    const { followed } = entry
    const { synced, phase } = followed.state()
    if (!synced && phase !== 'TooLarge') await this.#firstList(entry, call)
    // What is followed may lag behind a broken watch without anybody knowing; then the server is asked itself.
    return followed.state().phase === 'Following' ? followed.list() : this.#ask(selection, call)
  }

  /** The object of a name, if all of its kind and namespace are followed anyway. */
  #covered(selection: Selection): readonly KubeObject[] | undefined {
    const covering = coverOf(selection)
    const entry = covering && this.#followed.get(keyOfSelection(covering.all))
    if (!covering || entry?.followed.state().phase !== 'Following') return undefined
    entry.isAsked = true
    const object = entry.followed.get(covering.key)
    return object ? [object] : []
  }

  #unheardMs(selection: Selection): number {
    const followed = this.#followed.get(keyOfSelection(selection))?.followed
    return followed?.state().synced ? followed.quietMs() : 0
  }

  #follow(selection: Selection): Entry {
    // A look that nobody waits for any more must not begin to follow anything: nobody would end it.
    if (this.#isClosed) throw new ApiError('Cancelled', { call: `follow ${selection.resource.kind}` })
    const key = keyOfSelection(selection)
    const known = this.#followed.get(key)
    if (known) {
      known.isAsked = true
      return known
    }
    const { clock, random } = this.#world
    const followed = followSelection(this.#connection.api, selection, {
      clock,
      random,
      // Whoever waits for the first list sees what is in it; nobody needs to look again for that.
      onChange: () => entry.waiting === 0 && this.#onChange(),
      onBroken: this.#onChange,
      transform: leanObject,
      budget: this.#budget,
      maxObjects: selectionLimits.maxObjects,
      pageSize: selectionLimits.pageSize,
    })
    const entry: Entry = { followed, isAsked: true, waiting: 0 }
    this.#followed.set(key, entry)
    return entry
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

  // Only a complete list says what is not there.
  async #ask(selection: Selection, { fresh: _fresh, ...call }: ReadCall): Promise<readonly KubeObject[]> {
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

/** A few names are followed one by one; for many it is cheaper to follow all objects of the kind. */
const MAX_NAMES = 4

// Queries stay the same from look to look, and so does what a server says of its kinds.
const selectionsByQuery = oncePerObject((query: Query) =>
  oncePerObject((resource: Resource) => selectionsFor(resource, query)),
)

function selectionsOf(resource: Resource, query: Query): readonly Selection[] {
  return selectionsByQuery(query)(resource)
}

const keyOfSelection = oncePerObject((selection: Selection) => JSON.stringify(selection))

const coverOf = oncePerObject(({ fields, labels, ...all }: Selection): Cover | undefined => {
  const name = labels === undefined ? fields?.match(/^metadata\.name=([^,]+)$/)?.[1] : undefined
  const { namespace } = all
  return name === undefined
    ? undefined
    : { all, key: keyOf({ metadata: { name, ...(namespace ? { namespace } : {}) } }) }
})

interface Cover {
  readonly all: Selection
  readonly key: string
}

function selectionsFor(
  resource: Resource,
  { namespace, select, isMetadataOnly }: Query,
): readonly Selection[] {
  const all: Selection = {
    resource,
    ...(resource.scope === 'Namespaced' && namespace !== undefined ? { namespace } : {}),
    ...(isMetadataOnly ? { metadataOnly: true } : {}),
  }
  if (select.by === 'labels' && select.labels !== '') return [{ ...all, labels: select.labels }]
  if (select.by !== 'names' || select.names.length > MAX_NAMES) return [all]
  return select.names.map(name => ({ ...all, fields: `metadata.name=${name}` }))
}
