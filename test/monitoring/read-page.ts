/** One line of a page of metrics. */
interface Series {
  /** With `_bucket`, `_sum` or `_count` for a part of a histogram. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A page of metrics, read. */
export interface Page {
  readonly text: string
  /** The type of each metric that has a head, also if it has no series now. */
  readonly types: ReadonlyMap<string, string>
  readonly series: readonly Series[]
  /** The value of the one series with this name and these labels; undefined when there is none. */
  readonly value: (name: string, labels?: Series['labels']) => number | undefined
}

/** Reads the text format of Prometheus, as far as this project writes it. */
export function readPage(text: string): Page {
  const lines = text.split('\n').filter(line => line !== '')
  const series = lines.filter(line => !line.startsWith('#')).map(readSeries)
  const types = lines.flatMap(line => {
    const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
    return name === undefined || type === undefined ? [] : [[name, type] as const]
  })
  return {
    text,
    types: new Map(types),
    series,
    value: (name, labels = {}) =>
      series.find(one => one.name === name && hasLabels(one.labels, labels))?.value,
  }
}

function readSeries(line: string): Series {
  const [, name, labels = '', value] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  if (name === undefined) throw new Error(`cannot read a page of metrics: ${line}`)
  const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)]
  return {
    name,
    labels: Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text])),
    value: value === '+Inf' ? Infinity : Number(value),
  }
}

function hasLabels(labels: Series['labels'], wanted: Series['labels']): boolean {
  const keys = Object.keys(wanted)
  return keys.length === Object.keys(labels).length && keys.every(key => labels[key] === wanted[key])
}
