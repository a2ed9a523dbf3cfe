import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRelease } from '../domain/sample-release.ts'
import { writeDocuments } from '../../src/domain/yaml/document/join-documents.ts'
import { isAsShown, runGuide } from './run-guide.ts'
import { shellBlocksWithOutput } from './shell-blocks.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-guide-'))
  // What the reader downloads, cut down to a few objects.
  await mkdir(join(folder, 'work/manifests'), { recursive: true })
  const release = writeDocuments(sampleRelease('install.yaml'))
  await writeFile(join(folder, 'work/manifests/flux-2.9.4.yaml'), release)
})
afterAll(async () => rm(folder, { recursive: true }))

test('every command of the guide to packs prints what the guide shows', async () => {
  const blocks = await shellBlocksWithOutput('docs/guides/pack.md')
  expect(blocks.filter(({ output }) => output !== undefined).length).toBeGreaterThan(6)
  const printed = await runGuide(blocks, folder)
  const different = blocks.flatMap(({ output = '' }, index) => {
    const text = printed[index] ?? ''
    return isAsShown(text, output) ? [] : [{ shown: output, printed: text }]
  })
  expect(different).toEqual([])
})
