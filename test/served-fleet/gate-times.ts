import type { SimulatedFleet } from '../../src/simulator/fleet/simulated-fleet.ts'
import type { Model, Store } from '../../src/simulator/store/store.ts'

/** Measures, on the servers' side, how long gates take from the last change on their workload cluster on. */
export class GateTimes {
  readonly milliseconds: number[] = []
  readonly #changedAt = new Map<string, number>()
  readonly #watched = new Set<Store>()

  constructor(fleet: SimulatedFleet, isCounted: (key: string) => boolean) {
    fleet.management.attach(this.#gates(fleet, isCounted))
  }

  #gates({ workloads, clock }: SimulatedFleet, isCounted: (key: string) => boolean): Model {
    return {
      changed: ({ kind }, { key, before, after }) => {
        const store = workloads.get(key)
        if (kind !== 'Cluster' || !store || !isCounted(key)) return
        if (!this.#watched.has(store)) {
          this.#watched.add(store)
          store.attach(this.#changes(key, clock.elapsed))
        }
        const at = this.#changedAt.get(key)
        if (at !== undefined && labelCount(after) > labelCount(before))
          this.milliseconds.push(clock.elapsed() - at)
      },
      restored: () => undefined,
    }
  }

  #changes(key: string, elapsed: () => number): Model {
    return { changed: () => void this.#changedAt.set(key, elapsed()), restored: () => undefined }
  }
}

function labelCount(object: { readonly metadata: { readonly labels?: object } } | undefined): number {
  return Object.keys(object?.metadata.labels ?? {}).length
}
