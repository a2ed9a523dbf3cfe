import { type FleetSnapshot, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import type { FleetScope } from '../../domain/fleet/within-scope.ts'
import type { Clock } from '../../engine/clock.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { keyOf } from '../../engine/queue/key.ts'
import type { Link } from '../../fleet/link/link.ts'
import { buildSnapshot, type Lists, type Seen } from '../../fleet/read/build-snapshot.ts'
import { controllerNote } from '../../fleet/read/controller-note.ts'
import { type FollowedLists, followLists } from '../../fleet/read/follow-lists.ts'
import { type DeliveredVersions, gatherVersions } from '../../fleet/read/gather-versions.ts'
import { seeControllers } from '../../fleet/read/see-controllers.ts'
import { FleetJournal } from './fleet-journal.ts'

/** What the server knows of the fleet now. */
export interface FleetPicture {
  readonly snapshot: FleetSnapshot
  /** The objects that it was made of, by namespace and name. */
  readonly clusters: ReadonlyMap<string, KubeObject>
  readonly fitouts: ReadonlyMap<string, KubeObject>
  readonly clusterFitouts: ReadonlyMap<string, KubeObject>
  /** How many clusters of a namespace no Fitout selects. */
  readonly unselected: ReadonlyMap<string, number>
}

/** Which fleet is followed, and by whose time. */
export interface FleetFollowing {
  readonly link: Link
  readonly scope: FleetScope
  /** The time of the people in front of it; the link has that of the fleet. */
  readonly clock: Clock
  /** Told what goes wrong with something that nobody waits for. */
  readonly onFailure: (error: unknown) => void
}

/** Changes come in flocks: one picture for all of them. */
const BATCH_MS = 250
/** Without a change there is a picture as often: that a controller died is seen in what does not change. */
const QUIET_MS = 15_000
/** What packs deliver is read again as often, and when a Fitout changed. */
const VERSIONS_MS = 5 * 60_000

const nobodySeen: Seen = { at: undefined, shards: [] }

/** Follows a fleet by watches, once for all who look at it, and numbers its changes. */
export class ConsoleFleet {
  readonly journal: FleetJournal
  readonly #following: FleetFollowing
  readonly #listeners = new Set<() => void>()
  readonly #stopped = new AbortController()
  #followed: FollowedLists | undefined
  #wake = new AbortController()
  #picture: FleetPicture | undefined
  #seen = nobodySeen
  #versions: DeliveredVersions | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(following: FleetFollowing) {
    this.#following = following
    this.journal = new FleetJournal(following.clock.now())
  }

  /** Begins to follow. Goes on through every fault until it is stopped. */
  start(): void {
    const { link, scope } = this.#following
    this.#followed = followLists(link, scope, () => this.#wake.abort())
    this.#running = Promise.all([this.#follow(), this.#lookAround()]).then(() => undefined)
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#followed?.stop()
    await this.#running
  }

  /** Undefined until everything was listed once. */
  get picture(): FleetPicture | undefined {
    return this.#picture
  }

  /** When all of this was so: now, or when the management cluster was last heard. */
  get asOf(): number {
    return this.silentSince ?? this.#following.link.clock.now()
  }

  /** Since when nothing is heard of the management cluster. */
  get silentSince(): number | undefined {
    return this.#followed?.silentSince()
  }

  /** What a reader has to know of how true it is. Who hears nothing cannot tell whether the controller runs. */
  get note(): string | undefined {
    return this.#picture && this.silentSince === undefined
      ? controllerNote(this.#picture.snapshot)
      : undefined
  }

  /** Tells of each picture, and at least every 15 seconds. Gives back the way to end it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopped
    const { clock, onFailure } = this.#following
    while (!signal.aborted) {
      await clock.sleep(QUIET_MS, AbortSignal.any([this.#wake.signal, signal]))
      await clock.sleep(BATCH_MS, signal)
      this.#wake = new AbortController()
      try {
        if (!signal.aborted) this.#takePicture()
      } catch (error) {
        onFailure(error)
      }
    }
  }

  #takePicture(): void {
    const lists = this.#followed?.lists()
    if (lists) {
      const { scope } = this.#following
      const snapshot = buildSnapshot(lists, {
        now: this.asOf,
        scope,
        seen: this.#seen,
        versions: this.#versions,
      })
      this.#picture = pictureOf(snapshot, lists)
      this.journal.take(snapshot, this.#picture.unselected)
    }
    for (const listener of this.#listeners) listener()
  }

  // Leases and packs are not followed: who renews a Lease changes it every few seconds.
  async #lookAround(): Promise<void> {
    const { signal } = this.#stopped
    const { link, clock, scope, onFailure } = this.#following
    let readAt = Number.NEGATIVE_INFINITY
    let plansRead: unknown
    while (!signal.aborted) {
      const lists = this.#followed?.lists()
      try {
        if (lists) this.#seen = await seeControllers(link, lists.clusters)
        const plans = JSON.stringify(
          lists?.fitouts.map(({ metadata }) => [keyOf({ metadata }), metadata.generation]),
        )
        if (lists && (plans !== plansRead || clock.elapsed() - readAt > VERSIONS_MS)) {
          this.#versions = await gatherVersions(link, lists.fitouts, scope)
          readAt = clock.elapsed()
          plansRead = plans
          this.#wake.abort()
        }
      } catch (error) {
        onFailure(error)
      }
      await clock.sleep(lists ? QUIET_MS : BATCH_MS, signal)
    }
  }
}

function pictureOf(snapshot: FleetSnapshot, { clusters, fitouts, clusterFitouts }: Lists): FleetPicture {
  const selected = new Set(snapshot.clusters.map(idOf))
  const unselected = new Map<string, number>()
  for (const object of clusters) {
    const { namespace = '' } = object.metadata
    if (!selected.has(keyOf(object))) unselected.set(namespace, (unselected.get(namespace) ?? 0) + 1)
  }
  return {
    snapshot,
    clusters: byKey(clusters),
    fitouts: byKey(fitouts),
    clusterFitouts: byKey(clusterFitouts),
    unselected,
  }
}

function byKey(objects: readonly KubeObject[]): ReadonlyMap<string, KubeObject> {
  return new Map(objects.map(object => [keyOf(object), object]))
}
