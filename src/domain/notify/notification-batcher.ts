import type { NotificationFact } from './fact.ts'
import { groupOf, type Notification, notificationOf } from './notification.ts'

/** What is not so any more after this time was not worth a message; what comes in it is reported together. */
export const GATHER_MS = 10_000
/**
 * So long a group that was told of gathers before it is told of again, however many clusters join it or come and go.
 *
 * @internal
 */
export const APART_MS = 300_000

interface Waiting {
  readonly fact: NotificationFact
  /** Since when there is something to tell. */
  readonly since: number
}

/** What was told last of a cluster. */
interface Told {
  readonly fact: NotificationFact
  /** All that was told in the time that the fact is from. */
  readonly keys: ReadonlySet<string>
}

/**
 * Decides what is told when: each fact once, the same fact of many clusters in one message, and of each group one message
 * in five minutes. Knows no clock: times are milliseconds that never go back.
 */
export class NotificationBatcher {
  readonly #waiting = new Map<string, Waiting>()
  readonly #told = new Map<string, Told>()
  /** When each group was told of last. */
  readonly #groups = new Map<string, number>()

  /** Takes what is so now with a cluster; undefined for what is not worth a notification. */
  hear(cluster: string, fact: NotificationFact | undefined, at: number): void {
    const before = this.#waiting.get(cluster)
    if (!fact || isTold(fact, this.#told.get(cluster))) {
      this.#waiting.delete(cluster)
      return
    }
    // Another reason for the same trouble does not begin again: else who changes it often is never told of.
    const since = before?.fact.kind === fact.kind ? before.since : at
    this.#waiting.set(cluster, { fact, since })
  }

  /** Drops a cluster that is gone. */
  forget(cluster: string): void {
    this.#waiting.delete(cluster)
    this.#told.delete(cluster)
  }

  /** Takes what is to be reported now. */
  takeDue(at: number): readonly Notification[] {
    for (const [group, toldAt] of this.#groups) if (toldAt + APART_MS <= at) this.#groups.delete(group)
    return [...this.#groupsWaiting()].flatMap(([group, clusters]) => {
      if (this.#dueAt(group, clusters) > at) return []
      this.#groups.set(group, at)
      return [this.#tell(clusters)]
    })
  }

  /** When there is something to tell next; undefined when nothing waits. */
  dueAt(): number | undefined {
    const times = [...this.#groupsWaiting()].map(([group, clusters]) => this.#dueAt(group, clusters))
    return times.length === 0 ? undefined : Math.min(...times)
  }

  #groupsWaiting(): ReadonlyMap<string, Group> {
    const groups = new Map<string, Group>()
    for (const [cluster, { fact, since }] of this.#waiting) {
      const known = groups.get(groupOf(fact))
      if (known) known.push({ cluster, fact, since })
      else groups.set(groupOf(fact), [{ cluster, fact, since }])
    }
    return groups
  }

  #dueAt(group: string, clusters: Group): number {
    const first = clusters.reduce((least, { since }) => Math.min(least, since), Infinity)
    return Math.max(first + GATHER_MS, (this.#groups.get(group) ?? -Infinity) + APART_MS)
  }

  #tell(clusters: Group): Notification {
    for (const { cluster, fact } of clusters) {
      const { keys, fact: last } = this.#told.get(cluster) ?? {}
      const before = last?.since === fact.since ? (keys ?? []) : []
      this.#told.set(cluster, { fact, keys: new Set([...before, fact.key]) })
      this.#waiting.delete(cluster)
    }
    const [first, ...others] = clusters
    return notificationOf([first.fact, ...others.map(({ fact }) => fact)])
  }
}

type Group = [WaitingCluster, ...WaitingCluster[]]
type WaitingCluster = Waiting & { readonly cluster: string }

// A cluster that was ready, was busy for a while and is ready again has no news, unless its plan is another one.
function isTold({ kind, key, fitout }: NotificationFact, told: Told | undefined): boolean {
  if (!told) return false
  if (told.keys.has(key)) return true
  const isSamePlan = told.fact.fitout.uid === fitout.uid && told.fact.fitout.generation === fitout.generation
  return kind === 'ready' && told.fact.kind === 'ready' && isSamePlan
}
