import { describe, expect, test } from 'vitest'
import { partOf, textIn } from '../../domain/object/fields.ts'
import { demoClusters } from './demo-clusters.ts'
import { type DemoFleet, demoFleet } from './demo-fleet.ts'

const reasons = {
  'prod/payments-eu': 'HandOverKeyMissing',
  'edge/store-berlin': 'ImagePullFailed',
  'prod/legacy-1': 'VersionUnsupported',
}

function statusOf({ fleet }: DemoFleet, key: string): Readonly<Record<string, unknown>> {
  const table = fleet.management.table({ group: 'fitout.dev', plural: 'clusterfitouts' })
  return partOf(table.get(key) ?? {}, 'status')
}

function causes(demo: DemoFleet): Readonly<Record<string, string>> {
  const keys = Object.keys(reasons)
  return Object.fromEntries(keys.map(key => [key, textIn(partOf(statusOf(demo, key), 'cause'), 'reason')]))
}

describe('The fleet of the demo', () => {
  test('has three clusters in trouble, and they alone do not get ready', async () => {
    const demo = demoFleet({ clusters: 5, seed: 1 })
    await demo.fleet.clock.advance(480_000)
    expect(causes(demo)).toEqual(reasons)
    expect(demo.fleet.readyCount).toBe(2)
    expect(Object.keys(reasons).map(key => textIn(statusOf(demo, key), 'state'))).toEqual([
      'Held',
      'Stuck',
      'Held',
    ])
  })

  test('gets ready where a trouble is ended, and nowhere else', async () => {
    const demo = demoFleet({ clusters: 3, seed: 2 })
    await demo.fleet.clock.advance(90_000)
    const ready = []
    for (const { fix } of demo.troubles) {
      fix()
      await demo.fleet.clock.advance(150_000)
      ready.push(demo.troubles.filter(({ cluster }) => demo.fleet.isReady(cluster)).map(({ name }) => name))
    }
    expect(ready).toEqual([['key'], ['key', 'image'], ['key', 'image', 'version']])
  })

  test('gets ready if every trouble is ended before it shows', async () => {
    const demo = demoFleet({ clusters: 3, seed: 3 })
    for (const { fix } of demo.troubles) fix()
    expect(await demo.fleet.run(() => demo.fleet.readyCount === 3, 480_000)).toBe(true)
  })
})

describe('The clusters of the demo', () => {
  test.for([3, 12, 40])(
    'are as many as asked for, each of another name, those in trouble among them: %i',
    count => {
      const clusters = demoClusters(count)
      expect(new Set(clusters.map(({ namespace, name }) => `${namespace}/${name}`)).size).toBe(count)
      expect(clusters.filter(({ trouble }) => trouble)).toHaveLength(3)
    },
  )
})
