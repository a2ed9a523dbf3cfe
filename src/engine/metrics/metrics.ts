/** Which of the series of a metric: `{ controller: 'cluster' }`. */
export type MetricLabels = Readonly<Record<string, string>>

/** What is counted or measured, and by which labels. Names have no prefix: the adapter gives it. */
export interface MetricSpec {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
}

/** A histogram's spec. Buckets are upper limits, rising. */
interface HistogramSpec extends MetricSpec {
  readonly buckets: readonly number[]
}

interface Instrument {
  /** Drops one series, so that what is gone is not measured for ever. */
  readonly forget: (labels?: MetricLabels) => void
}

/** Only rises. */
interface Counter extends Instrument {
  readonly add: (labels?: MetricLabels, by?: number) => void
}

/** Rises and falls. */
interface Gauge extends Instrument {
  readonly set: (value: number, labels?: MetricLabels) => void
}

/** Says how values spread. */
interface Histogram extends Instrument {
  readonly observe: (value: number, labels?: MetricLabels) => void
  /** Begins a series again, with no value yet: a rate does not see the value that a series comes with. */
  readonly start: (labels?: MetricLabels) => void
}

/** One series of a metric, and its value. */
export interface Sample {
  readonly labels: MetricLabels
  readonly value: number
}

/** Where figures go. Asking twice for the same name gives the same instrument. */
export interface Metrics {
  readonly counter: (spec: MetricSpec) => Counter
  readonly gauge: (spec: MetricSpec) => Gauge
  readonly histogram: (spec: HistogramSpec) => Histogram
  /**
   * A gauge that is measured at each scrape: a series that is not given then is not exposed. Returns how to end it.
   * Several may measure under one name, and then each gives its own series.
   */
  readonly measured: (spec: MetricSpec, measure: Measure) => () => void
}

/** Gives all series of a metric, as they are now. */
export type Measure = () => readonly Sample[]

/** For whoever wants no figures. */
export const noMetrics: Metrics = {
  counter: () => ({ add: ignore, forget: ignore }),
  gauge: () => ({ set: ignore, forget: ignore }),
  histogram: () => ({ observe: ignore, start: ignore, forget: ignore }),
  measured: () => ignore,
}

function ignore(): void {
  // Nothing is kept.
}

/** A page of figures, as a scraper reads it. */
export interface MetricsPage {
  readonly contentType: string
  readonly render: () => Promise<string>
}
