import { afterAll, beforeAll, expect, test } from 'vitest'
import { releaseCheckout } from '../add-ons/fitout-release.ts'
import { fluxRelease, writeInstallYaml } from '../add-ons/flux-release.ts'
import { Lab } from '../lab.ts'
import { FleetFolder } from './fleet-folder.ts'
import { karpenterForGuides } from './guide-karpenter.ts'
import { followGuide } from './guide-shell.ts'

let lab: Lab
let fleet: FleetFolder

// The manifests name this cluster; it has nothing but what Cluster API gives it.
beforeAll(async () => {
  lab = await Lab.start({ name: 'from-a-proposal', controlPlanes: ['cluster-1'], managementHasNodes: true })
  const { image } = await releaseCheckout(lab)
  fleet = await FleetFolder.create(lab)
  await fleet.shell('mkdir manifests')
  await fleet.write('manifests/flux-2.9.4.yaml', writeInstallYaml(await fluxRelease('2.9')))
  await lab.charts.publish(await karpenterForGuides(lab.site.modules))
  await lab.createCluster('cluster-1')
  await fleet.shell(`fitout install --image ${image}`)
}, 300_000)

afterAll(() => lab?.stop())

test(
  'what lint fixes and advises of three proposals makes a cluster ready, as the guide says',
  { timeout: 600_000 },
  async () => {
    const source = 'spec: {type: oci, url: "oci://public.ecr.aws/karpenter"}'
    const fromLab = `spec: {interval: 10m, url: "${lab.charts.url}"}`
    const differences = await followGuide(fleet, 'docs/guides/from-a-proposal.md', commands =>
      commands.replace(source, fromLab),
    )
    expect(differences).toEqual([])
    expect(await fleet.shell('cat manifests/karpenter-source.yaml')).toContain(fromLab)
  },
)
