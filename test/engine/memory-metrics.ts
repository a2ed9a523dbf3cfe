import type { MetricLabels, Measure, MetricSpec, Metrics } from '../../src/engine/metrics/metrics.ts'

/** `Metrics` that can be asked. */
interface MemoryMetrics extends Metrics {
  /** A counter's or gauge's value, or how often a histogram was reported; undefined when there is no such series. */
  readonly value: (name: string, labels?: MetricLabels) => number | undefined
  /** Every series with its value, by name and labels. */
  readonly all: () => Readonly<Record<string, number>>
}

/** Keeps figures in memory, for tests and the simulator. */
export function memoryMetrics(): MemoryMetrics {
  const series = new Map<string, number>()
  const measures = new Map<Measure, string>()

  function instrument({ name }: MetricSpec) {
    const add = (labels?: MetricLabels, by = 1): void => {
      const id = seriesId(name, labels)
      series.set(id, (series.get(id) ?? 0) + by)
    }
    return {
      add,
      set: (value: number, labels?: MetricLabels): void => void series.set(seriesId(name, labels), value),
      observe: (_value: number, labels?: MetricLabels): void => add(labels),
      start: (labels?: MetricLabels): void => void series.set(seriesId(name, labels), 0),
      forget: (labels?: MetricLabels): void => void series.delete(seriesId(name, labels)),
    }
  }

  function now(): ReadonlyMap<string, number> {
    const measured = [...measures].flatMap(([measure, name]) =>
      measure().map(({ labels, value }) => [seriesId(name, labels), value] as const),
    )
    return new Map([...series, ...measured])
  }

  return {
    counter: instrument,
    gauge: instrument,
    histogram: instrument,
    measured: ({ name }, measure) => {
      measures.set(measure, name)
      return () => void measures.delete(measure)
    },
    value: (name, labels) => now().get(seriesId(name, labels)),
    all: () => Object.fromEntries([...now()].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

// Called for at every event, with the same few labels again and again.
const ids = new Map<string, string>()
const MAX_IDS = 10_000

function seriesId(name: string, labels: MetricLabels = {}): string {
  let given = name
  for (const label of Object.keys(labels)) given += `\0${label}\0${labels[label] ?? ''}`
  const id = ids.get(given) ?? newId(name, labels)
  if (ids.size >= MAX_IDS) ids.clear()
  ids.set(given, id)
  return id
}

function newId(name: string, labels: MetricLabels): string {
  const pairs = Object.keys(labels)
    .toSorted()
    .map(label => `${label}="${labels[label] ?? ''}"`)
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`
}
