import { dump } from 'js-yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fluxRelease, writeInstallYaml } from '../add-ons/flux-release.ts'
import { hasCondition } from '../kube/conditions.ts'
import type { KubeApi } from '../kube/kube-api.ts'
import { type KubeObject, type ObjectRef, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab, LabCluster } from '../lab.ts'
import { FleetFolder } from './fleet-folder.ts'
import { aCni, aDefinition, aLargeDefinition } from './large-manifests.ts'
import { sharedLab } from './shared-lab.ts'

// What `fitout pack` makes goes through the real kubectl and the real ClusterResourceSet controller.
let lab: Lab
let red: LabCluster
let black: LabCluster
let fleet: FleetFolder

beforeAll(async () => {
  lab = sharedLab()
  fleet = await FleetFolder.create(lab, 'pack')
  await fleet.write('install.yaml', writeInstallYaml(await fluxRelease('2.9')))
  ;[red, black] = await Promise.all([lab.createCluster('red'), lab.createCluster('black')])
})

afterAll(() => fleet?.remove(red, black))

const WITHIN_MS = 600_000

test('Flux arrives whole, and its controllers run', { timeout: WITHIN_MS }, async () => {
  await fleet.shell('fitout pack flux install.yaml --version 2.9.4')
  await deliver('flux', red)

  const objects = await fleet.objects('flux')
  expect(objects).toHaveLength(32)
  expect(await missing(red.controlPlane.api, objects)).toEqual([])
  const usual = ['helm-controller', 'kustomize-controller', 'notification-controller', 'source-controller']
  expect(namesOf(objects, 'Deployment')).toEqual(usual)
  await untilAvailable(red, usual)
})

test(
  'Flux with two of its components arrives without the others, and with what was added to it',
  { timeout: WITHIN_MS },
  async () => {
    const annotations = { 'lab.example/role': 'source' }
    const release = await fluxRelease('2.9')
    const objects = release.objects.map(object => {
      const isAccount = object.kind === 'ServiceAccount' && object.metadata.name === 'source-controller'
      return isAccount ? { ...object, metadata: { ...object.metadata, annotations } } : object
    })
    await fleet.write('changed.yaml', writeInstallYaml({ ...release, objects }))
    await fleet.shell(
      'fitout pack flux-small changed.yaml --version 2.9.4 --components source-controller,helm-controller',
    )
    await deliver('flux-small', black)

    const { api } = black.controlPlane
    expect(await missing(api, await fleet.objects('flux-small'))).toEqual([])
    const deployments = await api.list('apps/v1', 'Deployment')
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['helm-controller', 'source-controller'])
    const account = await api.get(ref('v1', 'ServiceAccount', 'flux-system/source-controller'))
    expect(account.metadata.annotations).toEqual(annotations)
    await untilAvailable(black, ['helm-controller', 'source-controller'])
  },
)

test('a CNI of more than 1.5 MB arrives whole, letter for letter', { timeout: WITHIN_MS }, async () => {
  const objects = await aCni(lab.site.modules)
  await fleet.write('cni.yaml', writeAll(objects))
  await fleet.shell('fitout pack cni cni.yaml')
  expect(await fleet.bytes('cni')).toBeGreaterThan(1.5 * 1024 * 1024)
  await deliver('cni', black)

  const { api } = black.controlPlane
  expect(await missing(api, objects)).toEqual([])
  for (const configMap of objects.filter(({ kind }) => kind === 'ConfigMap')) {
    expect((await api.get(configMap))['data']).toEqual(configMap['data'])
  }
})

test('a CRD too large for kubectl is refused, and arrives without its descriptions', async () => {
  const crd = await aLargeDefinition(lab.site.modules, 'large.lab.example')
  await fleet.write('large.yaml', writeAll([crd]))
  const refused = await fleet.shell('fitout pack large large.yaml || true')
  expect(refused).toMatch(
    /^large\.yaml:1:1: error: CustomResourceDefinition clusterclasses\.large\.lab\.example has \d+ bytes/,
  )
  expect(refused).toContain('fix: --strip-descriptions')

  await fleet.shell('fitout pack large large.yaml --strip-descriptions')
  await deliver('large', black)
  expect(await missing(black.controlPlane.api, [crd])).toEqual([])
})

test('a file with 400 CRDs arrives whole', { timeout: WITHIN_MS }, async () => {
  const crds = Array.from({ length: 400 }, (_, index) => aDefinition(`thing${index}`, 'many.lab.example'))
  await fleet.write('many.yaml', writeAll(crds))
  await fleet.shell('fitout pack many many.yaml')
  await deliver('many', black)

  const { api } = black.controlPlane
  expect(await missing(api, crds)).toEqual([])
  const [last] = crds.slice(-1)
  await until('the last of them is served', async () =>
    hasCondition(last && (await api.get(last)), 'Established', 'True'),
  )
})

/** Applies a pack as a person would, labels the cluster, waits, and says how long it took. */
async function deliver(pack: string, cluster: LabCluster): Promise<void> {
  const started = performance.now()
  await fleet.apply(pack)
  const applied = performance.now()
  await fleet.label(cluster, pack)
  await fleet.untilDelivered(pack, cluster, WITHIN_MS)
  const delivered = performance.now()
  expect(await fleet.delivered(pack, cluster)).toEqual(await fleet.predicted(pack))
  const [objects, bytes] = [(await fleet.objects(pack)).length, await fleet.bytes(pack)]
  process.stdout.write(
    `${pack}: ${objects} objects, ${bytes} bytes; kubectl apply ${seconds(applied - started)}, ` +
      `label to delivered ${seconds(delivered - applied)}\n`,
  )
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

async function missing(api: KubeApi, objects: readonly ObjectRef[]): Promise<readonly string[]> {
  const names: string[] = []
  for (const object of objects) {
    if (!(await api.find(object))) names.push(`${object.kind} ${object.metadata.name}`)
  }
  return names
}

async function untilAvailable({ controlPlane }: LabCluster, deployments: readonly string[]): Promise<void> {
  for (const name of deployments) {
    const metadata = { name, namespace: 'flux-system' }
    await until(`${name} is available`, async () => {
      const found = await controlPlane.api.get({ apiVersion: 'apps/v1', kind: 'Deployment', metadata })
      return hasCondition(found, 'Available', 'True')
    })
  }
}

function namesOf(objects: readonly ObjectRef[], wanted: string): readonly string[] {
  return objects
    .filter(({ kind }) => kind === wanted)
    .map(({ metadata }) => metadata.name)
    .toSorted()
}

function writeAll(objects: readonly KubeObject[]): string {
  return objects.map(object => dump(object, { lineWidth: -1, noRefs: true })).join('---\n')
}
