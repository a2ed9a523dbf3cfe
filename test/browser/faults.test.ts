import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { FleetCluster } from '../../src/domain/fleet/fleet-snapshot.ts'
import { rowOf } from '../../src/domain/fleet/fleet-row.ts'
import { countStates } from '../../src/domain/fleet/sum-fleet.ts'
import { aCluster, aFleet, ago, thousandClusters } from '../domain/sample-snapshot.ts'
import { browserScene } from './browser-scene.ts'
import { giveAnswers } from './console-pages.ts'
import { fleetAnswer, meAnswer } from './sample-answers.ts'

const { server, open } = browserScene()
const before = aFleet([aCluster('prod/a')])
const after = fleetAnswer(aFleet([aCluster('prod/a'), aCluster('prod/new')]), { seq: 30, asOf: ago(-60_000) })

/** The fleet, with a clock that the test moves. */
async function openFleet(): Promise<Page> {
  server.answers.set('fleet', { body: fleetAnswer(before) })
  const { page } = await open('/?q=')
  await page.clock.install()
  await page.reload()
  await page.locator('[data-row="prod/a"]').waitFor()
  await expect.poll(() => server.streams, { timeout: 60_000 }).toBeGreaterThan(0)
  return page
}

/** Whether anything on the page is green. */
async function greens(page: Page): Promise<number> {
  const tones = page.locator('.cell.tone-ready:not(.unread), .badge.tone-ready')
  const colours = await tones.evaluateAll(all => all.map(one => getComputedStyle(one).color))
  return colours.filter(colour => colour === 'rgb(20, 99, 43)' || colour === 'rgb(86, 211, 100)').length
}

describe('When something fails, the fleet page', () => {
  test('says since when the server is gone, is not green, and goes on when it is back', async () => {
    const page = await openFleet()
    expect(await greens(page)).toBeGreaterThan(0)
    await server.stop()
    try {
      await page.clock.fastForward(75_000)
      await page.getByText(/Disconnected since .* Showing the last known state/).waitFor()
      expect(await greens(page)).toBe(0)
      await page.locator('[data-row="prod/a"]').waitFor()
    } finally {
      await server.start()
    }
    server.answers.set('fleet', { body: after })
    await expect
      .poll(
        async () => {
          await page.clock.runFor(5_000)
          return page.locator('[data-row="prod/new"]').count()
        },
        { timeout: 120_000 },
      )
      .toBe(1)
    await page.getByText('Showing the last known state').waitFor({ state: 'detached' })
    expect(await greens(page)).toBeGreaterThan(0)
  })

  test('stays fresh behind a proxy that holds the stream back', async () => {
    server.answers.set('stream', 'hangs')
    server.answers.set('fleet', { body: fleetAnswer(before) })
    const { page } = await open('/?q=')
    await page.clock.install()
    await page.reload()
    await page.locator('[data-row="prod/a"]').waitFor()
    server.answers.set('fleet', { body: after })
    await page.clock.runFor(50_000)
    await page.locator('[data-row="prod/new"]').waitFor()
    expect(await page.getByText('Showing the last known state').count()).toBe(0)
  })

  test('opens a stream again that was cut, and does not fetch all for that', async () => {
    server.answers.set('fleet', { body: fleetAnswer(before) })
    const { page } = await open('/?q=')
    await page.locator('[data-row="prod/a"]').waitFor()
    await expect.poll(() => server.streams, { timeout: 60_000 }).toBe(1)
    const asked = server.asked.length
    server.cut()
    await expect.poll(() => server.streams, { timeout: 60_000 }).toBe(1)
    server.send('patch', { topic: 'fleet', asOf: ago(-5_000), seq: 8, rows: [rowOf(aCluster('prod/new'))] })
    await page.locator('[data-row="prod/new"]').waitFor()
    expect(server.asked.slice(asked).filter(path => path === 'fleet')).toEqual([])
  })

  test('counts time by the clock of the server, whatever the reader has', async () => {
    const { page } = await open('/?q=is:held')
    const held = page.locator('[data-row="prod/payments-eu"] .spent')
    const right = (await held.textContent())?.slice(0, 3)
    await page.clock.install({ time: new Date('2031-05-05T05:05:05Z') })
    await page.reload()
    await held.waitFor()
    expect((await held.textContent())?.slice(0, 3)).toBe(right)
    expect(await page.locator('.live').textContent()).toMatch(/^live 12:0\d:\d\d$/)
  })

  test('says that the management cluster is silent, as the server says it', async () => {
    const page = await openFleet()
    server.send('ping', { seq: 8, asOf: ago(-120_000), silentSince: ago(0) })
    await page.getByText(/The management cluster has not answered since/).waitFor()
    expect(await greens(page)).toBe(0)
  })
})

function readyClusters(count: number): readonly FleetCluster[] {
  return Array.from({ length: count }, (_, index) => aCluster(`prod/c-${String(index).padStart(5, '0')}`))
}

describe('A fleet of 5,000 clusters', () => {
  test('is on one page, of which 60 rows are in the document', async () => {
    server.answers.set('fleet', { body: fleetAnswer(aFleet([...readyClusters(5_000)])) })
    const { page } = await open('/?q=')
    await page.getByText('5,000 of 5,000').waitFor()
    expect(await page.locator('tbody tr:not(.spacer)').count()).toBeLessThanOrEqual(60)
    await page.getByRole('searchbox').fill('c-04999')
    await page.getByText('1 of 5,000').waitFor()
  })

  test('and more is filtered and paged by the server, and says so', async () => {
    const all = readyClusters(6_000)
    const answer = (from: number, total: number, cursor?: string) => ({
      body: fleetAnswer(aFleet(all.slice(from, from + 1_000)), {
        asOf: ago(-from - total),
        page: { total, states: countStates(all), causes: [], ...(cursor === undefined ? {} : { cursor }) },
      }),
    })
    server.answers.set('fleet', answer(0, 6_000, 'prod/c-00999'))
    server.answers.set('fleet?q=c-0', answer(0, 5_900, 'prod/c-00999'))
    server.answers.set('fleet?q=c-0&cursor=prod/c-00999', answer(1_000, 5_900))
    const { page } = await open('/?q=c-0')
    await page.getByText('1,000 of 5,900').waitFor()
    await page.getByText('The fleet has more than 5,000 clusters').waitFor()
    await page.getByRole('heading', { name: '6000 clusters' }).waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.locator('[data-row="prod/c-01000"]').waitFor()
    expect(server.asked.filter(path => path.includes('cursor='))).toEqual(['fleet?q=c-0&cursor=prod/c-00999'])
  })
})

describe('A login that ends', () => {
  test('is said on the page that shows the fleet, which keeps what it knew', async () => {
    server.answers.set('me', { body: meAnswer({ mode: 'login' }) })
    const page = await openFleet()
    const error = { code: 'NotLoggedIn', message: 'your login has ended' } as const
    server.answers.set('fleet', { status: 401, error })
    server.send('resync', { seq: 40, reason: 'restarted' })
    await page.clock.runFor(2_000)
    await page.getByText('your login has ended').waitFor()
    expect(await page.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '/auth/login?next=%2F%3Fq%3D',
    )
    expect(await page.locator('[data-row="prod/a"]').count()).toBe(1)
  })

  test('in the middle of a form costs nothing: the form stays, and so does the draft', async () => {
    giveAnswers(server, thousandClusters())
    server.answers.set('me', { body: meAnswer({ mode: 'login' }) })
    const { page } = await open('/new')
    await page.clock.install()
    await page.reload()
    await page.getByRole('textbox', { name: /^Name/ }).fill('team-9')
    const error = { code: 'NotLoggedIn', message: 'your login has ended' } as const
    server.answers.set('classes', { status: 401, error })
    await page.clock.fastForward(61_000)
    await page.getByText('your login has ended').waitFor()
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('team-9')
    await page.getByRole('combobox', { name: /^region/ }).selectOption('eu-west-1')
    await page.clock.runFor(1_000)
    const kept = await page.evaluate(() => localStorage.getItem('fitout.draft'))
    expect(kept).toContain('team-9')
    expect(kept).toContain('eu-west-1')
  })
})
