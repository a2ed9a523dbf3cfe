import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type TarEntry, packTar } from 'modern-tar'
import { cached } from '../packages/package-cache.ts'
import type { Entry } from './entry.ts'
import { type Blob, blobOf, sha256 } from './oci.ts'

/** A layer as it is stored, and the digest of what is in it. */
export interface Layer extends Blob {
  readonly diffId: string
}

// Higher levels take minutes for the last two hundredths; gzip is a fifth larger, and its bytes may depend on the processor.
const LEVEL = 9
const EPOCH = new Date(0)
// Node takes ten seconds and changes with its version; the rest takes none, and changes with every commit.
const WORTH_KEEPING = 50_000_000

/**
 * Packs files into a layer. The same files give the same bytes, whoever packs them, when and where.
 *
 * Files have the time 0: a layer that did not change is not pulled again with the next release. With a cache, what is
 * large and was packed before is not packed again.
 */
export async function packLayer(entries: readonly Entry[], cache?: string): Promise<Layer> {
  const tar = await packTar(tarEntries(entries))
  const diffId = sha256(tar)
  const isKept = cache !== undefined && tar.length >= WORTH_KEEPING
  const content = isKept ? await compressOnce(tar, diffId, cache) : compress(tar)
  const { descriptor } = blobOf('application/vnd.oci.image.layer.v1.tar+zstd', content)
  return { descriptor, content, diffId }
}

function compress(tar: Uint8Array): Buffer {
  return zstdCompressSync(tar, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
}

async function compressOnce(tar: Uint8Array, diffId: string, cache: string): Promise<Buffer> {
  return cached(cache, {
    name: `${diffId.slice('sha256:'.length)}-${LEVEL}-${process.versions['zstd']}.zst`,
    verify: content => {
      if (sha256(zstdDecompressSync(content)) !== diffId)
        throw new Error(`cannot use a layer of ${cache}: it was changed`)
    },
    download: async () => compress(tar),
  })
}

/** Entries with their folders, in the one order in which they are always written. */
export function tarEntries(entries: readonly Entry[]): TarEntry[] {
  const owner = { uid: 0, gid: 0, uname: '', gname: '', mtime: EPOCH }
  const folders = [...new Set(entries.flatMap(({ path }) => foldersOf(path)))]
  const all: TarEntry[] = [
    ...folders.map(path => ({
      header: { ...owner, name: `${path}/`, type: 'directory', mode: 0o755, size: 0 } as const,
    })),
    ...entries.map(entry => tarEntry(entry, owner)),
  ]
  return all.toSorted((a, b) => (a.header.name < b.header.name ? -1 : 1))
}

function tarEntry(entry: Entry, owner: object): TarEntry {
  const header = { ...owner, name: entry.path }
  if (entry.kind === 'link') {
    return { header: { ...header, type: 'symlink', mode: 0o777, size: 0, linkname: entry.target } }
  }
  const { mode, content } = entry
  return { header: { ...header, type: 'file', mode, size: content.length }, body: content }
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
