import { memoryMetrics } from '../engine/memory-metrics.ts'
import { promMetrics } from '../../src/engine/metrics/prom-metrics.ts'
import { karpenterChart } from '../simulator/sample-packs.ts'
import { sampleObjects } from '../simulator/sample-plan.ts'
import { type FleetOptions, SimulatedFleet } from '../../src/simulator/fleet/simulated-fleet.ts'
import { type Page, readPage } from './read-page.ts'

const LIMIT_MS = 600_000

/** A simulated fleet whose controller has a page of metrics, as the real one serves it. */
export class MonitoredFleet extends SimulatedFleet {
  readonly #page = promMetrics({ prefix: 'fitout_', measuresProcess: true })
  override readonly metrics = { ...memoryMetrics(), ...this.#page }
  readonly #count: number

  /** So many clusters with the sample's plan. The controller is not started. */
  constructor(count: number, options: Partial<FleetOptions> = {}) {
    super({ seed: 1, workload: { chartOf: karpenterChart }, ...options })
    this.#count = count
    const names = Array.from({ length: count }, (_, index) => `cluster-${index}`)
    for (const object of sampleObjects(names)) this.put(object)
  }

  /** Starts the controller and lets time pass until all clusters are ready. */
  async untilReady(): Promise<void> {
    if (this.starts === 0) this.start()
    if (await this.run(() => this.readyCount === this.#count, LIMIT_MS)) return
    throw new Error(`only ${this.readyCount} of ${this.#count} clusters got ready`)
  }

  /** What a scraper gets now. */
  async scrape(): Promise<Page> {
    return readPage(await this.#page.render())
  }
}
