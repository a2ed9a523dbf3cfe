import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { bundleConsole } from '../test/browser/bundle-console.ts'
import { ConsoleServer } from '../test/browser/console-server.ts'
import { openBrowser } from '../test/browser/open-browser.ts'
import { openPage } from '../test/browser/open-page.ts'
import { fleetAnswer, meAnswer } from '../test/browser/sample-answers.ts'
import { changesAnswer } from '../test/browser/sample-changes.ts'
import { thousandClusters } from '../test/domain/sample-snapshot.ts'
import type { Figure } from './compare.ts'
import type { Subject } from './subject.ts'

const TYPED = 'is:held step:flux payments'
const ROUNDS = 4

/** How long a key in the search box of 1,000 clusters takes until the list shows what it means: 50 ms at most, p95. */
export const consoleKeys: Subject = {
  name: 'console keys',
  summary: `a key in the search box of 1,000 clusters until the next frame, of ${TYPED.length * ROUNDS} keys in Chromium`,
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fitout-bench-'))
    try {
      const server = new ConsoleServer(await bundleConsole(folder))
      return await measuredOn(server)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function measuredOn(server: ConsoleServer): Promise<readonly Figure[]> {
  server.answers.set('me', { body: meAnswer() })
  server.answers.set('fleet', { body: fleetAnswer(thousandClusters()) })
  server.answers.set('changes', { body: changesAnswer() })
  const url = await server.start()
  const browser = await openBrowser()
  try {
    const { page } = await openPage(browser, `${url}/?q=`)
    await page.locator('[data-row]').first().waitFor()
    return figuresOf((await keyTimes(page)).toSorted((a, b) => a - b))
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function keyTimes(page: Page): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.getByRole('searchbox').fill('')
    for (let length = 1; length <= TYPED.length; length++)
      times.push(await page.evaluate<number>(typing(TYPED.slice(0, length))))
  }
  return times
}

// A script of the page: here there is no document. The way over the wire is no part of what a person waits for.
function typing(text: string): string {
  return `(async () => {
    const input = document.querySelector('[role=searchbox]')
    const start = performance.now()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${JSON.stringify(text)})
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise(resolve => requestAnimationFrame(resolve))
    return performance.now() - start
  })()`
}

function figuresOf(sorted: readonly number[]): readonly Figure[] {
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  const median = at(0.5)
  return [
    { name: 'a key, median', medianMs: median, ratio: 1 },
    { name: 'a key, p95', medianMs: at(0.95), ratio: at(0.95) / median },
  ]
}
