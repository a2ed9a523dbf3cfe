import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserScene } from './browser-scene.ts'

const { open } = browserScene()

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Presses keys in one breath: the page waits a moment for the next one, however slow the machine is. */
async function pressAtOnce(page: Page, keys: string): Promise<void> {
  await Promise.all(Array.from(keys, async key => page.keyboard.press(key)))
}

const focused = async (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

// Nothing here uses the pointer.
describe('With the keyboard alone', () => {
  test('one finds a cluster, sees why it is held, opens it and comes back to the list', async () => {
    const { page, faults } = await open('/')
    await page.locator('[data-row]').first().waitFor()
    await press(page, '/')
    await page.keyboard.type(' payments-eu')
    await page.getByText('1 of 1,000').waitFor()
    await press(page, 'Escape')
    await press(page, 'j', 'w')
    await page.getByRole('complementary', { name: 'Why: prod/payments-eu' }).getByText('Evidence').waitFor()
    await press(page, 'Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: 'payments-eu' }).waitFor()
    await page.goBack()
    await page.getByText('1 of 1,000').waitFor()
    expect(faults).toEqual([])
  })

  test('one walks through rows and steps', async () => {
    const { page } = await open('/')
    await page.locator('[data-row]').first().waitFor()
    await press(page, 'j', 'j', 'j', 'k')
    expect(await focused(page)).toBe('dev/team-2')
    await press(page, 'ArrowRight', 'ArrowRight')
    expect(await focused(page)).toContain('Step 2 of 7, cni, Failed')
    await press(page, 'Enter')
    await page.getByRole('complementary', { name: 'Why: dev/team-2' }).waitFor()
  })

  test('one goes from a cluster to its step and back', async () => {
    const { page, faults } = await open('/c/prod/payments-eu')
    const link = page.getByRole('link', { name: /karpenter/ })
    await link.focus()
    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: 'karpenter' }).waitFor()
    await press(page, 'Escape')
    await page.getByRole('heading', { level: 1, name: 'payments-eu' }).waitFor()
    await press(page, 'Escape')
    await page.getByRole('heading', { level: 1, name: '1000 clusters' }).waitFor()
    expect(faults).toEqual([])
  })

  test('one reaches every page, and a Fitout and a version on it', async () => {
    const { page, faults } = await open('/')
    await page.getByRole('heading', { level: 1, name: '1000 clusters' }).waitFor()
    await pressAtOnce(page, 'gd')
    await page.getByRole('link', { name: 'prod/eks' }).focus()
    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: 'eks' }).waitFor()
    await pressAtOnce(page, 'gc')
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor()
    await pressAtOnce(page, 'gm')
    await page.getByRole('combobox', { name: 'target Kubernetes' }).focus()
    await pressAtOnce(page, '1.35')
    await page.waitForURL('**/compat?k8s=1.35')
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
    )
    await pressAtOnce(page, 'gf')
    await page.getByRole('heading', { level: 1, name: '1000 clusters' }).waitFor()
    expect(faults).toEqual([])
  })

  test('one sees the keys, changes the theme, and switches the keys off', async () => {
    const { page } = await open('/')
    await page.getByText('Needs attention').waitFor()
    await press(page, '?')
    await page.getByRole('radio', { name: 'Dark' }).focus()
    await press(page, 'Space')
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(13, 17, 23)')
    await page.getByRole('checkbox', { name: 'Use single keys as shortcuts' }).focus()
    await press(page, 'Space', 'Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await pressAtOnce(page, 'gm')
    expect(new URL(page.url()).pathname).toBe('/')
  })
})
