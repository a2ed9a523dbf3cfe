import { afterAll, beforeAll, expect, test } from 'vitest'
import { shellBlocksWithOutput } from '../../test/documents/shell-blocks.ts'
import { fluxRelease, writeInstallYaml } from '../add-ons/flux-release.ts'
import type { LabCluster } from '../lab.ts'
import { FleetFolder } from './fleet-folder.ts'
import { sharedLab } from './shared-lab.ts'

let blue: LabCluster
let fleet: FleetFolder

// The place that the guide starts from: a repository with the pack of 2.8.8, which the cluster has.
beforeAll(async () => {
  const lab = sharedLab()
  fleet = await FleetFolder.create(lab, 'pack-upgrade-guide')
  blue = await lab.createCluster('blue')
  await fleet.shell('mkdir manifests')
  await fleet.write('manifests/flux-2.8.8.yaml', writeInstallYaml(await fluxRelease('2.8')))
  await fleet.shell('fitout pack flux manifests/flux-2.8.8.yaml --version 2.8.8')
  await fleet.shell(
    `git init --quiet && git config user.name Reader && git config user.email reader@fitout.dev
    git add . && git commit --quiet --message 'Flux 2.8.8'`,
  )
  await fleet.apply('flux')
  await fleet.label(blue, 'flux')
  await fleet.untilDelivered('flux', blue)
  await fleet.write('manifests/flux-2.9.4.yaml', writeInstallYaml(await fluxRelease('2.9')))
})

afterAll(() => fleet?.remove(blue))

test('every command of the guide to upgrade Flux does what the guide says', async () => {
  const all = await shellBlocksWithOutput('docs/guides/upgrade.md')
  const blocks = all.filter(({ section }) => section === 'Flux on running clusters')
  const said: string[] = []
  for (const { commands } of blocks) said.push(await fleet.shell(commands))
  const text = said.join('')
  expect(text).toMatch(/^alerts\.notification\S+ +\[v1beta3\]$/m)
  expect(text).toContain('flux: 0 added, 32 changed, 0 removed')
  expect(text).toMatch(/deployment\S+helm-controller condition met/)
  expect(text).toMatch(/^flux\.helm-controller\ttrue\tsha256:/m)
  expect(text).toContain('flux: 0 added, 0 changed, 3 removed')
  expect(text).toContain('clusterresourceset.addons.cluster.x-k8s.io/flux-2 condition met')
  expect(said.at(-1)).toMatch(/^notification-controller +1\/1/m)

  const upgraded = said.find(text => text.includes('flux.namespaces.flux-system\ttrue')) ?? ''
  const [, predicted] = /name: flux\.helm-controller\n.*\n\s+hash: (sha256:\w+)/.exec(upgraded) ?? []
  expect(upgraded).toContain(`flux.helm-controller\ttrue\t${predicted}\n`)
})
