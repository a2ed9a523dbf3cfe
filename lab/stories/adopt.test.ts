import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installFitout } from '../add-ons/fitting-out-controller.ts'
import { fluxRelease, writeInstallYaml } from '../add-ons/flux-release.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { untilEstablished } from '../kube/until.ts'
import { Lab } from '../lab.ts'
import { KUBERNETES_VERSION } from '../programs/programs.ts'
import { ExistingFleet, createExisting, revisionsOf, shopChart, untilRunning } from './existing-fleet.ts'
import { labClass, templateCrds } from './fleet-class.ts'
import type { FleetFolder } from './fleet-folder.ts'
import { GIT_IDENTITY, folderWithHelm } from './fleet-operator-scene.ts'
import { type ClusterWitness, witnessOf } from './untouched.ts'

const LABEL = { 'example.com/shop': 'by-caaph' }
const clusters = {
  boot: { name: 'boot', environment: 'dev' },
  cli: { name: 'cli', environment: 'dev' },
  caaph: { name: 'caaph', environment: 'dev' },
  plain: { name: 'plain', environment: 'dev' },
  twice: { name: 'twice', environment: 'prod' },
} as const
type ClusterName = keyof typeof clusters

let lab: Lab
let home: FleetFolder
let fleet: ExistingFleet
const controlPlanes = new Map<ClusterName, ControlPlane>()
const before = new Map<ClusterName, ClusterWitness>()

beforeAll(async () => {
  const names = Object.values(clusters).map(({ name, environment }) => `${environment}.${name}`)
  lab = await Lab.start({ name: 'adopt', controlPlanes: names, managementHasNodes: true, hasTopology: true })
  const { api } = lab.management
  await Promise.all(templateCrds.map(crd => api.apply(crd)))
  await untilEstablished(api, templateCrds)
  const { program } = await installFitout(lab)
  await Promise.all([program.start(), lab.git.commit('fleet', {}), lab.charts.publish(shopChart)])
  home = await folderWithHelm(lab, 'home')
  fleet = new ExistingFleet(lab, home)
  await mkdir(join(home.path, 'downloads'))
  await home.write('downloads/install.yaml', writeInstallYaml(await fluxRelease('2.9')))
  await home.write(
    'downloads/eks.yaml',
    labClass()
      .map(object => JSON.stringify(object))
      .join('\n---\n'),
  )
  for (const [name, cluster] of entriesOf()) {
    controlPlanes.set(name, await createExisting(lab, cluster, name === 'caaph' ? LABEL : {}))
  }
}, 1_800_000)
afterAll(() => lab?.stop())

test('five clusters run, each fitted out by another tool', async () => {
  await Promise.all([
    fleet.byFluxBootstrap(of('boot'), clusters.boot),
    fleet.byHelm(of('cli')),
    fleet.byCaaph(LABEL, 'dev'),
    fleet.byKubectl(of('plain')),
    fleet.byFluxBootstrap(of('twice'), clusters.twice).then(() => fleet.secondFlux(of('twice'))),
  ])
  const pods: Readonly<Record<ClusterName, number>> = { boot: 9, cli: 2, caaph: 2, plain: 2, twice: 11 }
  for (const [name] of entriesOf()) {
    await untilRunning(of(name), pods[name])
    before.set(name, await witnessOf(of(name)))
  }
  for (const name of ['boot', 'cli', 'caaph', 'twice'] as const) {
    expect([name, await revisionsOf(of(name), { name: 'shop', namespace: 'shop' })]).toEqual([
      name,
      ['1 deployed'],
    ])
  }
})

test('a fleet repository names the same add-ons, and the clusters', async () => {
  await home.shell(`${GIT_IDENTITY}
git clone --quiet ${lab.git.url('fleet')} fleet
cd fleet
fitout init --env dev,prod --credentials none --flux ../downloads/install.yaml
cp ../downloads/eks.yaml infrastructure/control-plane-cluster/classes/
mkdir add-ons`)
  await home.write('fleet/add-ons/shop.yaml', shopAddOn())
  const created = entriesOf().map(
    ([, { name, environment }]) =>
      `fitout cluster new ${name} --env ${environment} --set region=eu-west-1 --kubernetes ${KUBERNETES_VERSION}`,
  )
  await home.shell(`cd fleet
fitout add flux ../downloads/install.yaml
fitout add shop
${created.join('\n')}
fitout init --check`)
})

function shopAddOn(): string {
  return `apiVersion: fitout.dev/v1alpha1
kind: AddOn
name: shop
summary: What every cluster sells
version: ${shopChart.version}
namespace: shop
writesNamespace: false
releases:
- name: shop
  chart: {url: '${lab.charts.url}', name: shop}
  spec: {storageNamespace: shop}
  values: {replicas: 2, greeting: hello}
proof: {preset: helm-release, with: {name: shop, namespace: flux-system}}
`
}

function entriesOf(): readonly (readonly [ClusterName, (typeof clusters)[ClusterName]])[] {
  return Object.entries(clusters) as [ClusterName, (typeof clusters)[ClusterName]][]
}

function of(name: ClusterName): ControlPlane {
  const controlPlane = controlPlanes.get(name)
  if (!controlPlane) throw new Error(`cannot find cluster ${name}`)
  return controlPlane
}
