import type { MetricLabels, Metrics } from '../../engine/metrics/metrics.ts'

interface FitoutLabels extends MetricLabels {
  readonly fitout: string
  readonly step?: string
}

/** How something spreads, by Fitout and perhaps by step. Nothing is kept of a Fitout or step that is gone. */
export class FitoutHistogram {
  readonly #histogram: ReturnType<Metrics['histogram']>
  readonly #told = new Map<string, Map<string, MetricLabels>>()

  constructor(metrics: Metrics, spec: Parameters<Metrics['histogram']>[0]) {
    this.#histogram = metrics.histogram(spec)
  }

  /** Something is going to be observed. */
  expect(labels: FitoutLabels): void {
    const { fitout, step = '' } = labels
    const told = this.#told.get(fitout) ?? new Map<string, MetricLabels>()
    if (told.has(step)) return
    this.#told.set(fitout, told.set(step, labels))
    this.#histogram.start(labels)
  }

  observe(seconds: number, labels: FitoutLabels): void {
    this.expect(labels)
    this.#histogram.observe(seconds, labels)
  }

  /** Drops the steps of a Fitout that are not among these. */
  keepSteps(fitout: string, steps: readonly string[]): void {
    for (const [step, labels] of this.#told.get(fitout) ?? []) {
      if (step === '' || steps.includes(step)) continue
      this.#histogram.forget(labels)
      this.#told.get(fitout)?.delete(step)
    }
  }

  forget(fitout: string): void {
    for (const labels of this.#told.get(fitout)?.values() ?? []) this.#histogram.forget(labels)
    this.#told.delete(fitout)
  }

  close(): void {
    for (const fitout of this.#told.keys()) this.forget(fitout)
  }
}
