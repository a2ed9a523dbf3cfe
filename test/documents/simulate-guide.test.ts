import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { namespaceObject, workloadObject } from '../../src/simulator/fleet/add-on-objects.ts'
import { fileOf } from '../simulator/sample-files.ts'
import { isAsShown, runGuide } from './run-guide.ts'
import { shellBlocksWithOutput } from './shell-blocks.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-guide-'))
  await mkdir(join(folder, 'work/manifests'), { recursive: true })
  // What the reader has.
  const image = 'example.com/agent:1.0.0'
  const agent = workloadObject('DaemonSet', { namespace: 'network', name: 'agent', image })
  const { text } = fileOf('', [namespaceObject('network'), agent])
  await writeFile(join(folder, 'work/manifests/network.yaml'), text)
})
afterAll(async () => rm(folder, { recursive: true }))

test('every command of the guide to simulations prints what the guide shows', async () => {
  const blocks = await shellBlocksWithOutput('docs/guides/simulate-in-ci.md')
  expect(blocks.filter(({ output }) => output !== undefined)).toHaveLength(2)
  const printed = await runGuide(blocks, folder)
  const different = blocks.flatMap(({ output }, index) => {
    const text = printed[index] ?? ''
    return output === undefined || isAsShown(text, output) ? [] : [{ shown: output, printed: text }]
  })
  expect(different).toEqual([])
})
