import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { browserScene } from './browser-scene.ts'
import { isPinned } from './chromium.ts'
import { type PagePicture, pictureDifferences, takePicture } from './page-picture.ts'

const { open } = browserScene()
const folder = join(import.meta.dirname, 'golden')

const views = [
  { name: 'fleet', path: '/', shows: 'Needs attention', look: {} },
  {
    name: 'fleet-narrow',
    path: '/',
    shows: 'Needs attention',
    look: { width: 390, height: 844, theme: 'dark' },
  },
  { name: 'fleet-why', path: '/?why=prod/payments-eu', shows: 'Evidence', look: { theme: 'dark' } },
  { name: 'cluster', path: '/c/prod/payments-eu', shows: 'Evidence', look: { height: 1_000 } },
  { name: 'new', path: '/new', shows: '1 of 7 fail', look: {} },
  {
    name: 'new-dark',
    path: '/new',
    shows: '1 of 7 fail',
    look: { theme: 'dark', width: 900, height: 1_000 },
  },
  { name: 'change', path: '/changes/214', shows: 'Deployment flux-system', look: {} },
  {
    name: 'change-merged',
    path: '/changes/213',
    shows: 'After the merge',
    look: { theme: 'dark', height: 1_000 },
  },
  { name: 'fitout', path: '/f/prod/eks', shows: 'generation 3', look: {} },
  { name: 'compat', path: '/compat', shows: 'facts of 2026-11-10', look: { theme: 'dark' } },
  { name: 'step', path: '/c/prod/payments-eu/s/karpenter', shows: 'Evidence', look: {} },
] as const

// `vitest run -u` writes the pictures again. Other browsers and fonts draw other pictures.
describe.runIf(isPinned())('The pictures of the console', () => {
  test.for(views)('$name looks as before', async ({ name, path, shows, look }) => {
    const { page } = await open(path, look)
    await page.getByText(shows).first().waitFor()
    await page.waitForLoadState('networkidle').catch(() => {})
    const found = await takePicture(page)
    const file = join(folder, `${name}.json`)
    if (inject('isUpdating')) await writeFile(file, `${JSON.stringify(found)}\n`)
    const wanted = JSON.parse(await readFile(file, 'utf8')) as PagePicture
    expect(pictureDifferences(wanted, found)).toEqual([])
  })

  test('a column that is gone, and a panel in another colour, are differences', async () => {
    const { page } = await open('/')
    await page.getByText('Needs attention').waitFor()
    const before = await takePicture(page)
    await page.evaluate(() => document.querySelector('.col-k8s')?.remove())
    const narrow = pictureDifferences(before, await takePicture(page))
    expect(narrow.length).toBeGreaterThan(0)
    await page.reload()
    await page.getByText('Needs attention').waitFor()
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('.causes')?.style.setProperty('background', '#f00'),
    )
    expect(pictureDifferences(before, await takePicture(page))).toEqual([
      expect.stringMatching(/blocks have another colour/),
    ])
  })

  test('a page is as wide as a narrow screen, and nothing of it has to be scrolled sideways', async () => {
    for (const path of [
      '/',
      '/c/prod/payments-eu',
      '/c/prod/payments-eu/s/karpenter',
      '/f/prod/eks',
      '/compat',
      '/changes',
      '/changes/213',
      '/changes/214',
      '/new',
      '/fitouts',
    ]) {
      const { page } = await open(path, { width: 320, height: 640 })
      await page.locator('main h1').first().waitFor()
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320])
    }
  })
})
