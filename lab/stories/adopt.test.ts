import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installFitout } from '../add-ons/fitting-out-controller.ts'
import { fluxRelease, writeInstallYaml } from '../add-ons/flux-release.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { ref } from '../kube/kube-object.ts'
import { until, untilEstablished } from '../kube/until.ts'
import { Lab } from '../lab.ts'
import { buildTool } from '../programs/build-tool.ts'
import { KUBERNETES_VERSION } from '../programs/programs.ts'
import { ExistingFleet, createExisting, revisionsOf, shopChart, untilRunning } from './existing-fleet.ts'
import { adoptionOf, releaseIn } from './adoption-report.ts'
import { revisionOf, takenByAll } from './fleet-changes.ts'
import { labClass, templateCrds } from './fleet-class.ts'
import type { FleetFolder } from './fleet-folder.ts'
import { GIT_IDENTITY, folderWithHelm } from './fleet-operator-scene.ts'
import { type ClusterWitness, disturbedSince, witnessOf } from './untouched.ts'

const LABEL = { 'example.com/shop': 'by-caaph' }
const SHOP = { name: 'shop', namespace: 'shop' }
const clusters = {
  cli: { name: 'cli', environment: 'dev' },
  plain: { name: 'plain', environment: 'dev' },
  caaph: { name: 'caaph', environment: 'dev' },
  boot: { name: 'boot', environment: 'prod' },
  twice: { name: 'twice', environment: 'prod' },
} as const
type ClusterName = keyof typeof clusters

let lab: Lab
let home: FleetFolder
let fleet: ExistingFleet
const controlPlanes = new Map<ClusterName, ControlPlane>()
const before = new Map<ClusterName, ClusterWitness>()

beforeAll(async () => {
  for (const tool of ['caaph', 'flux'] as const) await buildTool(tool)
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
  for (const name of namesOf(clusters))
    controlPlanes.set(name, await createExisting(lab, clusters[name], name === 'caaph' ? LABEL : {}))
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
  const pods: Readonly<Record<ClusterName, number>> = { boot: 6, cli: 2, caaph: 2, plain: 2, twice: 8 }
  for (const name of namesOf(clusters)) {
    await untilRunning(of(name), pods[name])
    before.set(name, await witnessOf(of(name)))
  }
  for (const name of ['boot', 'cli', 'caaph', 'twice'] as const)
    expect([name, await revisionsOf(of(name), SHOP)]).toEqual([name, ['1 deployed']])
})

test('releases of the Helm CLI, and manifests of kubectl, are found, and safe to adopt', async () => {
  await home.shell(`${GIT_IDENTITY}
git clone --quiet ${lab.git.url('fleet')} fleet
cd fleet
fitout init --env dev,prod --credentials none --flux ../downloads/install.yaml
cp ../downloads/eks.yaml infrastructure/control-plane-cluster/classes/
mkdir add-ons`)
  await home.write('fleet/add-ons/shop.yaml', shopAddOn())
  await home.shell(
    'cd fleet && fitout add cilium ../cilium.yaml && fitout add flux ../downloads/install.yaml && fitout add shop',
  )
  await newClusters('cli', 'plain')

  const cli = await adoptionOf(home, 'dev/cli')
  expect(cli).toMatchObject({ verdict: 'safe', refusals: [], beside: [], others: [] })
  expect(releaseIn(cli, 'shop')).toMatchObject({
    object: 'HelmRelease flux-system/shop',
    found: {
      chart: 'shop',
      version: '2.0.1',
      revision: 1,
      history: 1,
      status: 'deployed',
      storage: 'shop',
      by: { tool: 'helm' },
      before: [],
    },
    isSameVersion: true,
    values: [],
    valuesNotCompared: [],
    rendered: { kind: 'equal', objects: 2 },
    effects: [],
  })

  const plain = await adoptionOf(home, 'dev/plain')
  expect(plain).toMatchObject({ verdict: 'safe', refusals: [], beside: [], others: [] })
  const cilium = plain.steps.find(({ name }) => name === 'cilium')
  expect(cilium?.objects.map(({ object, state, by }) => [object, state, by?.tool])).toEqual([
    ['CustomResourceDefinition ciliumnodes.cilium.io', 'same', 'kubectl-apply'],
    ['DaemonSet kube-system/cilium', 'same', 'kubectl-apply'],
    ['Deployment kube-system/cilium-operator', 'same', 'kubectl-apply'],
  ])
  expect(releaseIn(plain, 'shop').found).toBeUndefined()
})

test('they are adopted, and nothing is restarted, deleted or made again', async () => {
  await push('Adopt cli and plain')
  await home.shell(`cd fleet
until kubectl apply --server-side --kustomize clusters/tmp-mgmt/flux-system; do sleep 1; done
fitout wait dev/cli dev/plain --timeout 10m`)
  expect(await disturbed('cli')).toEqual([])
  expect(await disturbed('plain')).toEqual([])
  expect(await revisionsOf(of('cli'), SHOP)).toEqual(['1 superseded', '2 deployed'])
})

test('a release that CAAPH keeps is refused, and it is said what to do', async () => {
  await newClusters('caaph')
  const caaph = await adoptionOf(home, 'dev/caaph')
  expect(caaph.verdict).toBe('refused')
  expect(caaph.refusals.map(({ code, object }) => [code, object])).toEqual([
    ['OTHER_TOOL', 'HelmRelease flux-system/shop'],
  ])
  expect(releaseIn(caaph, 'shop')).toMatchObject({
    found: { chart: 'shop', version: '2.0.1', revision: 1, status: 'deployed', by: { tool: 'caaph' } },
    isSameVersion: true,
    values: [],
    valuesNotCompared: [],
    rendered: { kind: 'equal', objects: 2 },
    effects: [],
  })
})

test('with --write CAAPH is paused, Flux continues its release, and nothing is restarted', async () => {
  await home.shell('cd fleet && fitout adopt dev/caaph --write && fitout lint >&2')
  expect(await adoptionOf(home, 'dev/caaph')).toMatchObject({ verdict: 'safe', refusals: [] })
  await push('Adopt caaph')
  await home.shell('cd fleet && fitout wait dev/caaph --timeout 10m')
  const { api } = lab.management
  const proxies = await api.list('addons.cluster.x-k8s.io/v1alpha1', 'HelmReleaseProxy')
  expect(proxies.map(({ metadata }) => metadata.annotations?.['cluster.x-k8s.io/paused'])).toEqual(['true'])
  expect(await disturbed('caaph')).toEqual([])
  expect(await revisionsOf(of('caaph'), SHOP)).toEqual(['1 superseded', '2 deployed'])
})

test('the way back of the guide: Flux lets go of the release, CAAPH has it again, and nothing is restarted', async () => {
  const file = 'clusters/dev/caaph/infrastructure.yaml'
  const folder = 'infrastructure/control-plane-cluster/capi/dev/caaph'
  const guard = '          kustomize.toolkit.fluxcd.io/prune: disabled\n'
  const adopted = await readFile(join(home.path, 'fleet', file), 'utf8')
  expect(adopted).toContain(guard)
  await home.write(`fleet/${file}`, adopted.replace(guard, `${guard}      spec:\n        suspend: true\n`))
  await home.shell(`cd fleet/${folder}\nsed -i /paused-/d kustomization.yaml\ngit rm --quiet paused-*.yaml`)
  await push('Give the release back to CAAPH')
  await takenByAll(new Map([['management', lab.management.api]]), await head())
  const { api } = of('caaph')
  const release = ref('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'flux-system/shop')
  await until('Flux has suspended the release', async () => {
    const { spec } = await api.get(release)
    return (spec as { readonly suspend?: boolean }).suspend === true
  })
  await home.shell(
    'kubectl --namespace dev annotate helmreleaseproxies.addons.cluster.x-k8s.io --all cluster.x-k8s.io/paused-',
  )

  const guarded = '# Keeps what ran on the cluster when it was adopted.'
  await home.write(`fleet/${file}`, adopted.replace(guarded, '$patch: delete'))
  await push('Take the release out of Git')
  const revision = revisionOf(await head())
  await until(`all Kustomizations are at ${revision}`, async () => {
    const all = await api.list('kustomize.toolkit.fluxcd.io/v1', 'Kustomization')
    return all.every(
      ({ status }) => (status as { lastAppliedRevision?: string }).lastAppliedRevision === revision,
    )
  })
  await fleet.on(of('caaph'), await commandOfGuide(/`(kubectl delete helmrelease) metrics-server( [^`]*)`/))
  const ofFlux = /^delete helm(releases|charts) flux-system\//
  expect((await disturbed('caaph')).filter(line => !ofFlux.test(line))).toEqual([])
  expect((await revisionsOf(of('caaph'), SHOP)).at(-1)).toMatch(/ deployed$/)
})

test('a bootstrapped cluster is refused as long as its Flux would prune itself, and its release has another HelmRelease', async () => {
  await newClusters('boot')
  const boot = await adoptionOf(home, 'prod/boot')
  expect(boot.verdict).toBe('refused')
  expect(boot.refusals.map(({ code, object }) => [code, object])).toEqual([
    ['DELETES_OBJECTS', 'Kustomization flux-system/flux-system'],
    ['OTHER_TOOL', 'HelmRelease flux-system/shop'],
  ])
  expect(releaseIn(boot, 'shop')).toMatchObject({
    found: { chart: 'shop', version: '2.0.1', revision: 1, status: 'deployed', by: { tool: 'flux-helm' } },
    isSameVersion: true,
    values: [],
    rendered: { kind: 'equal', objects: 2 },
    effects: [],
  })
})

test('with --write its Flux reads the new folder, prunes nothing, and continues its release by the new HelmRelease', async () => {
  await home.shell('cd fleet && fitout adopt prod/boot --write && fitout lint >&2')
  expect(await adoptionOf(home, 'prod/boot')).toMatchObject({ verdict: 'changes', refusals: [] })
  await push('Adopt boot')
  await home.shell('cd fleet && fitout wait prod/boot --timeout 10m')
  const { api } = of('boot')
  const before = await api.get(ref('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'default/shop'))
  expect(before['spec']).toMatchObject({ suspend: true })
  expect(await disturbed('boot')).toEqual([])
  expect(await revisionsOf(of('boot'), SHOP)).toEqual(['1 superseded', '2 deployed'])
})

test('two installations of Flux are refused, with the reason', async () => {
  await newClusters('twice')
  const twice = await adoptionOf(home, 'prod/twice')
  expect(twice.verdict).toBe('refused')
  const refusal = twice.refusals.find(({ code }) => code === 'FLUX_TWICE')
  expect(refusal?.message).toMatch(/flux-system .*gitops/)
  const files = await home.shell('cd fleet && git status --porcelain')
  await home.shell('cd fleet && ! fitout adopt prod/twice --write')
  expect(await home.shell('cd fleet && git status --porcelain')).toBe(files)
  expect(await disturbed('twice')).toEqual([])
})

async function push(message: string): Promise<void> {
  await home.shell(`${GIT_IDENTITY}
cd fleet
git add --all
git commit --quiet --message '${message}'
git push --quiet origin HEAD:main`)
}

async function head(): Promise<string> {
  return (await home.shell('git -C fleet rev-parse HEAD')).trim()
}

/** A command of the guide, about the release of this story. */
async function commandOfGuide(pattern: RegExp): Promise<string> {
  const guide = await readFile('docs/guides/adopt-a-running-fleet.md', 'utf8')
  const [, before, behind] = pattern.exec(guide) ?? []
  if (before === undefined) throw new Error(`the guide has no ${pattern}`)
  return `${before} shop${behind}`
}

async function newClusters(...names: readonly ClusterName[]): Promise<void> {
  const lines = names.map(name => {
    const { environment } = clusters[name]
    return `fitout cluster new ${name} --env ${environment} --set region=eu-west-1 --kubernetes ${KUBERNETES_VERSION}`
  })
  await home.shell(`cd fleet\n${lines.join('\n')}\nfitout init --check`)
}

async function disturbed(name: ClusterName): Promise<readonly string[]> {
  const witness = before.get(name)
  if (!witness) throw new Error(`nothing was seen of cluster ${name}`)
  return disturbedSince(of(name), witness)
}

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
  spec: {storageNamespace: shop, install: {createNamespace: true}}
  values: {replicas: 2, greeting: hello}
proof: {preset: helm-release, with: {name: shop, namespace: flux-system}}
`
}

function namesOf<Key extends string>(map: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(map) as Key[]
}

function of(name: ClusterName): ControlPlane {
  const controlPlane = controlPlanes.get(name)
  if (!controlPlane) throw new Error(`cannot find cluster ${name}`)
  return controlPlane
}
