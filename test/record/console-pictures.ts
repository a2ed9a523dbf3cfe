import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { consoleBundle } from '../../release/contents/console-bundle.ts'
import { consoleFilesOf, readConsoleBundle } from '../../src/server/http/console-files.ts'
import { demoFleet } from '../../src/simulator/demo/demo-fleet.ts'
import { openBrowser } from '../browser/open-browser.ts'
import { openPage } from '../browser/open-page.ts'
import { ServedConsole } from '../server/served-console.ts'

/** The picture of the console, in both themes, by its path from the root. */
const consolePicturePaths = {
  light: 'docs/pictures/console-light.png',
  dark: 'docs/pictures/console-dark.png',
} as const

// By then two clusters are held, one is stuck, and many are on their way.
const MOMENT_MS = 110_000

/** Takes the pictures: the real server on the simulated fleet of the demo, at the same moment each time. */
export async function consolePictures(): Promise<ReadonlyMap<string, Buffer>> {
  const server = await new ServedConsole(demoFleet({ clusters: 1_000, seed: 1 }), {
    more: { files: consoleFilesOf(await bundled()) },
  }).start()
  await server.demo.fleet.clock.advance(MOMENT_MS)
  await server.until(async () => (await server.get('fleet')).body.toReady.count > 100)
  const browser = await openBrowser()
  try {
    const pictures = new Map<string, Buffer>()
    for (const theme of ['light', 'dark'] as const) {
      const { page } = await openPage(browser, `http://localhost:${server.port}/`, { theme })
      await page.locator('[data-row]').first().waitFor()
      pictures.set(consolePicturePaths[theme], await page.screenshot())
    }
    return pictures
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function bundled() {
  const folder = await mkdtemp(join(tmpdir(), 'fitout-console-'))
  try {
    const { output, ...input } = consoleBundle(folder)
    const bundle = await rolldown(input)
    await bundle.write(output)
    const found = await readConsoleBundle(join(folder, 'console'))
    if (!found) throw new Error('the console was bundled into this folder')
    return found
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
