import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { rowOf } from '../../src/domain/fleet/fleet-row.ts'
import { aCluster, aClusterAt, aFleet, ago } from '../domain/sample-snapshot.ts'
import { browserScene } from './browser-scene.ts'
import { fleetAnswer } from './sample-answers.ts'

const { server, open } = browserScene()
const MINUTE = 60_000

function heldCluster(id: string, minutes: number) {
  const cause = { reason: 'HandOverKeyMissing', message: 'Key x is missing', actor: 'Git' } as const
  return aClusterAt(id, { state: 'Held', step: 'cni', stepState: 'Held', sinceMs: minutes * MINUTE, cause })
}

async function namesOn(page: Page): Promise<readonly string[]> {
  return page.locator('[data-row]').evaluateAll(rows => rows.map(row => row.getAttribute('data-row') ?? ''))
}

describe('The list of a thousand clusters', () => {
  test('has at most 60 rows in the document, and all of them in its count', async () => {
    const { page } = await open('/?q=')
    await page.locator('[data-row]').first().waitFor()
    expect(await page.locator('table.fleet').getAttribute('aria-rowcount')).toBe('1002')
    for (const part of [0, 0.3, 0.7, 1]) {
      await page.evaluate(at => scrollTo(0, document.body.scrollHeight * at), part)
      await page.waitForFunction(() => {
        const rows = [...document.querySelectorAll('[data-row]')]
        return rows.some(
          row => row.getBoundingClientRect().top < innerHeight && row.getBoundingClientRect().bottom > 60,
        )
      })
      expect(await page.locator('tbody tr:not(.spacer)').count()).toBeLessThanOrEqual(60)
    }
    await page.getByRole('link', { name: 'prod/shop-956', exact: true }).waitFor()
  })

  test('shows what a query chooses, and says which keys there are', async () => {
    const { page } = await open('/')
    const search = page.getByRole('searchbox', { name: 'Search clusters' })
    await search.fill('is:held step:flux')
    await page.getByText('1 of 1,000').waitFor()
    expect(await namesOn(page)).toEqual(['prod/legacy-1'])
    expect(new URL(page.url()).searchParams.get('q')).toBe('is:held step:flux')
    await search.fill('colour:red')
    const problem = page.locator('#query-problem')
    await problem.getByText('unknown key "colour"').waitFor()
    expect(await problem.textContent()).toBe(
      'cannot read query: "colour:red": unknown key "colour": choose is, step, cause, fitout, k8s, for, actor, or a label as in env=prod',
    )
  })

  test('is filtered by a count and by a cause, and shows filters that can be removed', async () => {
    const { page } = await open('/')
    await page.getByRole('button', { name: '3 Failed' }).click()
    await page.getByText('3 of 1,000').waitFor()
    await page.getByRole('button', { name: /^2.*cannot be pulled/ }).click()
    await page.getByText('2 of 1,000').waitFor()
    await page.getByRole('button', { name: 'Remove filter is:failed' }).click()
    await page.getByRole('button', { name: 'Remove filter cause:ImagePullFailed' }).click()
    await page.getByText('1,000 of 1,000').waitFor()
    expect(new URL(page.url()).search).toBe('?q=')
  })
})

describe('The fleet, live', () => {
  const small = aFleet([heldCluster('prod/a', 10), heldCluster('prod/b', 5), aCluster('prod/c')])

  async function openSmall() {
    server.answers.set('fleet', { body: fleetAnswer(small) })
    const { page } = await open('/?q=')
    await page.locator('[data-row="prod/c"]').waitFor()
    await expect.poll(() => server.streams, { timeout: 60_000 }).toBe(1)
    return page
  }

  test('takes changed rows and removed rows from the stream', async () => {
    const page = await openSmall()
    const c = heldCluster('prod/c', 1)
    server.send('patch', { topic: 'fleet', asOf: ago(-2_000), seq: 8, rows: [rowOf(c)], removed: ['prod/b'] })
    await page.locator('[data-row="prod/b"]').waitFor({ state: 'detached' })
    expect((await namesOn(page)).toSorted()).toEqual(['prod/a', 'prod/c'])
    await page.getByRole('button', { name: '2 Held' }).waitFor()
  })

  test('holds its order while a row has the focus, and sorts again when it is told to', async () => {
    const page = await openSmall()
    await page.keyboard.press('j')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('prod/a')
    const c = heldCluster('prod/c', 60)
    server.send('patch', { topic: 'fleet', asOf: ago(-2_000), seq: 8, rows: [rowOf(c)] })
    await page.getByRole('button', { name: 'Sort again (3)' }).waitFor()
    expect(await namesOn(page)).toEqual(['prod/a', 'prod/b', 'prod/c'])
    expect(await page.locator('.line.changed').count()).toBe(1)
    await page.keyboard.press('h')
    await expect.poll(() => namesOn(page), { timeout: 60_000 }).toEqual(['prod/c', 'prod/a', 'prod/b'])
  })

  test('is fetched once more after a resync, and continues where a cut stream ended', async () => {
    const page = await openSmall()
    server.answers.set('fleet', {
      body: fleetAnswer(aFleet([aCluster('prod/z')]), { seq: 30, asOf: ago(-3_000) }),
    })
    server.send('resync', { seq: 30, reason: 'gap' })
    await page.locator('[data-row="prod/z"]').waitFor()
    server.cut()
    await expect.poll(() => server.streams, { timeout: 60_000 }).toBe(1)
    server.send('patch', { topic: 'fleet', asOf: ago(-4_000), seq: 31, removed: ['prod/z'] })
    await page.getByText('No Cluster API clusters yet').waitFor()
  })

  test('never shows what is stale in green', async () => {
    const { page } = await open('/?q=')
    await page.clock.install()
    await page.reload()
    await page.locator('[data-row]').first().waitFor()
    const colours = () =>
      page
        .locator('.cell.tone-ready:not(.unread), .badge.tone-ready')
        .evaluateAll(all => [...new Set(all.map(one => getComputedStyle(one).color))])
    const green = await colours()
    server.answers.clear()
    await page.clock.fastForward(90_000)
    await page.getByText('Showing the last known state').waitFor()
    const stale = await colours()
    expect(green.filter(colour => stale.includes(colour))).toEqual([])
    expect(stale.length).toBeGreaterThan(0)
  })
})
