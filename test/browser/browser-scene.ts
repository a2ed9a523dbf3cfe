import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { giveAnswers } from './console-pages.ts'
import { ConsoleServer } from './console-server.ts'
import { openBrowser } from './open-browser.ts'
import { openPage, type PageLook, type WatchedPage } from './open-page.ts'

/** A browser and a server for the tests of one file. */
export interface BrowserScene {
  readonly server: ConsoleServer
  readonly open: (path: string, look?: PageLook) => Promise<WatchedPage>
}

/** Starts both before the tests of a file, and gives every test the same answers. */
export function browserScene(): BrowserScene {
  const server = new ConsoleServer(inject('consoleFolder'))
  let browser: Browser | undefined
  let url = ''
  beforeAll(async () => {
    url = await server.start()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server.stop()
  })
  beforeEach(() => giveAnswers(server))
  // Its pages too: an open one continues with its stream.
  afterEach(async () => {
    await Promise.all(browser?.contexts().map(async context => context.close()) ?? [])
  })
  return {
    server,
    open: async (path, look) => {
      if (browser === undefined) throw new Error('the browser starts before the tests')
      return openPage(browser, url + path, look)
    },
  }
}
