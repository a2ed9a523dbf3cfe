import type { Random } from '../../engine/clock.ts'
import type { Api, Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { VirtualClock } from '../clock/virtual-clock.ts'
import { builtInKinds } from '../kinds/built-in-kinds.ts'
import { KindRegistry } from '../kinds/kind-registry.ts'
import { type Kind, kindKey } from '../kinds/kind.ts'
import { serveApi } from './serve-api.ts'
import { StaleView } from './stale-view.ts'
import { type StoreChange, StoreTable, objectKey } from './table.ts'
import { timestampOf } from './timestamp.ts'
import type { Watch } from './watch.ts'
import type { Admit } from '../write/admission.ts'
import { bootObjects } from './boot-objects.ts'
import { collectGarbage } from '../models/collect-garbage.ts'
import { emptyNamespaces } from '../models/empty-namespaces.ts'
import { serveDefinitions } from '../models/serve-definitions.ts'

const BOOKMARK_MS = 60_000

/** What a store is made of. Time and identifiers come from outside, so that a seed decides on both. */
export interface StoreOptions {
  readonly clock: VirtualClock
  readonly random: Random
  readonly admit?: Admit
  /** What it begins with, in place of what every cluster has from the start. */
  readonly image?: StoreImage
  /** Whether the namespaces and the Service that every cluster has are there from the start. */
  readonly isBooted?: boolean
}

/** All that a store holds at one time; objects are shared with it. What came before is forgotten. */
export interface StoreImage {
  readonly revision: number
  readonly version: string
  readonly kinds: readonly Kind[]
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, KubeObject>>
}

/** Part of what a cluster does by itself. It hears of changes while they are made: it may not write then, only set a timer. */
export interface Model {
  readonly changed: (kind: Kind, change: StoreChange) => void
  /** Everything may be different: look at all of it. */
  readonly restored: () => void
}

/** What changes under a key: the new state, or that it goes. */
export interface Write {
  readonly key: string
  readonly after: KubeObject | undefined
}

/**
 * One cluster's API server and its memory.
 *
 * Objects are frozen and shared: an answer, an event and the store itself hold the very same one.
 */
export class Store {
  readonly clock: VirtualClock
  readonly random: Random
  readonly kinds = new KindRegistry(builtInKinds)
  /** Whether `/readyz` says so. */
  isReady = true
  /** Whether its own controllers of Deployments, DaemonSets and the like are at work. */
  isManaged = true
  /** What `/version` says. */
  version = 'v1.36.3'
  admit: Admit
  readonly #tables = new Map<string, StoreTable>()
  readonly #watches = new Map<string, Set<Watch>>()
  readonly #models: Model[]
  #revision = 1
  #compacted = 0
  #isTicking = false
  #stamp = { second: -1, text: '' }

  constructor({ clock, random, admit, image, isBooted = true }: StoreOptions) {
    this.clock = clock
    this.random = random
    this.admit = admit ?? (() => ({ allowed: true }))
    this.#models = [...startModels(this)]
    if (image !== undefined) this.#load(image)
    else if (isBooted) for (const [kind, object] of bootObjects(this)) this.commit(kind, object)
  }

  #load({ revision, version, kinds, tables }: StoreImage): void {
    for (const kind of kinds) this.kinds.serve(kind)
    for (const [key, objects] of tables) this.#tables.set(key, new StoreTable(objects))
    this.version = version
    this.#revision = revision
    this.#compacted = revision
    for (const model of this.#models) model.restored()
  }

  /** All that is there now, for another store to begin with. */
  image(): StoreImage {
    const tables = [...this.#tables].map(([key, table]) => [key, table.all()] as const)
    return {
      revision: this.#revision,
      version: this.version,
      kinds: this.kinds.all(),
      tables: new Map(tables),
    }
  }

  /** The version of the last change. */
  get revision(): number {
    return this.#revision
  }

  /** Versions before this one are forgotten. */
  get compacted(): number {
    return this.#compacted
  }

  /** The server as `user` sees it. */
  api(user = 'admin'): Api {
    return serveApi(this, { user, horizon: () => this.#revision })
  }

  /** A server behind the store: what it shows may be old, what it writes is checked against the truth. */
  view(user = 'admin'): StaleView {
    return new StaleView(this, user)
  }

  table(kind: Pick<Kind, 'group' | 'plural'>): StoreTable {
    const key = kindKey(kind)
    const known = this.#tables.get(key)
    if (known) return known
    const table = new StoreTable()
    this.#tables.set(key, table)
    return table
  }

  find(kind: Kind, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.table(kind).get(objectKey(namespace, name))
  }

  /** Adds to what the cluster does by itself. The model sees all that is there already. */
  attach(model: Model): void {
    this.#models.push(model)
    model.restored()
  }

  /** The time as objects carry it. */
  timestamp(): string {
    const second = Math.floor(this.clock.now() / 1000)
    if (this.#stamp.second !== second) this.#stamp = { second, text: timestampOf(second * 1000) }
    return this.#stamp.text
  }

  /** Makes a change under the next version, tells everybody, and returns the object as it is now, or was last. */
  commit(kind: Kind, { key, after }: Write): KubeObject {
    const table = this.table(kind)
    const before = table.get(key)
    const revision = (this.#revision += 1)
    const last = versioned(after ?? before, revision)
    const change: StoreChange = { revision, key, before, after: after && last, last }
    table.record(change)
    for (const watch of this.#watches.get(kindKey(kind)) ?? []) watch.wake()
    for (const model of this.#models) model.changed(kind, change)
    return last
  }

  /** All objects of a kind as they were at a version, in the order of lists. */
  snapshotAt(revision: number, resource: Pick<Resource, 'group' | 'plural'>): readonly KubeObject[] {
    return [...this.table(resource).listAt(revision)].map(([, object]) => object)
  }

  /** Forgets what came before a version: pages and watches that need it are gone. */
  compact(revision = this.#revision): void {
    this.#compacted = Math.max(this.#compacted, Math.min(revision, this.#revision))
    for (const watch of this.watches()) watch.passOver(this.#compacted)
    for (const table of this.#tables.values()) table.compact(this.#compacted)
  }

  /** Goes back to an older version, as after a restore from a backup: the versions that follow are given out again. */
  restore(revision: number): void {
    if (revision < this.#compacted || revision > this.#revision)
      throw new RangeError(
        `cannot restore version ${revision}: it is not between ${this.#compacted} and ${this.#revision}`,
      )
    for (const table of this.#tables.values()) table.restore(revision)
    this.#revision = revision
    this.endWatches()
    for (const model of this.#models) model.restored()
  }

  /** Takes a watch in, until it ends. */
  open(watch: Watch): void {
    const others = this.#watches.get(watch.kind) ?? new Set()
    this.#watches.set(watch.kind, others.add(watch))
    if (this.#isTicking) return
    this.#isTicking = true
    this.clock.after(BOOKMARK_MS, () => this.#tick())
  }

  close(watch: Watch): void {
    const others = this.#watches.get(watch.kind)
    others?.delete(watch)
    if (others?.size === 0) this.#watches.delete(watch.kind)
  }

  /** The watches that are open: all, or those of a kind. */
  watches(kind?: Pick<Kind, 'group' | 'plural'>): readonly Watch[] {
    if (kind === undefined) return [...this.#watches.values()].flatMap(watches => [...watches])
    return [...(this.#watches.get(kindKey(kind)) ?? [])]
  }

  /** Ends watches as a server does that restarts, or that has had them open for long: all, or those of a kind. */
  endWatches(kind?: Pick<Kind, 'group' | 'plural'>): void {
    for (const watch of this.watches(kind)) watch.end()
  }

  /** Gives every watch a bookmark, as a server does once a minute. */
  bookmark(): void {
    for (const watch of this.watches()) watch.bookmark()
  }

  #tick(): void {
    this.bookmark()
    this.#isTicking = this.#watches.size > 0
    if (this.#isTicking) this.clock.after(BOOKMARK_MS, () => this.#tick())
  }
}

function versioned(object: KubeObject | undefined, revision: number): KubeObject {
  if (object === undefined) throw new Error('cannot change an object: there is none, before or after')
  const metadata = Object.freeze({ ...object.metadata, resourceVersion: String(revision) })
  return Object.freeze({ ...object, metadata })
}

/** What every cluster does by itself: its API server and its controller manager. */
function startModels(store: Store): readonly Model[] {
  return [serveDefinitions(store), collectGarbage(store), emptyNamespaces(store)]
}
