import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserScene } from './browser-scene.ts'
import { changeAnswer, changesAnswer } from './sample-changes.ts'

const { server, open } = browserScene()

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Presses keys in one breath: the page waits a moment for the next one, however slow the machine is. */
async function pressAtOnce(page: Page, keys: string): Promise<void> {
  await Promise.all(Array.from(keys, async key => page.keyboard.press(key)))
}

const focused = async (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

const MOST_TABS = 120

/** Presses Tab until what has the focus has this text, or is the field of this part of the cluster. */
async function tabTo(page: Page, wanted: string | RegExp): Promise<void> {
  const seen: string[] = []
  for (let count = 0; count < MOST_TABS; count++) {
    await page.keyboard.press('Tab')
    const [text, place] = await page.evaluate(
      () =>
        [
          document.activeElement?.textContent?.trim() ?? '',
          document.activeElement?.getAttribute('data-place') ?? '',
        ] as const,
    )
    const isThere =
      typeof wanted === 'string' ? text === wanted || place.includes(`"${wanted}"`) : wanted.test(text)
    if (isThere) return
    seen.push(text)
  }
  throw new Error(`Tab does not lead to ${wanted}: it leads to ${seen.join(' | ')}`)
}

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
    await page.locator('[data-row]').first().waitFor()
    await pressAtOnce(page, 'gd')
    await page.getByRole('link', { name: 'prod/eks' }).focus()
    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: 'eks' }).waitFor()
    await pressAtOnce(page, 'gc')
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor()
    await pressAtOnce(page, 'gm')
    await page.getByRole('combobox', { name: 'target Kubernetes' }).focus()
    await press(page, 'End')
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

  test('one makes a cluster: fills the form, sees what fails, goes there, and opens the merge request', async () => {
    const [change] = changesAnswer().changes
    server.answers.set('drafts:open', { body: { asOf: changesAnswer().asOf, change, isNew: true } })
    server.answers.set('changes/215', { body: changeAnswer({ id: '215' }) })
    const { page, faults } = await open('/')
    await page.locator('[data-row]').first().waitFor()
    await tabTo(page, /^New.cluster$/)
    await press(page, 'Enter')
    await page.getByText('1 of 7 fail').waitFor()
    await tabTo(page, 'metadata')
    await press(page, 'Control+a')
    await page.keyboard.type('team-9')
    await tabTo(page, 'Open merge request')
    await press(page, 'Enter')
    await expect.poll(() => focused(page)).toBe('Checks')
    await tabTo(page, 'Go there')
    await press(page, 'Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT')
    await press(page, 'End')
    await page.getByText('nothing fails').waitFor()
    await tabTo(page, 'Open merge request')
    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Raise Flux to 2.9.4' }).waitFor()
    expect(server.sent.map(({ path }) => path)).toEqual(['drafts:open'])
    expect(faults).toEqual([])
  })

  test('one opens a change, reads its plan, and reverts it after the merge', async () => {
    const [change] = changesAnswer().changes
    const { page, faults } = await open('/changes')
    await tabTo(page, '!215 Add the cluster dev/team-9')
    server.answers.set('changes/215', { body: changeAnswer({ id: '215', state: 'merged' }) })
    server.answers.set('drafts:open', {
      body: { asOf: changesAnswer().asOf, change: { ...change, id: '216' }, isNew: true },
    })
    server.answers.set('changes/216', { body: changeAnswer({ id: '216', title: 'Revert "Raise Flux"' }) })
    await press(page, 'Enter')
    await page.getByText('After the merge').waitFor()
    await tabTo(page, '1 file')
    await press(page, 'Enter')
    await page.getByText('+   flux: 2.9.4').waitFor()
    await tabTo(page, 'Open a merge request that reverts !215')
    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Revert "Raise Flux"' }).waitFor()
    await press(page, 'Escape')
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor()
    expect(faults).toEqual([])
  })
})
