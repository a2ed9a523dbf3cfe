import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { names } from '../../domain/api/api-names.ts'
import type { ObservedCluster } from '../../domain/plan/cluster-facts.ts'
import type { Clock } from '../../engine/clock.ts'

/** So long an address is left to whoever has taken it again: two tools that want the same label would write without end. */
const REST_MS = 60_000

type Labels = Readonly<Record<string, string>>

/** Remembers when the address of a cluster was taken over from another field manager. Lost with the process. */
export class LabelTakeovers {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #takenAt = new Map<string, number>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** The labels to write, without an address that was taken over a moment ago and has another owner again. */
  withoutFought(cluster: ObservedCluster, labels: Labels): Labels {
    const at = this.#takenAt.get(keyOfCluster(cluster))
    const rests = at !== undefined && this.#clock.elapsed() - at < REST_MS
    if (!rests || !isTaken(cluster, labels)) return labels
    return Object.fromEntries(Object.entries(labels).filter(([label]) => label !== names.addresseeLabel))
  }

  /** Notes which labels were written. */
  took(cluster: ObservedCluster, labels: Labels): void {
    if (isTaken(cluster, labels)) this.#takenAt.set(keyOfCluster(cluster), this.#clock.elapsed())
  }

  forget(key: string): void {
    this.#takenAt.delete(key)
  }
}

function keyOfCluster({ namespace, name }: ObservedCluster): string {
  return qualifiedName({ namespace, name })
}

/** Whether the address on a Cluster is not the wanted one: another field manager has written it. */
export function isTaken({ labels: found }: ObservedCluster, labels: Labels): boolean {
  const [has, wants] = [found[names.addresseeLabel], labels[names.addresseeLabel]]
  return has !== undefined && wants !== undefined && has !== wants
}
