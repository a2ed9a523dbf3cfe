import { afterAll, beforeAll, expect, test } from 'vitest'
import { fluxRelease, writeInstallYaml } from '../add-ons/flux-release.ts'
import { type ObjectRef, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab, LabCluster } from '../lab.ts'
import { bindingRef, entryOf, setRef } from './cluster-resource-set/scene.ts'
import { FleetFolder } from './fleet-folder.ts'
import { sharedLab } from './shared-lab.ts'

// One cluster with Flux 2.8.8 from a pack that is applied once, and the ways that lead from there to 2.9.4, or do not.
let lab: Lab
let white: LabCluster
let fleet: FleetFolder
let uids: readonly (string | undefined)[]

const sourceController = ref('apps/v1', 'Deployment', 'flux-system/source-controller')
const buckets = ref('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'buckets.source.toolkit.fluxcd.io')
const options = '--components source-controller'
const sameSelector = '--selector flux.fitout.dev/enabled=true'

beforeAll(async () => {
  lab = sharedLab()
  fleet = await FleetFolder.create(lab, 'pack-strategies')
  for (const series of ['2.8', '2.9'] as const) {
    await fleet.write(`install-${series}.yaml`, writeInstallYaml(await fluxRelease(series)))
  }
  white = await lab.createCluster('white')
  await fleet.label(white, 'flux')
  await pack('flux', '2.8', '--strategy ApplyOnce')
  await fleet.untilDelivered('flux', white)
  uids = await uidsOf(await fleet.objects('flux'))
})

afterAll(() => fleet?.remove(white))

test('ApplyOnce delivers to a new cluster and says the predicted hashes', async () => {
  expect(await fleet.delivered('flux', white)).toEqual(await fleet.predicted('flux'))
  expect(await versions()).toEqual({ deployment: 'v2.8.8', crd: 'v2.8.8' })
})

test('ApplyOnce: a changed pack changes nothing on a cluster that has it', async () => {
  const before = await fleet.delivered('flux', white)
  const told = await fleet.shell(`fitout pack flux ${source('2.9')} --strategy ApplyOnce ${options} --diff`)
  expect(new Set(told.match(/^~.*$/gm)?.map(line => line.split(/ {2,}/)[1]))).toEqual(
    new Set(['is delivered only to clusters that get the pack later']),
  )

  await pack('flux', '2.9', '--strategy ApplyOnce')
  await untilSeen('flux')
  expect(await fleet.delivered('flux', white)).toEqual({ ...before, seen: expect.any(String) as string })
  expect(await fleet.predicted('flux')).not.toEqual(before)
  expect(await versions()).toEqual({ deployment: 'v2.8.8', crd: 'v2.8.8' })
})

test('a new pack with ApplyOnce says that all is applied, and leaves everything as it was', async () => {
  await pack('flux-2-9', '2.9', `--strategy ApplyOnce ${sameSelector}`)
  await fleet.untilDelivered('flux-2-9', white)
  expect(await fleet.delivered('flux-2-9', white)).toEqual(await fleet.predicted('flux-2-9'))
  expect(await versions()).toEqual({ deployment: 'v2.8.8', crd: 'v2.8.8' })
})

test('the strategy of a pack that is committed is not changed', async () => {
  const told = await fleet.shell(
    `fitout pack flux ${source('2.9')} --strategy Reconcile ${options} || echo "exit code $?"`,
  )
  expect(told).toContain(
    'cannot replace pack flux: ClusterResourceSet flux is committed with strategy ApplyOnce',
  )
  expect(told).toContain('exit code 1')
})

test('a new pack with Reconcile upgrades what the old one brought, on clusters with its label', async () => {
  await pack('flux-new', '2.9', '')
  await fleet.label(white, 'flux-new')
  await fleet.untilDelivered('flux-new', white)
  expect(await fleet.delivered('flux-new', white)).toEqual(await fleet.predicted('flux-new'))
  expect(await versions()).toEqual({ deployment: 'v2.9.4', crd: 'v2.9.4' })
  expect(await uidsOf(await fleet.objects('flux'))).toEqual(uids)
})

test('deleting the old packs takes their ConfigMaps along, and nothing else', async () => {
  await fleet.shell('kubectl delete clusterresourceset flux')
  await until('the set is gone', async () => !(await lab.management.api.find(setRef('flux'))))
  await fleet.shell('kubectl delete clusterresourceset flux-2-9')
  await until('its ConfigMaps are gone', async () => {
    const left = (await packConfigMaps()).filter(([of]) => of !== 'flux-new')
    if (left.length > 0) throw new Error(JSON.stringify(left))
    return true
  })
  const kept = Object.keys(await fleet.predicted('flux-new'))
  expect((await packConfigMaps()).map(([, name]) => name)).toEqual(kept.toSorted())
  expect(await uidsOf(await fleet.objects('flux'))).toEqual(uids)
  const deletions = white.controlPlane
    .audit()
    .filter(({ verb, user }) => verb.startsWith('delete') && user.username === 'white-admin')
  expect(deletions).toEqual([])
})

test('the new pack continues alone', async () => {
  await pack('flux-new', '2.8', '')
  await fleet.untilDelivered('flux-new', white)
  expect(await versions()).toEqual({ deployment: 'v2.8.8', crd: 'v2.8.8' })
})

test('what a smaller pack leaves out stays, until a user removes it', async () => {
  const smaller = `fitout pack flux-new ${source('2.8')} ${options} --network-policy false`
  const told = await fleet.shell(`${smaller} --diff`)
  const commands = [...told.matchAll(/to remove it, on each of them: (.+)$/gm)].map(([, command]) => command)
  expect(commands).toHaveLength(3)
  await fleet.shell(smaller)
  await fleet.apply('flux-new')
  await fleet.untilDelivered('flux-new', white)
  const policies = () => white.controlPlane.api.list('networking.k8s.io/v1', 'NetworkPolicy')
  expect(await policies()).toHaveLength(3)

  for (const command of commands) await fleet.shell(`${command} --context white`)
  expect(await policies()).toEqual([])
})

async function pack(name: string, series: '2.8' | '2.9', more: string): Promise<void> {
  await fleet.shell(`fitout pack ${name} ${source(series)} ${options} ${more}`)
  await fleet.apply(name)
}

function source(series: '2.8' | '2.9'): string {
  return `install-${series}.yaml --version ${series === '2.8' ? '2.8.8' : '2.9.4'}`
}

/** Which Flux the cluster has, by what a Deployment and a CRD say of themselves. */
async function versions(): Promise<Readonly<Record<string, string | undefined>>> {
  return { deployment: await versionOf(sourceController), crd: await versionOf(buckets) }
}

async function versionOf(object: ObjectRef): Promise<string | undefined> {
  return (await white.controlPlane.api.get(object)).metadata.labels?.['app.kubernetes.io/version']
}

async function uidsOf(objects: readonly ObjectRef[]): Promise<typeof uids> {
  const found = await Promise.all(objects.map(object => white.controlPlane.api.get(object)))
  return found.map(({ metadata }) => metadata.uid)
}

/** The ConfigMaps of packs on the management cluster: of which pack, and the name. */
async function packConfigMaps(): Promise<readonly (readonly [string | undefined, string])[]> {
  const found = await lab.management.api.list('v1', 'ConfigMap', '?labelSelector=fitout.dev/pack')
  return found.map(({ metadata }) => [metadata.labels?.['fitout.dev/pack'], metadata.name] as const)
}

/** Waits until the controller has looked at a set after now: one more source, listed last, is applied then. */
async function untilSeen(set: string): Promise<void> {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'seen', namespace: 'default' } }
  await lab.management.api.create({ ...object, data: { 'seen.json': JSON.stringify(object) } })
  const { spec } = await lab.management.api.get(setRef(set))
  const { resources } = spec as { readonly resources: readonly object[] }
  await lab.management.api.patch(setRef(set), {
    spec: { resources: [...resources, { kind: 'ConfigMap', name: 'seen' }] },
  })
  await until('the set has been seen', async () => {
    const entry = entryOf(await lab.management.api.get(bindingRef('white')), set)
    return entry?.resources?.some(({ name, applied }) => name === 'seen' && applied)
  })
}
