import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FitoutRelease, releaseCheckout } from '../add-ons/fitout-release.ts'
import { fluxRelease, writeInstallYaml } from '../add-ons/flux-release.ts'
import { until } from '../kube/until.ts'
import { Lab } from '../lab.ts'
import { FleetFolder } from './fleet-folder.ts'
import { karpenterForGuides } from './guide-karpenter.ts'
import { followGuide } from './guide-shell.ts'

let lab: Lab
let fleet: FleetFolder
let release: FitoutRelease

// The place that the guides start from: two clusters without add-ons, and the manifests that a reader downloads.
beforeAll(async () => {
  lab = await Lab.start({
    name: 'fitting-out-guides',
    controlPlanes: ['blue', 'green'],
    managementHasNodes: true,
  })
  release = await releaseCheckout(lab)
  fleet = await FleetFolder.create(lab)
  await fleet.shell('mkdir manifests')
  await fleet.write('manifests/flux-2.9.4.yaml', writeInstallYaml(await fluxRelease('2.9')))
  await lab.charts.publish(await karpenterForGuides(lab.site.modules))
  await Promise.all(['blue', 'green'].map(name => lab.createCluster(name)))
}, 300_000)

afterAll(() => lab?.stop())

// Each continues where the one before it ended.
const timeout = 600_000

test('the guide to the first cluster does and prints what it says', { timeout }, async () => {
  // A release knows its image; a checkout is told.
  const differences = await followGuide(fleet, 'docs/guides/first-cluster.md', commands =>
    commands.replace(/^fitout install$/m, `fitout install --image ${release.image}`),
  )
  expect(differences).toEqual([])
})

test('the guide to writing a Fitout does and prints what it says', { timeout }, async () => {
  expect(await followGuide(fleet, 'docs/guides/write-a-fitout.md')).toEqual([])
})

test('the guide to values from Terraform does and prints what it says', { timeout }, async () => {
  const source = '{type: oci, url: "oci://public.ecr.aws/karpenter"}'
  const fromLab = `{interval: 10m, url: "${lab.charts.url}"}`
  const differences = await followGuide(fleet, 'docs/guides/values-from-terraform.md', commands =>
    commands.replace(source, fromLab),
  )
  expect(differences).toEqual([])
  expect(await fleet.shell('cat manifests/karpenter.yaml')).toContain(fromLab)
})

test('the guide for whoever is stuck leads to the cause, and what it says ends it', { timeout }, async () => {
  expect(await followGuide(fleet, 'docs/guides/troubleshooting.md')).toEqual([])
})

test('the guide to operations does and prints what it says', { timeout }, async () => {
  // What a provider does, the lab does when the guide gets there.
  const comment = '# Here your provider writes new credentials'
  const rotated = rotateWhenAsked(join(fleet.path, 'rotate'))
  const differences = await followGuide(fleet, 'docs/guides/operations.md', commands =>
    commands.replace(comment, `touch rotate; while [ -e rotate ]; do sleep 0.1; done\n${comment}`),
  )
  expect(differences).toEqual([])
  await rotated
})

async function rotateWhenAsked(file: string): Promise<void> {
  await until('the guide gets to the rotation', async () => existsSync(file), timeout)
  await lab.rotateKubeconfig(await lab.untilConnected('blue'))
  await rm(file)
}
