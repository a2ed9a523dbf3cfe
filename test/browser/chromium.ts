import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'

const packed = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium')
const SYSTEM = '/usr/bin/chromium'

/** A browser to start, and the environment that it needs. */
interface ChromiumProgram {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * The Chromium of the pinned package, unpacked once into the cache; where it does not run, Debian's.
 *
 * The pinned one comes first: it brings its libraries and its font, so every machine draws the same picture.
 */
export async function findChromium(): Promise<ChromiumProgram> {
  const chosen = chosenBrowser()
  if (chosen !== undefined) return { executablePath: chosen, env: {} }
  if (isPinned()) return unpackedChromium()
  if (await isThere(SYSTEM)) return { executablePath: SYSTEM, env: {} }
  throw new Error(
    `cannot test the console: the package @sparticuz/chromium has no browser for ${process.platform} on ${process.arch}, and ${SYSTEM} is missing; install chromium, or name a browser in FITOUT_CHROMIUM`,
  )
}

/** Whether the browser of the tests is the pinned one, which draws the same picture on every machine. */
export function isPinned(): boolean {
  return chosenBrowser() === undefined && process.platform === 'linux' && process.arch === 'x64'
}

function chosenBrowser(): string | undefined {
  return process.env['FITOUT_CHROMIUM'] || undefined
}

async function unpackedChromium(): Promise<ChromiumProgram> {
  const { version } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as { version: string }
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  const folder = join(cache, 'fitout', 'chromium', version)
  if (!(await isThere(folder))) await unpackInto(folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'lib'),
      FONTCONFIG_PATH: folder,
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

// Aside first, then renamed: an interrupted run leaves no half browser, and two runs at once do not meet.
async function unpackInto(folder: string): Promise<void> {
  const aside = `${folder}.${randomUUID()}`
  try {
    await write(join(aside, 'chromium'), await unbrotli('chromium.br'), 0o755)
    for (const name of ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'])
      await unpackArchive(name, aside)
    const fonts = fontsConfig(join(folder, 'fonts'))
    await write(join(aside, 'fonts.conf'), Buffer.from(fonts), 0o644)
    await rename(aside, folder).catch(async (error: unknown) => {
      if (!(await isThere(folder))) throw error
    })
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function unpackArchive(name: string, folder: string): Promise<void> {
  for (const { header, data } of await unpackTar(await unbrotli(name)))
    if (data) await write(join(folder, header.name), data, 0o755)
}

// One family stands for all: what a machine has installed must not show in a picture.
function fontsConfig(folder: string): string {
  const families = ['system-ui', 'sans-serif', 'ui-monospace', 'monospace'].map(openSansFor).join('')
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir><cachedir>${folder}/.cache</cachedir>${families}</fontconfig>`
}

function openSansFor(family: string): string {
  return `<match target="pattern"><test name="family"><string>${family}</string></test><edit name="family" mode="assign" binding="strong"><string>Open Sans</string></edit></match>`
}

async function write(path: string, content: Uint8Array, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content, { mode })
}

async function unbrotli(name: string): Promise<Buffer> {
  return brotliDecompressSync(await readFile(join(packed, 'bin', name)))
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
