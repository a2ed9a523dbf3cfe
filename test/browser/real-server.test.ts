import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { systemClock } from '../../src/kube/system-clock.ts'
import { consoleFilesOf, readConsoleBundle } from '../../src/server/http/console-files.ts'
import { demoFleet } from '../../src/simulator/demo/demo-fleet.ts'
import { Pace } from '../../src/simulator/demo/pace.ts'
import { ServedConsole } from '../server/served-console.ts'
import { openBrowser } from './open-browser.ts'
import { openPage } from './open-page.ts'

// Nothing here waits for a while: the page waits for what it shows, and time passes in the simulation as fast as it can.
const SPEED = 200
const TICK_MS = 50

let browser: Browser
let server: ServedConsole
const over = new AbortController()
let pacing: Promise<void> = Promise.resolve()

beforeAll(async () => {
  const bundle = await readConsoleBundle(inject('consoleFolder'))
  if (!bundle) throw new Error('the console is bundled before the tests')
  const demo = demoFleet({ clusters: 40, seed: 1 })
  server = await new ServedConsole(demo, {
    more: { files: consoleFilesOf(bundle), clock: systemClock },
  }).start()
  const pace = new Pace(demo.fleet, { clock: systemClock, speed: SPEED })
  pacing = (async () => {
    while (!over.signal.aborted) await pace.pass(TICK_MS, over.signal)
  })()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser.close()
  over.abort()
  await pacing
  await server.stop()
})

test('From the fleet to the cause to Ready, on the real server and the real controller', async () => {
  const { page, faults } = await openPage(browser, `http://localhost:${server.port}/`)
  await page.getByText('HandOverKeyMissing').first().waitFor()
  await page.getByRole('link', { name: 'prod/payments-eu', exact: true }).click()
  await page.locator('.why-sentence', { hasText: 'karpenter_iam_role_arn' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/c/prod/payments-eu')
  await page.getByRole('link', { name: '4 karpenter' }).click()
  await page.getByText('lacks karpenter_iam_role_arn').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Fix it' }).click()
  await page.getByText(/^Ready since .* fitted out in/).waitFor()
  await page.getByRole('link', { name: 'Fleet', exact: true }).first().click()
  await page.getByText('38 Ready').first().waitFor()
  expect(faults).toEqual([])
  expect(server.writes).toEqual([])
})
