import { type FleetRow, rowOf } from '../../domain/fleet/fleet-row.ts'
import {
  type FleetCluster,
  type FleetPlan,
  type FleetSnapshot,
  idOf,
} from '../../domain/fleet/fleet-snapshot.ts'
import type { FleetAccess } from '../http/console-identity.ts'
import { isEqual } from '../../domain/object/is-equal.ts'

/** What changed after a number. */
export type FleetDelta =
  | {
      readonly kind: 'changes'
      readonly rows: readonly FleetRow[]
      /** `prod/blue`. */
      readonly removed: readonly string[]
      /** All of them, if one changed. */
      readonly fitouts: readonly FleetPlan[] | undefined
      readonly isCountChanged: boolean
    }
  /** Nobody can say any more what changed since then. */
  | { readonly kind: 'unknown'; readonly reason: 'gap' | 'restarted' }

interface Entry {
  readonly cluster: FleetCluster
  readonly row: FleetRow
  /** The number of its last change. */
  readonly seq: number
}

interface Gone {
  readonly id: string
  readonly seq: number
}

/** A client that was away for so many removals fetches everything. */
const MOST_GONE = 2_000
const MOST_DELTAS = 100

/**
 * The rows of a fleet, each with the number of its last change: what a client has missed is found by its last number alone,
 * so that nothing is kept for clients.
 */
export class FleetJournal {
  readonly #first: number
  readonly #entries = new Map<string, Entry>()
  #seq: number
  #gone: readonly Gone[] = []
  /** Removals up to this number are forgotten. */
  #forgotten: number
  #fitouts: readonly FleetPlan[] = []
  #fitoutsSeq: number
  #unselected: ReadonlyMap<string, number> = new Map()
  #unselectedSeq: number
  readonly #deltas = new Map<string, FleetDelta>()

  /** Numbers begin at a time in milliseconds, so that those of a server that ran before are told from its own. */
  constructor(first: number) {
    this.#first = first
    this.#seq = first
    this.#forgotten = first
    this.#fitoutsSeq = first
    this.#unselectedSeq = first
  }

  /** The number of the last change. */
  get seq(): number {
    return this.#seq
  }

  /** The rows of these clusters. */
  rowsOf({ clusters }: Pick<FleetSnapshot, 'clusters'>): readonly FleetRow[] {
    return clusters.map(cluster => this.#entries.get(idOf(cluster))?.row ?? rowOf(cluster))
  }

  /** Takes the next picture of the fleet. Tells whether it is another one than before. */
  take(fleet: FleetSnapshot, unselected: ReadonlyMap<string, number>): boolean {
    const seq = this.#seq + 1
    const changes = [
      this.#takeRows(fleet, seq),
      this.#takeGone(fleet, seq),
      this.#takePlans(fleet, seq),
      this.#takeCounts(unselected, seq),
    ]
    const hasChanged = changes.includes(true)
    if (hasChanged) {
      this.#seq = seq
      this.#deltas.clear()
    }
    return hasChanged
  }

  /** What changed after a number in the namespaces that somebody may see. */
  changesAfter(seq: number, access: FleetAccess): FleetDelta {
    // Most readers know all but the last change, and may see the same.
    const key = `${seq} ${access.key}`
    const delta = this.#deltas.get(key) ?? this.#deltaAfter(seq, access)
    if (this.#deltas.size < MOST_DELTAS) this.#deltas.set(key, delta)
    return delta
  }

  #deltaAfter(seq: number, { maySee }: FleetAccess): FleetDelta {
    if (seq < this.#first || seq > this.#seq) return { kind: 'unknown', reason: 'restarted' }
    if (seq < this.#forgotten) return { kind: 'unknown', reason: 'gap' }
    const isNews = (one: { readonly seq: number }, id: string) => one.seq > seq && maySee(namespaceIn(id))
    return {
      kind: 'changes',
      rows: [...this.#entries.values()].flatMap(entry => (isNews(entry, entry.row.id) ? [entry.row] : [])),
      removed: this.#gone.flatMap(gone =>
        isNews(gone, gone.id) && !this.#entries.has(gone.id) ? [gone.id] : [],
      ),
      fitouts:
        this.#fitoutsSeq > seq ? this.#fitouts.filter(({ namespace }) => maySee(namespace)) : undefined,
      isCountChanged: this.#unselectedSeq > seq,
    }
  }

  #takeRows({ clusters }: FleetSnapshot, seq: number): boolean {
    let hasChanged = false
    for (const cluster of clusters) {
      const id = idOf(cluster)
      const before = this.#entries.get(id)
      // Of what did not change a picture holds the same object.
      if (before?.cluster === cluster) continue
      const row = rowOf(cluster)
      const isSame = before !== undefined && isEqual(before.row, row)
      this.#entries.set(id, isSame ? { ...before, cluster } : { cluster, row, seq })
      hasChanged ||= !isSame
    }
    return hasChanged
  }

  #takeGone({ clusters }: FleetSnapshot, seq: number): boolean {
    if (clusters.length === this.#entries.size) return false
    const there = new Set(clusters.map(idOf))
    const gone = [...this.#entries.keys()].filter(id => !there.has(id))
    for (const id of gone) this.#entries.delete(id)
    const all = [...this.#gone.filter(({ id }) => !there.has(id)), ...gone.map(id => ({ id, seq }))]
    this.#gone = all.slice(-MOST_GONE)
    this.#forgotten = all.at(-MOST_GONE - 1)?.seq ?? this.#forgotten
    return gone.length > 0
  }

  #takePlans({ fitouts }: FleetSnapshot, seq: number): boolean {
    if (isEqual(fitouts, this.#fitouts)) return false
    this.#fitouts = fitouts
    this.#fitoutsSeq = seq
    return true
  }

  #takeCounts(unselected: ReadonlyMap<string, number>, seq: number): boolean {
    const isSame =
      unselected.size === this.#unselected.size &&
      [...unselected].every(([namespace, count]) => this.#unselected.get(namespace) === count)
    if (isSame) return false
    this.#unselected = unselected
    this.#unselectedSeq = seq
    return true
  }
}

function namespaceIn(id: string): string {
  return id.slice(0, id.indexOf('/'))
}
