import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowOf } from '../../src/domain/fleet/fleet-row.ts'
import { ago, thousandClusters } from '../domain/sample-snapshot.ts'
import { browserScene } from './browser-scene.ts'

const { server, open } = browserScene()

/** What an hour brings at 20 changes in a second. */
const CHANGES = 72_000
const IN_A_BATCH = 5
/** The server sends a batch each 250 ms; a faster run has the same changes in less time. */
const BATCH_MS = Number(process.env['FITOUT_SOAK_BATCH_MS'] ?? 250)
const MOST_BYTES = 80_000_000
const MOST_GROWTH = 5_000_000

test(
  'A page that watches a fleet for an hour stays below 80 MB, and does not grow',
  { timeout: 2 * 3_600_000 },
  async () => {
    const { page, faults } = await open('/?q=')
    await page.locator('[data-row]').first().waitFor()
    await expect.poll(() => server.streams, { timeout: 60_000 }).toBe(1)
    const session = await page.context().newCDPSession(page)
    const { clusters } = thousandClusters()
    const sizes: number[] = []
    for (let batch = 0; batch < CHANGES / IN_A_BATCH; batch++) {
      const rows = Array.from({ length: IN_A_BATCH }, (_, index) => {
        const cluster = clusters[(batch * IN_A_BATCH + index) % clusters.length]
        if (cluster === undefined) throw new Error('there are clusters')
        return rowOf({ ...cluster, since: ago(-batch * 250) })
      })
      server.send('patch', { topic: 'fleet', asOf: ago(-batch * 250 - 1_000), seq: 100 + batch, rows })
      if (batch % (CHANGES / IN_A_BATCH / 12) === 0) sizes.push(await heapOf(session))
      await wait(BATCH_MS)
    }
    sizes.push(await heapOf(session))
    // The first two are of the first ten minutes.
    const [, , settled = 0] = sizes
    const last = sizes.at(-1) ?? 0
    process.stdout.write(`heap of the page, MB: ${sizes.map(size => (size / 1e6).toFixed(1)).join(' ')}\n`)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_BYTES)
    expect(last - settled).toBeLessThanOrEqual(MOST_GROWTH)
    expect(await page.locator('tbody tr:not(.spacer)').count()).toBeLessThanOrEqual(60)
    expect(faults).toEqual([])
  },
)

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
