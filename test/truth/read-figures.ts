import { type MetricLabels, type Metrics, type Sample, noMetrics } from '../../src/engine/metrics/metrics.ts'
import { SimulatedFleet } from '../../src/simulator/fleet/simulated-fleet.ts'

/** A fleet whose figures can be read. */
export class MeasuredFleet extends SimulatedFleet {
  readonly figures = new Figures()
  override readonly metrics = this.figures.metrics
}

/** The figures of a controller as a scraper would read them, but for what is counted while it happens. */
class Figures {
  readonly #measured = new Map<string, () => readonly Sample[]>()

  /** Where a controller puts its figures; of two controllers the later one is read. */
  readonly metrics: Metrics = {
    ...noMetrics,
    measured: ({ name }, read) => {
      this.#measured.set(name, read)
      return () => {
        if (this.#measured.get(name) === read) this.#measured.delete(name)
      }
    },
  }

  /** The sum of a figure over all series with these labels. */
  read(name: string, labels: MetricLabels): number {
    const samples = this.#measured.get(name)?.() ?? []
    const isAsked = ({ labels: own }: Sample) =>
      Object.entries(labels).every(([label, value]) => own[label] === value)
    return samples.filter(isAsked).reduce((sum, { value }) => sum + value, 0)
  }
}
