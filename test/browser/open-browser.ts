import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './chromium.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-zygote',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
]

/** Starts the browser of the tests. It speaks to this machine alone. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({ executablePath, args, env: { ...process.env, ...env }, headless: true })
}
