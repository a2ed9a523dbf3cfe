import { readFitout } from '../../domain/api/read-fitout.ts'
import type { Change } from '../../engine/follow/change.ts'
import { field } from '../cluster/read-cluster.ts'
import type { FollowedKind, Management } from '../management/management.ts'
import type { ViewPool } from '../views/view-pool.ts'
import type { World } from '../world.ts'
import { Confirmations } from './confirmations.ts'
import { durationsOfChange } from './durations-of-change.ts'
import { FitoutHistogram } from './fitout-histogram.ts'
import { measureFleet } from './measure-fleet.ts'
import { gateLatency, timeInStep, timeToReady } from './metric-specs.ts'
import { Wakes } from './wakes.ts'

/** What figures of the fleet are made from: nothing but what the controller knows anyway. */
export interface FleetSources {
  readonly world: Pick<World, 'clock' | 'metrics'>
  readonly management: Pick<Management, 'fitout' | 'clusterFitout' | 'isSynced'>
  readonly views: Pick<ViewPool, 'sights'>
}

/** The figures of a fleet: by Fitout, never by cluster. */
export class FleetMetrics {
  readonly wakes: Wakes
  readonly confirmations: Confirmations
  readonly #management: FleetSources['management']
  readonly #gates: FitoutHistogram
  readonly #steps: FitoutHistogram
  readonly #ready: FitoutHistogram
  /** ClusterFitouts that were Ready and did not stay so, by UID: a plan that grew is no new beginning. */
  readonly #wereReady = new Set<string>()
  readonly #endMeasuring: () => void

  constructor({ world: { clock, metrics }, management, views }: FleetSources) {
    this.wakes = new Wakes(clock)
    this.confirmations = new Confirmations(clock)
    this.#management = management
    this.#gates = new FitoutHistogram(metrics, gateLatency)
    this.#steps = new FitoutHistogram(metrics, timeInStep)
    this.#ready = new FitoutHistogram(metrics, timeToReady)
    const { confirmations } = this
    this.#endMeasuring = measureFleet(metrics, { clock, management, views, confirmations })
  }

  /** The gates of a cluster, by key, were opened just now. */
  gatesOpened(key: string, fitout: string): void {
    const sinceMs = this.wakes.sinceMs(key)
    if (sinceMs !== undefined && this.#isThere(fitout)) this.#gates.observe(sinceMs / 1000, { fitout })
  }

  /** Something changed on the management cluster. */
  heard(kind: FollowedKind, change: Change): void {
    if (kind === 'clusterFitout') this.#heardOfCluster(change)
    if (kind === 'fitout') this.#heardOfFitout(change)
  }

  /** Measures nothing any more, and leaves nothing behind. */
  stop(): void {
    this.#endMeasuring()
    for (const histogram of [this.#gates, this.#steps, this.#ready]) histogram.close()
  }

  #heardOfCluster(change: Change): void {
    if (change.kind === 'added') return
    const { uid = '' } = change.before.metadata
    if (change.kind === 'removed') {
      this.#wereReady.delete(uid)
      return this.confirmations.forget(change.key)
    }
    if (field(change.before['status'], 'state') === 'Ready') this.#wereReady.add(uid)
    for (const { fitout, step, seconds } of durationsOfChange(change)) {
      if (!this.#isThere(fitout)) continue
      if (step !== undefined) this.#steps.observe(seconds, { fitout, step })
      else if (!this.#wereReady.has(uid)) this.#ready.observe(seconds, { fitout })
    }
  }

  #heardOfFitout(change: Change): void {
    if (change.kind === 'removed') {
      for (const histogram of [this.#gates, this.#steps, this.#ready]) histogram.forget(change.key)
      return
    }
    const reading = readFitout(change.after)
    if (reading.kind === 'misshapen') return
    this.#steps.keepSteps(
      change.key,
      reading.fitout.spec.steps.map(({ name }) => name),
    )
  }

  // What is still on its way when a Fitout goes must not bring it back.
  #isThere(fitout: string): boolean {
    return this.#management.fitout.get(fitout) !== undefined
  }
}
