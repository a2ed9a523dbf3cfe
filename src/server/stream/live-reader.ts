import { isEqual } from '../../domain/object/is-equal.ts'
import { clusterAnswer } from '../answers/cluster-answer.ts'
import { toReadyOf } from '../answers/fleet-answer.ts'
import type { ClusterResponse } from '../api/cluster-response.ts'
import type { ResyncData, StreamEvent } from '../api/stream-event.ts'
import { type SeenFleet, freshOf, viewFleet } from '../fleet/seen-fleet.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import type { StreamOutput } from '../http/server-route.ts'
import { eventText } from './event-text.ts'
import type { StreamWorld, WantedStream } from './stream-hub.ts'

/** A reader that takes nothing for so long is cut: it comes back, and says where it was. */
const STALLED_MS = 20_000

/** What does not make a cluster another one: how long ago things were is counted by the reader. */
const ticking: ReadonlySet<string> = new Set(['asOf', 'standing'])

/**
 * One open stream. It knows what its reader has by a number: a slow reader gets later what has changed since then, all at
 * once, and nothing is kept for it in the meantime.
 */
export class LiveReader {
  readonly #world: StreamWorld
  readonly #wanted: WantedStream
  readonly #output: StreamOutput
  readonly #shown = new Map<string, ClusterResponse | undefined>()
  #seq: number | undefined
  #accessKey: string | undefined
  /** Since when the reader takes nothing. */
  #stalledSince: number | undefined
  #isOver = false
  #isTelling = false

  constructor(world: StreamWorld, wanted: WantedStream, output: StreamOutput) {
    this.#world = world
    this.#wanted = wanted
    this.#output = output
    this.#seq = wanted.after
    output.onDrain(() => {
      this.#stalledSince = undefined
      this.tell()
    })
    output.onClose(() => {
      this.#isOver = true
    })
  }

  get sessionId(): string {
    return this.#wanted.session.id
  }

  /** Says at once that the stream is open, and how true all is. */
  begin(): void {
    this.ping()
    this.tell()
  }

  /** Says that the stream lives, unless its reader does not, or its session has ended. */
  ping(): void {
    if (!this.#wanted.session.isAlive() || this.#isStalled()) return this.end()
    const { fleet } = this.#world
    this.#send({ event: 'ping', data: { seq: this.#seq ?? fleet.journal.seq, ...freshOf(fleet) } })
  }

  end(): void {
    this.#isOver = true
    this.#output.cut()
  }

  /** Says what has changed since the last time. */
  tell(): void {
    if (this.#isOver || this.#isTelling || this.#stalledSince !== undefined) return
    if (!this.#world.fleet.picture) return
    this.#isTelling = true
    void this.#tellNews()
      // Rights that cannot be found out are none: the client comes back, and is told why.
      .catch(() => this.end())
      .finally(() => {
        this.#isTelling = false
      })
  }

  async #tellNews(): Promise<void> {
    const view = await viewFleet(this.#world.fleet, this.#wanted.session)
    if (this.#isOver) return
    const before = this.#seq
    this.#seq = view.seq
    if (before === undefined || (this.#accessKey ?? view.access.key) !== view.access.key) {
      this.#accessKey = view.access.key
      // What the reader has is of other rights, or nothing: it fetches, once.
      if (before !== undefined) this.#resync('gap')
      return
    }
    this.#accessKey = view.access.key
    if (this.#wanted.topics.hasFleet) this.#tellFleet(view, before)
    for (const id of this.#wanted.topics.clusters) this.#tellCluster(view, id)
  }

  #tellFleet(view: SeenFleet, after: number): void {
    const delta = this.#world.fleet.journal.changesAfter(after, view.access)
    if (delta.kind === 'unknown') return this.#resync(delta.reason)
    const { rows, removed, fitouts, isCountChanged } = delta
    const hasRows = rows.length + removed.length > 0
    if (!hasRows && fitouts === undefined && !isCountChanged) return
    this.#send({
      event: 'patch',
      data: {
        ...view.fresh,
        topic: 'fleet',
        seq: view.seq,
        ...(rows.length === 0 ? {} : { rows }),
        ...(removed.length === 0 ? {} : { removed }),
        ...(fitouts === undefined ? {} : { fitouts }),
        ...(isCountChanged ? { unselected: view.snapshot.unselected } : {}),
        ...(hasRows ? { toReady: toReadyOf(view.snapshot) } : {}),
      },
    })
  }

  #tellCluster(view: SeenFleet, id: string): void {
    const cluster = answerOrNone(() => clusterAnswer(view, id, this.#world.knowledge))
    const isFirst = !this.#shown.has(id)
    const isSame = !isFirst && isEqual(this.#shown.get(id), cluster, ticking)
    // Who cannot be told now is told once the rest was taken.
    if (isSame || this.#stalledSince !== undefined) return
    this.#shown.set(id, cluster)
    this.#send({
      event: 'patch',
      data: { ...view.fresh, topic: `cluster:${id}`, seq: view.seq, ...(cluster ? { cluster } : {}) },
    })
  }

  #resync(reason: ResyncData['reason']): void {
    this.#send({ event: 'resync', data: { seq: this.#world.fleet.journal.seq, reason } })
  }

  #isStalled(): boolean {
    const since = this.#stalledSince
    return since !== undefined && this.#world.clock.elapsed() - since >= STALLED_MS
  }

  #send(event: StreamEvent): void {
    if (this.#isOver || this.#stalledSince !== undefined) return
    if (!this.#output.write(eventText(event))) this.#stalledSince = this.#world.clock.elapsed()
  }
}

function answerOrNone(make: () => ClusterResponse): ClusterResponse | undefined {
  try {
    return make()
  } catch (error) {
    if (error instanceof HttpRefusal) return undefined
    throw error
  }
}
