import type { Labels, MetricSpec, Metrics } from './metrics.ts'

/** `Metrics` that can be asked. */
interface MemoryMetrics extends Metrics {
  /** A counter's or gauge's value, or how often a histogram was told; undefined when there is no such series. */
  readonly value: (name: string, labels?: Labels) => number | undefined
  /** Every series with its value, by name and labels. */
  readonly all: () => Readonly<Record<string, number>>
}

/** Keeps figures in memory, for tests and the simulator. */
export function memoryMetrics(): MemoryMetrics {
  const series = new Map<string, number>()

  function instrument({ name }: MetricSpec) {
    const add = (labels?: Labels, by = 1): void => {
      const id = seriesId(name, labels)
      series.set(id, (series.get(id) ?? 0) + by)
    }
    return {
      add,
      set: (value: number, labels?: Labels): void => void series.set(seriesId(name, labels), value),
      observe: (_value: number, labels?: Labels): void => add(labels),
      forget: (labels?: Labels): void => void series.delete(seriesId(name, labels)),
    }
  }

  return {
    counter: instrument,
    gauge: instrument,
    histogram: instrument,
    value: (name, labels) => series.get(seriesId(name, labels)),
    all: () => Object.fromEntries([...series].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function seriesId(name: string, labels: Labels = {}): string {
  const pairs = Object.keys(labels)
    .toSorted()
    .map(label => `${label}="${labels[label] ?? ''}"`)
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`
}
