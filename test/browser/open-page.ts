import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** How a page is opened. */
export interface PageLook {
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
}

/** A page in a new context, and what went wrong on it. */
export interface WatchedPage {
  readonly page: Page
  /** What the page threw, what its policy refused, and dialogs that opened. */
  readonly faults: string[]
}

/** Opens an address of the console, and watches for what must not happen. */
export async function openPage(browser: Browser, url: string, look: PageLook = {}): Promise<WatchedPage> {
  const { theme = 'light', width = 1280, height = 800 } = look
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-GB',
    // The policy of the page is a part of what is tested.
    bypassCSP: false,
  })
  // Only against what hangs: a busy machine is no defect.
  context.setDefaultTimeout(240_000)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(`threw ${error.message}`))
  page.on('dialog', dialog => {
    faults.push(`opened a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', message => {
    if (/Content Security Policy|Maximum update depth/.test(message.text())) faults.push(message.text())
  })
  await page.goto(url)
  return { page, faults }
}

/** What axe finds wrong on a page, each with the element. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(axeFile, 'utf8'))
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as typeof globalThis & { axe: AxeApi }
    const { violations } = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(node => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
    )
  })
}

interface AxeApi {
  run(options: object): Promise<{
    violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
  }>
}
