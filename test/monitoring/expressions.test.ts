import { beforeAll, describe, expect, test } from 'vitest'
import { MonitoredFleet } from './monitored-fleet.ts'
import { checkPromql, type Known, knownIn } from './promql/check-promql.ts'
import { readAlerts, readDashboard } from './read-monitoring.ts'

interface Case {
  readonly name: string
  readonly expr: string
  /** Words with the labels that they name. */
  readonly words: string
}

const alerts: readonly Case[] = readAlerts().map(({ alert, expr, annotations }) => ({
  name: alert,
  expr,
  words: Object.values(annotations).join('\n'),
}))
const targets: readonly Case[] = readDashboard().panels.flatMap(({ title, targets: all = [] }) =>
  all.map(({ expr, legendFormat = '' }) => ({ name: title, expr, words: legendFormat })),
)

let known: Known
beforeAll(async () => {
  known = knownIn([await (await fleetInTrouble()).scrape()])
})

describe('The page of a real controller has all that is asked for by', () => {
  test.for([...alerts, ...targets])('$name: $expr', ({ expr }) => {
    expect(checkPromql(expr, known).problems).toEqual([])
  })
})

describe('Labels that are named in words are there:', () => {
  test.for([...alerts, ...targets])('$name: $expr', ({ expr, words }) => {
    const { labels } = checkPromql(expr, known)
    expect(labelsIn(words).filter(label => !labels.includes(label))).toEqual([])
  })
})

test('the variable of the dashboard is read from a label that is there', () => {
  const [, metric = '', label = ''] =
    /^label_values\((\w+), (\w+)\)$/.exec(readDashboard().templating.list[1]?.definition ?? '') ?? []
  expect(known.get(metric)?.has(label)).toBe(true)
})

describe('A name that is wrong is found in', () => {
  test.for([...alerts, ...targets])('$name: $expr', ({ expr }) => {
    for (const [name] of expr.matchAll(/fitout_\w+/g)) {
      const planted = expr.replace(name, name.replace('fitout_', 'fitout_my_'))
      expect(checkPromql(planted, known).problems).not.toEqual([])
    }
    for (const [by] of expr.matchAll(/(?<=by \()\w+/g)) {
      const planted = expr.replace(`by (${by}`, `by (my_${by}`)
      expect(checkPromql(planted, known).problems).not.toEqual([])
    }
  })

  test('all of them, as there is at least one in each', () => {
    expect([...alerts, ...targets].filter(({ expr }) => !/fitout_\w+/.test(expr))).toEqual([])
  })
})

/** One cluster is ready, one is held, one is being made, and one cannot be read; nor could the management cluster for a while. */
async function fleetInTrouble(): Promise<MonitoredFleet> {
  const fleet = new MonitoredFleet(4, {
    notifications: () => ({ name: 'people', send: async () => ({ kind: 'delivered' }) }),
    provisionMs: ({ metadata }) => (metadata.name === 'cluster-2' ? 86_400_000 : 5_000),
  })
  fleet.delete({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'cluster-0-eks-connection', namespace: 'default' },
  })
  fleet.start()
  await fleet.clock.advance(120_000)
  fleet.links.get('management')?.set({ kind: 'down' })
  await fleet.clock.advance(10_000)
  fleet.links.get('management')?.set({ kind: 'up' })
  fleet.links.get('default/cluster-3')?.set({ kind: 'down' })
  await fleet.clock.advance(300_000)
  return fleet
}

function labelsIn(words: string): readonly string[] {
  const ofAlerts = [...words.matchAll(/\$labels\.(\w+)/g)]
  const ofLegends = [...words.matchAll(/\{\{(\w+)\}\}/g)]
  return [...ofAlerts, ...ofLegends].map(([, label = '']) => label)
}
