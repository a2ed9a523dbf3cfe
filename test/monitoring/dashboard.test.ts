import { describe, expect, test } from 'vitest'
import { type Panel, readDashboard } from './read-monitoring.ts'

const { schemaVersion, templating, panels } = readDashboard()
const datasource = { type: 'prometheus', uid: '${datasource}' }
const builtIn = new Set(['row', 'stat', 'table', 'bargauge', 'timeseries'])
const shown = panels.filter(({ type }) => type !== 'row')

describe('The dashboard', () => {
  test('is one of Grafana 11, of what every Grafana has', () => {
    expect(schemaVersion).toBe(39)
    expect(panels.map(({ type }) => type).filter(type => !builtIn.has(type))).toEqual([])
  })

  test('asks the Prometheus that is chosen, and no other', () => {
    const [chosen] = templating.list
    expect(chosen).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' })
    const asked = shown.flatMap(panel => [
      panel.datasource,
      ...(panel.targets ?? []).map(one => one.datasource),
    ])
    expect(asked.filter(one => JSON.stringify(one) !== JSON.stringify(datasource))).toEqual([])
  })

  test('has a place of its own for each panel, and one number', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const pairs = panels.flatMap((panel, index) =>
      panels.slice(index + 1).map(other => [panel, other] as const),
    )
    expect(pairs.filter(([a, b]) => overlap(a, b)).map(([a, b]) => `${a.title}, ${b.title}`)).toEqual([])
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([])
  })

  test('has a question in each panel', () => {
    expect(shown.filter(({ targets = [] }) => targets.length === 0)).toEqual([])
  })

  test('begins with states, causes, time to Ready, and who waits longest', () => {
    const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title)
    expect(rows).toEqual(['Clusters', 'Steps', 'Gates and queue', 'Connections', 'Process'])
    const first = panels.slice(
      1,
      panels.findIndex(({ title }) => title === 'Steps'),
    )
    expect(first.map(({ title }) => title)).toEqual([
      'By state',
      'Time to first Ready',
      'Time since Ready was confirmed',
      'Causes',
      'Oldest causes',
      'By state, over time',
    ])
  })
})

function overlap({ gridPos: a }: Panel, { gridPos: b }: Panel): boolean {
  const isBeside = a.x + a.w <= b.x || b.x + b.w <= a.x
  const isAbove = a.y + a.h <= b.y || b.y + b.h <= a.y
  return !isBeside && !isAbove
}
