import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { installConsole } from '../add-ons/fitout-console.ts'
import { type FitoutController, installFitout } from '../add-ons/fitting-out-controller.ts'
import { cniPack, networkFitout, profile } from '../add-ons/fitting-out.ts'
import { ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { Lab } from '../lab.ts'
import type { Program } from '../process/program.ts'
import { buildTool } from '../programs/build-tool.ts'
import { type Dex, startDex } from '../servers/dex.ts'

const RBAC = 'rbac.authorization.k8s.io'
const client = { id: 'fitout', secret: 'a-client-secret-of-the-lab' }
const people = [
  { email: 'ada@example.com', groups: ['platform'] },
  { email: 'eve@example.com', groups: [] },
]

let lab: Lab
let dex: Dex
let controller: FitoutController
let fitoutConsole: Program
let url: URL
let browser: Browser

beforeAll(async () => {
  const program = await buildTool('dex')
  lab = await Lab.start({ name: 'console-login', controlPlanes: ['blue'] })
  url = new URL(`http://console.localhost:${await lab.site.ports.take()}`)
  const redirectUri = new URL('/auth/callback', url).href
  const folder = join(lab.folder, 'dex')
  dex = await startDex({
    program,
    folder,
    port: await lab.site.ports.take(),
    people,
    client: { ...client, redirectUri },
  })
  controller = await installFitout(lab)
  await controller.program.start()
  fitoutConsole = await installConsole(lab, { url, issuer: dex.issuer, client })
  await fitoutConsole.start()
  const { api } = lab.management
  for (const object of [...cniPack(), networkFitout()]) await api.apply(object)
  await api.apply({
    apiVersion: `${RBAC}/v1`,
    kind: 'RoleBinding',
    metadata: { name: 'console-viewers', namespace: 'default' },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'fitout-viewer' },
    subjects: [{ apiGroup: RBAC, kind: 'Group', name: 'oidc:platform' }],
  })
  await lab.createCluster('blue', { labels: profile })
  browser = await openBrowser()
}, 1_800_000)

afterAll(async () => {
  await browser?.close()
  await fitoutConsole?.stop()
  await controller?.program.stop()
  await dex?.program.stop()
  await lab?.stop()
})

/** Somebody at a browser of their own, from the first page to the console. */
async function logIn(email: string, path = '/'): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(new URL(path, url).href)
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await page.locator('input[name=login]').fill(email)
  await page.locator('input[name=password]').fill('password')
  await page.locator('button[type=submit]').click()
  await page.waitForURL(address => address.origin === url.origin && !address.pathname.startsWith('/auth'))
  return { context, page }
}

async function answerOf(page: Page, path: string): Promise<{ status: number; text: string }> {
  return page.evaluate(async address => {
    const response = await fetch(address)
    return { status: response.status, text: await response.text() }
  }, path)
}

describe('A person of the group that may see the clusters', () => {
  test('logs in at dex, comes back to the page of the cluster, and sees it get Ready', async () => {
    const { context, page } = await logIn('ada@example.com', '/c/default/blue')
    expect(new URL(page.url()).pathname).toBe('/c/default/blue')
    await page.getByText('blue').first().waitFor()
    await page.getByText('Ready', { exact: true }).first().waitFor({ timeout: 300_000 })
    const me = await answerOf(page, '/api/v1/me')
    expect(JSON.parse(me.text)).toMatchObject({
      mode: 'login',
      user: { name: 'ada@example.com', groups: ['oidc:platform'] },
    })
    const cookies = await context.cookies()
    expect(
      cookies.map(({ name, httpOnly, secure, sameSite }) => ({ name, httpOnly, secure, sameSite })),
    ).toEqual([{ name: '__Host-fitout', httpOnly: true, secure: true, sameSite: 'Strict' }])
    await context.close()
  })

  test('no longer sees them once the group may not', async () => {
    const { context, page } = await logIn('ada@example.com')
    expect((await answerOf(page, '/api/v1/clusters/default/blue')).status).toBe(200)
    await lab.management.api.delete(ref(`${RBAC}/v1`, 'RoleBinding', 'default/console-viewers'))
    await until(
      'the right is gone',
      async () => (await answerOf(page, '/api/v1/clusters/default/blue')).status === 404,
    )
    await context.close()
  })
})

describe('Another person', () => {
  test('sees neither the cluster nor that it exists', async () => {
    const { context, page } = await logIn('eve@example.com')
    const hidden = await answerOf(page, '/api/v1/clusters/default/blue')
    const absent = await answerOf(page, '/api/v1/clusters/default/green')
    expect([hidden.status, hidden.text]).toEqual([absent.status, absent.text.replace('green', 'blue')])
    const said: string[] = []
    for (const path of [
      'fleet',
      'fitouts',
      'compat',
      'changes',
      'clusters/default/blue/why',
      'fitouts/default/eks',
    ])
      said.push((await answerOf(page, `/api/v1/${path}`)).text)
    expect(said.slice(0, 4).join('\n')).not.toContain('blue')
    await context.close()
  })
})
