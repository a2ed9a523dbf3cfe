import type { ClusterFacts } from '../../domain/plan/cluster-facts.ts'
import type { Decision } from '../../domain/plan/decide.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Sample } from '../../engine/metrics/metrics.ts'
import type { MeasuredCluster } from './measured-clusters.ts'

/** Whether every proof of a cluster that is called Ready was just read, and holds: patience alone confirms nothing. */
export function isConfirmed({ fitout, steps }: ClusterFacts, { state }: Decision['status']): boolean {
  return (
    state === 'Ready' && fitout.spec.steps.every(({ name }) => steps.get(name)?.proof?.health === 'Current')
  )
}

/** Remembers when each Ready was last confirmed. What was not since the start counts from the start. */
export class Confirmations {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #start: number
  readonly #confirmed = new Map<string, number>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
    this.#start = clock.elapsed()
  }

  confirm(key: string): void {
    this.#confirmed.set(key, this.#clock.elapsed())
  }

  /** Begins to count for a cluster that came later. */
  begin(key: string): void {
    this.confirm(key)
  }

  forget(key: string): void {
    this.#confirmed.delete(key)
  }

  /** For how many seconds the Ready that was not confirmed for longest was not, by Fitout. */
  ages(clusters: readonly MeasuredCluster[]): readonly Sample[] {
    const oldest = new Map<string, number>()
    for (const { key, fitout, state } of clusters) {
      if (state !== 'Ready') continue
      const at = this.#confirmed.get(key) ?? this.#start
      oldest.set(fitout, Math.min(at, oldest.get(fitout) ?? at))
    }
    const now = this.#clock.elapsed()
    return [...oldest].map(([fitout, at]) => ({ labels: { fitout }, value: (now - at) / 1000 }))
  }
}
