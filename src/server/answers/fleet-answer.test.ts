import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { rowOf } from '../../domain/fleet/fleet-row.ts'
import { aCluster, aFleet, ago, thousandClusters } from '#test/domain/sample-snapshot.ts'
import type { SeenFleet } from '../fleet/seen-fleet.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import { fleetAnswer } from './fleet-answer.ts'

function seen(count: number): SeenFleet {
  const clusters = Array.from({ length: count }, (_, index) =>
    aCluster(`prod/c-${String(index).padStart(5, '0')}`, index % 2 === 0 ? {} : { state: 'Held' }),
  )
  const snapshot = aFleet(clusters)
  return {
    access: { key: '*', isPartial: false, maySee: () => true },
    fresh: { asOf: ago(0) },
    seq: 7,
    snapshot,
    rows: clusters.map(rowOf),
    cluster: () => undefined,
    clusterObject: () => undefined,
    clusterFitoutObject: () => undefined,
    fitoutObject: () => undefined,
    clusterObjects: () => [],
    fitoutObjects: () => [],
  }
}

const whole = { q: '', cursor: undefined }

describe('A fleet of', () => {
  test('5,000 clusters is one answer', () => {
    const { rows, page } = fleetAnswer(seen(5_000), whole)
    expect([rows.length, page]).toEqual([5_000, undefined])
  })

  test('more clusters comes in pages, each cluster once, with the counts of all of them', () => {
    const view = seen(5_001)
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const { rows, page } = fleetAnswer(view, { q: '', cursor })
      expect(page?.states).toEqual([
        { state: 'Held', count: 2_500 },
        { state: 'Ready', count: 2_501 },
      ])
      ids.push(...rows.map(({ id }) => id))
      cursor = page?.cursor
    } while (cursor !== undefined)
    expect(ids).toEqual(view.rows.map(({ id }) => id))
  })

  test('more clusters is searched by the server, and a wrong search is refused with its reason', () => {
    const view = seen(5_001)
    const { rows, page } = fleetAnswer(view, { q: 'is:held c-0000', cursor: undefined })
    expect([rows.length, page?.total, page?.cursor]).toEqual([5, 5, undefined])
    expect(() => fleetAnswer(view, { q: 'owner:me', cursor: undefined })).toThrow(HttpRefusal)
  })
})

test('A thousand clusters of seven steps take at most 50 KB on their way', () => {
  const snapshot = thousandClusters()
  const view = { ...seen(0), snapshot, rows: snapshot.clusters.map(rowOf) }
  const bytes = gzipSync(JSON.stringify(fleetAnswer(view, whole))).length
  expect(bytes).toBeLessThanOrEqual(50 * 1024)
})
