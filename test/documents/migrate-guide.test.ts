import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAsShown, runGuide } from './run-guide.ts'
import { shellBlocksWithOutput } from './shell-blocks.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'fitout-guide-'))))
afterAll(async () => rm(folder, { recursive: true }))

test('every command of the guide to leave the Helm provider prints what the guide shows', async () => {
  const blocks = await shellBlocksWithOutput('docs/guides/leave-the-helm-provider.md')
  expect(blocks.filter(({ output }) => output !== undefined)).toHaveLength(4)
  const printed = await runGuide(blocks, folder)
  const different = blocks.flatMap(({ output }, index) => {
    const text = printed[index] ?? ''
    return output === undefined || isAsShown(text, output) ? [] : [{ shown: output, printed: text }]
  })
  expect(different).toEqual([])
})
