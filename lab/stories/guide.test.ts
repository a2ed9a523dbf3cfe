import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shellBlocks } from '../../test/documents/shell-blocks.ts'

// A shell of its own for the whole guide, as a reader has: what one command exports, the next one finds.
const root = join(import.meta.dirname, '..', '..')
const environment = { ...process.env, LAB: 'guide' }
let said = ''

beforeAll(async () => {
  await run('make -s lab-down')
})

afterAll(async () => {
  await run('make -s lab-down')
})

test('every command of the lab guide does what the guide says', async () => {
  const blocks = await shellBlocks('docs/guides/lab.md')
  expect(blocks.length).toBeGreaterThan(6)
  const exitCode = await run(blocks.join(''))
  expect(exitCode, said).toBe(0)
  expect(said).toMatch(/helmrelease\S+podinfo condition met/)
  expect(said).toMatch(/kustomization\S+fleet condition met/)
  expect(said).toMatch(/node\/kwok-default-\S+ condition met/)
})

async function run(script: string): Promise<number | null> {
  said = ''
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd: root, env: environment })
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', chunk => (said += String(chunk)))
  return new Promise(resolve => {
    shell.once('exit', resolve)
  })
}
