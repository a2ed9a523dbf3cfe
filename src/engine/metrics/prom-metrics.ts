import {
  Counter as PromCounter,
  Gauge as PromGauge,
  Histogram as PromHistogram,
  Registry,
  collectDefaultMetrics,
} from 'prom-client'
import type { Measure, Metrics, MetricSpec, MetricsPage } from './metrics.ts'

interface Options {
  /** In front of every name: `fitout_`. */
  readonly prefix: string
  /** Whether to measure memory, CPU and event loop of the process too. */
  readonly measuresProcess?: boolean
}

const LOOP_PRECISION_MS = 100

/** Figures for Prometheus. Each call has a registry of its own. */
export function promMetrics({ prefix, measuresProcess = false }: Options): Metrics & MetricsPage {
  const registry = new Registry()
  // Ten times a second: the hundred that the library takes by default wake a process that is at rest.
  if (measuresProcess)
    collectDefaultMetrics({ register: registry, prefix, eventLoopMonitoringPrecision: LOOP_PRECISION_MS })

  const config = ({ name, help, labels = [] }: MetricSpec) => ({
    name: `${prefix}${name}`,
    help,
    labelNames: [...labels],
    registers: [registry],
  })

  const measuresOf = byName((spec: MetricSpec) => {
    const measures = new Set<Measure>()
    const gauge: PromGauge = new PromGauge({ ...config(spec), collect: () => measureAll(gauge, measures) })
    return measures
  })

  return {
    counter: byName(spec => {
      const metric = new PromCounter(config(spec))
      return {
        add: (labels = {}, by = 1) => metric.inc(labels, by),
        forget: (labels = {}) => metric.remove(labels),
      }
    }),
    gauge: byName(spec => {
      const metric = new PromGauge(config(spec))
      return {
        set: (value, labels = {}) => metric.set(labels, value),
        forget: (labels = {}) => metric.remove(labels),
      }
    }),
    histogram: byName(spec => {
      const metric = new PromHistogram({ ...config(spec), buckets: [...spec.buckets] })
      return {
        observe: (value, labels = {}) => metric.observe(labels, value),
        start: (labels = {}) => metric.zero(labels),
        forget: (labels = {}) => metric.remove(labels),
      }
    }),
    measured: (spec, measure) => {
      const measures = measuresOf(spec)
      measures.add(measure)
      return () => void measures.delete(measure)
    },
    contentType: registry.contentType,
    render: () => registry.metrics(),
  }
}

function measureAll(gauge: PromGauge, measures: ReadonlySet<Measure>): void {
  gauge.reset()
  // Of a metric without labels, a reset leaves one series: it must be given like all others.
  gauge.remove({})
  for (const measure of measures) for (const { labels, value } of measure()) gauge.set(labels, value)
}

// prom-client throws when a name is registered twice, but two controllers measure the same things.
function byName<Spec extends MetricSpec, Instrument>(
  make: (spec: Spec) => Instrument,
): (spec: Spec) => Instrument {
  const made = new Map<string, Instrument>()
  return spec => {
    const known = made.get(spec.name)
    if (known) return known

    const instrument = make(spec)
    made.set(spec.name, instrument)
    return instrument
  }
}
