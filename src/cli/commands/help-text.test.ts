import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleClass } from '#test/cli/fleet-scene.ts'
import { wholeFluxRelease } from '#test/documents/whole-flux-release.ts'
import { writeDocuments } from '../../domain/yaml/document/join-documents.ts'
import { commands } from './all-commands.ts'
import { helpText } from './help-text.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runCli } from '../run-cli.ts'
import { sampleCommand } from '#test/cli/sample-command.ts'

test('Help shows one of everything', async () => {
  const text = helpText(sampleCommand, [sampleCommand])
  await expect(text).toMatchFileSnapshot('../../../test/golden/cli/help-sample.txt')
})

for (const command of [undefined, ...commands]) {
  const text = helpText(command, commands)
  const title = `fitout ${command?.name ?? ''}`.trim()

  test(`Help on ${title} fits on one screen`, () => {
    const lines = text.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(40)
    expect(lines.filter(line => line.length > 100)).toEqual([])
  })

  test(`Help on ${title} has three examples that run`, async () => {
    const examples = exampleCalls(text)
    expect(examples).toHaveLength(3)
    const cwd = await exampleFolder(
      ['init', 'add', 'adopt', 'cluster', 'migrate'].includes(command?.name ?? ''),
    )
    if (['apply', 'plan'].includes(command?.name ?? '')) await asClone(cwd)
    // 4: what talks to a cluster finds none here, and says so. 130: what takes its time was asked to end before it began.
    for (const words of examples) expect([0, 4, 130]).toContain(await runCli(words, memoryIo({ cwd })))
    await rm(cwd, { recursive: true })
  })
}

const fitout = `apiVersion: fitout.dev/v1alpha1
kind: Fitout
metadata: {name: eks}
spec:
  clusterSelector: {matchLabels: {fitout.dev/profile: eks}}
  steps: [{name: api, proof: {preset: api}}]
`

const workspaceTemplate = `kind: WorkspaceTemplate
metadata: {name: eks}
spec:
  template:
    spec:
      forProvider:
        module: |
          variable "region" {}
`

/** A folder with the files that examples name. */
async function exampleFolder(needsRepository: boolean): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fitout-help-'))
  await mkdir(join(folder, 'manifests'))
  await writeFile(
    join(folder, 'manifests/calico.yaml'),
    'apiVersion: v1\nkind: Namespace\nmetadata: {name: calico}\n',
  )
  await writeFile(join(folder, 'install.yaml'), writeDocuments([...wholeFluxRelease()]))
  await mkdir(join(folder, 'fleet'))
  await writeFile(join(folder, 'fleet/fitout.yaml'), fitout)
  await mkdir(join(folder, 'packs'))
  await writeFile(join(folder, 'packs/none.yaml'), '# nothing yet\n')
  await writeFile(join(folder, 'outputs.yaml'), 'cluster_name: blue\n')
  await mkdir(join(folder, 'infra/eks'), { recursive: true })
  await writeFile(join(folder, 'infra/eks/main.tf'), 'variable "region" {}\n')
  await writeFile(join(folder, 'prod.tfvars'), 'region = "eu-west-1"\n')
  await writeFile(join(folder, 'workspace-template.yaml'), workspaceTemplate)
  if (needsRepository) await fleetRepository(folder)
  return folder
}

/** The folder as a clone, with a commit for cluster blue. */
async function asClone(folder: string): Promise<void> {
  for (const name of ['base', 'clusters/blue']) {
    await mkdir(join(folder, name), { recursive: true })
    const manifest = `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name.replace('/', '-')}}\n`
    await writeFile(join(folder, name, 'namespace.yaml'), manifest)
  }
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: folder })
  git('init', '--quiet', '--initial-branch=main')
  git('add', 'base', 'clusters')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'x')
}

async function fleetRepository(folder: string): Promise<void> {
  await runCli(['init', '--git', 'https://gitlab.example.com/platform/fleet.git'], memoryIo({ cwd: folder }))
  await writeFile(join(folder, 'infrastructure/control-plane-cluster/classes/eks.yaml'), sampleClass)
  await writeFile(join(folder, 'variables.yaml'), 'region: eu-west-1\n')
}

/** The words after `fitout` in each example, without what the shell does around them. */
function exampleCalls(text: string): readonly (readonly string[])[] {
  const [, examples = ''] = /^Examples:\n((?: {2}.*\n)+)/m.exec(text) ?? []
  return Array.from(examples.matchAll(/\bfitout\b([^|>)\n]*)/g), ([, words = '']) =>
    // Behind two blanks stands what it is for.
    (words.trim().split('  ', 1)[0] ?? '').split(' '),
  ).map(words => words.filter(word => word !== ''))
}
