import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type ParsedTarEntryWithData, unpackTar } from 'modern-tar'
import { cached } from './package-cache.ts'
import type { NpmPin } from './pins.ts'
import { run } from './run.ts'

// The headers that come along would take a second to unpack.
const needed = /^package\/(?:bin\/|LICENSE|package\.json)/

/** The files of a pinned package, from the cache or from the registry that npm is set up with. */
export async function npmFiles(pin: NpmPin, cache: string): Promise<readonly ParsedTarEntryWithData[]> {
  const archive = await cached(cache, {
    name: `${pin.name}-${pin.version}.tgz`,
    verify: content => verifyIntegrity(pin, content),
    download: () => download(pin),
  })
  return unpackTar(gunzipSync(archive), { filter: ({ name }) => needed.test(name) })
}

function verifyIntegrity({ name, version, integrity }: NpmPin, content: Buffer): void {
  const found = integrityOf(content)
  if (found !== integrity) {
    throw new Error(`cannot use ${name} ${version}: its integrity is ${found}, and ${integrity} is pinned`)
  }
}

/** The digest of an archive as npm writes it. */
function integrityOf(content: Buffer): string {
  return `sha512-${createHash('sha512').update(content).digest('base64')}`
}

async function download({ name, version }: Pick<NpmPin, 'name' | 'version'>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'fitout-npm-'))
  try {
    await run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder])
    return await readFile(join(folder, `${name}-${version}.tgz`))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
