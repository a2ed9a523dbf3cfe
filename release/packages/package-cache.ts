import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where downloads are kept: outside the clone, so that the next build and the next clone find them. */
export function cacheFolder(): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  return join(cache, 'fitout', 'release')
}

/** What must be known of a file that is kept. */
export interface Wanted {
  /** Names what is in it, so a changed pin never finds an old file. */
  readonly name: string
  /** Throws when these are not the bytes that are pinned. */
  readonly verify: (content: Buffer) => void
  readonly download: () => Promise<Buffer>
}

/** Gives a pinned file from the cache, or downloads it. What is in the cache is verified as what comes from afar. */
export async function cached(folder: string, { name, verify, download }: Wanted): Promise<Buffer> {
  const path = join(folder, name)
  const kept = await readFile(path).catch(() => undefined)
  if (kept && isVerified(kept, verify)) return kept
  const content = await download()
  verify(content)
  await mkdir(folder, { recursive: true })
  // Aside first, then renamed: an interrupted download leaves no half file under a name that is trusted.
  const aside = `${path}.${randomUUID()}`
  try {
    await writeFile(aside, content)
    await rename(aside, path)
  } finally {
    await rm(aside, { force: true })
  }
  return content
}

function isVerified(content: Buffer, verify: Wanted['verify']): boolean {
  try {
    verify(content)
    return true
  } catch {
    return false
  }
}
