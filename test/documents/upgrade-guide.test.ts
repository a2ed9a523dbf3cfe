import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeDocuments } from '../../src/domain/yaml/document/join-documents.ts'
import { FleetScene } from '../cli/fleet-scene.ts'
import { withMinor } from '../domain/sample-release.ts'
import { isAsShown, runGuide } from './run-guide.ts'
import { shellBlocksWithOutput } from './shell-blocks.ts'
import { wholeFluxRelease } from './whole-flux-release.ts'

const run = promisify(execFile)

let folder: string
let scene: FleetScene

// The place that the guide starts from: a repository with two clusters and three add-ons, committed.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-guide-'))
  scene = await FleetScene.withRepository('', {
    'manifests/flux-2.8.8.yaml': fluxRelease('8'),
    'manifests/flux-2.9.4.yaml': fluxRelease('9'),
  })
  for (const line of [
    'add cilium cilium.yaml',
    'add flux manifests/flux-2.8.8.yaml --version 2.8.8',
    'add karpenter --version 1.8.2',
    'cluster new blue --env dev --set region=eu-west-1 --kubernetes 1.34.2',
    'cluster new green --env prod --set region=us-east-1 --kubernetes 1.34.2',
  ]) {
    const said = await scene.run(line)
    if (!said.endsWith('(exit 0)\n')) throw new Error(said)
  }
  const work = join(folder, 'work')
  await cp(scene.folder, work, { recursive: true })
  const git = (...args: readonly string[]) => run('git', args, { cwd: work })
  await git('init', '--quiet')
  await git('config', 'user.name', 'Reader')
  await git('config', 'user.email', 'reader@fitout.dev')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'The fleet')
})
afterAll(async () => {
  await scene.close()
  await rm(folder, { recursive: true })
})

function fluxRelease(minor: string): string {
  return writeDocuments([...withMinor(wholeFluxRelease(), minor)])
}

test('every command of the guide to upgrades prints what the guide shows', async () => {
  // Those about Flux on running clusters need such clusters: the lab runs them.
  const blocks = (await shellBlocksWithOutput('docs/guides/upgrade.md')).filter(
    ({ section }) => section !== 'Flux on running clusters',
  )
  expect(blocks.length).toBeGreaterThanOrEqual(7)
  expect(blocks.filter(({ output }) => output !== undefined)).toHaveLength(4)
  const printed = await runGuide(blocks, folder)
  const different = blocks.flatMap(({ output }, index) => {
    const text = printed[index] ?? ''
    return output === undefined || isAsShown(text, output) ? [] : [{ shown: output, printed: text }]
  })
  expect(different).toEqual([])
})
