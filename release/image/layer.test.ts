import { zstdDecompressSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import { expect, test } from 'vitest'
import { type Entry, file } from './entry.ts'
import { packLayer } from './layer.ts'
import { sha256 } from './oci.ts'

const entries: readonly Entry[] = [
  file('usr/bin/tool', 'run', 0o755),
  { kind: 'link', path: 'bin', target: 'usr/bin' },
  file('etc/hosts', '127.0.0.1 localhost\n'),
]

test('a layer has every folder before what is in it, everything owned by root and of the time 0', async () => {
  const { content, diffId, descriptor } = await packLayer(entries)
  const tar = zstdDecompressSync(content)
  const found = (await unpackTar(tar)).map(({ header }) => {
    const { name, type, mode = 0, uid, gid, mtime, linkname } = header
    return [name, type, mode.toString(8), uid, gid, mtime?.getTime(), linkname ?? '']
  })
  expect(found).toEqual([
    ['bin', 'symlink', '777', 0, 0, 0, 'usr/bin'],
    ['etc/', 'directory', '755', 0, 0, 0, ''],
    ['etc/hosts', 'file', '644', 0, 0, 0, ''],
    ['usr/', 'directory', '755', 0, 0, 0, ''],
    ['usr/bin/', 'directory', '755', 0, 0, 0, ''],
    ['usr/bin/tool', 'file', '755', 0, 0, 0, ''],
  ])
  expect(diffId).toBe(sha256(tar))
  expect(descriptor).toEqual({
    mediaType: 'application/vnd.oci.image.layer.v1.tar+zstd',
    digest: sha256(content),
    size: content.length,
  })
})

test('the same files in another order give the same bytes', async () => {
  const [one, other] = [await packLayer(entries), await packLayer(entries.toReversed())]
  expect(other).toEqual(one)
})
