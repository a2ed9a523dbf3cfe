import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import type { Entry } from '../image/entry.ts'
import { tarEntries } from '../image/layer.ts'

/** An archive that every system can unpack, its files without a time of their own. */
export async function tarGz(entries: readonly Entry[]): Promise<Buffer> {
  return gzipSync(await packTar(tarEntries(entries)))
}

/** An archive of what is compressed already. */
export async function tar(entries: readonly Entry[]): Promise<Buffer> {
  return Buffer.from(await packTar(tarEntries(entries)))
}
