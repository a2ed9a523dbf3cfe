import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { readFitout } from '../../domain/validation/read-fitout.ts'
import type { ObservedCluster } from '../../domain/plan/cluster-facts.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Change } from '../../engine/follow/change.ts'
import { keyOf } from '../../engine/queue/key.ts'
import { fieldIn } from '../management/read-cluster.ts'
import type { FollowedKind } from '../management/follow-scope.ts'
import type { ViewPool } from '../views/view-pool.ts'
import type { World } from '../world/world.ts'
import { Confirmations } from './confirmations.ts'
import { durationsOfChange } from './durations-of-change.ts'
import { FitoutHistogram } from './fitout-histogram.ts'
import { measureFleet } from './measure-fleet.ts'
import { gateLatency, timeInStep, timeToReady } from './metric-specs.ts'
import type { KnownFleet } from './measured-clusters.ts'
import { Wakes } from './wakes.ts'

/** What figures of the fleet are made from: nothing but what the controller knows anyway. */
export interface FleetSources {
  readonly world: Pick<World, 'clock' | 'metrics'>
  readonly management: KnownFleet
  readonly views: Pick<ViewPool, 'sights'>
}

/** The figures of a fleet: by Fitout, never by cluster. */
export class FleetMetrics {
  readonly wakes: Wakes
  readonly confirmations: Confirmations
  readonly #management: KnownFleet
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

  /** The management cluster was read for the first time. */
  start(): void {
    for (const fitout of this.#management.fitout.list()) this.#expect(fitout)
  }

  /** Gates of a cluster were opened just now. */
  gatesOpened({ namespace, name }: Pick<ObservedCluster, 'namespace' | 'name'>, plan: string): void {
    const sinceMs = this.wakes.sinceMs(qualifiedName({ namespace, name }))
    const fitout = `${namespace}/${plan}`
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
    if (fieldIn(change.before['status'], 'state') === 'Ready') this.#wereReady.add(uid)
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
    this.#expect(change.after)
  }

  #expect(object: KubeObject): void {
    const reading = readFitout(object)
    if (reading.kind === 'misshapen') return
    const fitout = keyOf(object)
    const steps = reading.fitout.spec.steps.map(({ name }) => name)
    this.#steps.keepSteps(fitout, steps)
    for (const step of steps) this.#steps.expect({ fitout, step })
    for (const histogram of [this.#gates, this.#ready]) histogram.expect({ fitout })
  }

  // What is still on its way when a Fitout goes must not bring it back.
  #isThere(fitout: string): boolean {
    return this.#management.fitout.get(fitout) !== undefined
  }
}
