import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cached } from './package-cache.ts'

const folder = mkdtempSync(join(tmpdir(), 'fitout-cache-'))
afterAll(() => rmSync(folder, { recursive: true }))

function verify(content: Buffer): void {
  if (content.toString() !== 'good') throw new Error('not what is pinned')
}
const wanted = (name: string, served: string) => {
  let downloads = 0
  const download = async () => {
    downloads += 1
    return Buffer.from(served)
  }
  return { name, verify, download, downloads: () => downloads }
}

test('a file is downloaded once', async () => {
  const one = wanted('once', 'good')
  expect([await cached(folder, one), await cached(folder, one)].map(String)).toEqual(['good', 'good'])
  expect(one.downloads()).toBe(1)
})

test('a kept file that was changed is downloaded again', async () => {
  writeFileSync(join(folder, 'changed'), 'bad')
  const one = wanted('changed', 'good')
  expect(String(await cached(folder, one))).toBe('good')
  expect(one.downloads()).toBe(1)
})

test('what is not pinned is neither used nor kept', async () => {
  await expect(cached(folder, wanted('odd', 'bad'))).rejects.toThrow('not what is pinned')
  expect(readdirSync(folder).filter(name => name.startsWith('odd'))).toEqual([])
})
