import { unpackTar } from 'modern-tar'
import { expect, test } from 'vitest'
import { tarFile } from './tar-file.ts'

const files = [
  { path: 'a/cluster.yaml', text: 'kind: Cluster\n' },
  { path: 'empty', text: '' },
  { path: `infrastructure/${'long-folder/'.repeat(10)}kustomization.yaml`, text: 'ü'.repeat(700) },
  { path: 'block', text: 'x'.repeat(512) },
]

test('An archive holds every file as it was', async () => {
  const found = await unpackTar(tarFile(files, Date.parse('2026-11-19T00:00:00Z')))
  expect(
    found.map(({ header, data }) => ({ path: header.name, text: Buffer.from(data ?? []).toString('utf8') })),
  ).toEqual(files)
  expect(found[0]?.header.mtime).toEqual(new Date('2026-11-19T00:00:00Z'))
})

test('A path that does not fit is refused, and not cut', () => {
  expect(() => tarFile([{ path: 'x'.repeat(101), text: '' }], 0)).toThrow(RangeError)
})
