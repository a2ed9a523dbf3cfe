import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ParsedTarEntryWithData, unpackTar } from 'modern-tar'
import { cached } from './package-cache.ts'
import type { DebianPin } from './pins.ts'
import { run } from './run.ts'

const HELPER = '/usr/lib/apt/apt-helper'

/** The files of a pinned package of Debian, from the cache or from a mirror that apt knows. */
export async function debianFiles(pin: DebianPin, cache: string): Promise<readonly ParsedTarEntryWithData[]> {
  const archive = await cached(cache, {
    name: `${pin.sha256}.deb`,
    verify: content => verifySha256(pin, content),
    download: () => download(pin),
  })
  // Debian packs with xz, which Node does not read; dpkg-deb is wherever apt is.
  return inFile(archive, async file => unpackTar(await run('dpkg-deb', ['--fsys-tarfile', file])))
}

function verifySha256({ name, version, sha256 }: DebianPin, content: Buffer): void {
  const found = createHash('sha256').update(content).digest('hex')
  if (found !== sha256) {
    throw new Error(`cannot use ${name} ${version}: its SHA-256 is ${found}, and ${sha256} is pinned`)
  }
}

async function download(pin: DebianPin): Promise<Buffer> {
  const mirrors = await mirrorsOfApt()
  const failures: string[] = []
  for (const mirror of mirrors) {
    try {
      return await inFile(undefined, async file => {
        await run(HELPER, ['download-file', mirror + pin.path, file, `SHA256:${pin.sha256}`])
        return readFile(file)
      })
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new Error(
    `cannot download ${pin.name} ${pin.version} for ${pin.architecture}: no Debian mirror of this machine serves it` +
      ` (a mirror drops a package when a newer one comes: make renew-pins pins what it serves now): ${failures.at(-1) ?? 'apt names no mirror'}`,
  )
}

/** The roots of the mirrors that this machine's apt is set up with. */
export async function mirrorsOfApt(): Promise<readonly string[]> {
  // What an update would read: a machine whose lists were never fetched, as in most images, names its mirrors too.
  const printed = await run('apt-get', ['update', '--print-uris'])
  return mirrorsIn(printed.toString())
}

/** The roots of mirrors in what `apt-get update --print-uris` prints. */
export function mirrorsIn(printed: string): readonly string[] {
  const roots = [...printed.matchAll(/^'(.+?\/)dists\//gm)].map(([, root = '']) => root)
  return [...new Set(roots)].toSorted()
}

async function inFile<T>(content: Buffer | undefined, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'fitout-deb-'))
  const file = join(folder, 'package.deb')
  try {
    if (content) await writeFile(file, content)
    return await use(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
