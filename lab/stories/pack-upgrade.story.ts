import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fluxRelease, writeInstallYaml } from '../add-ons/flux-release.ts'
import type { KubeApi } from '../kube/kube-api.ts'
import { type ObjectRef, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { LabCluster } from '../lab.ts'
import { FleetFolder } from './fleet-folder.ts'
import { type PodSpec, untilFluxRuns } from './flux-pods.ts'
import { FluxScene, fluxObjects } from './flux-scene.ts'
import { sharedLab } from './shared-lab.ts'

// Flux 2.8.8 becomes 2.9.4 under a cluster at work. Its manifests are those of the two releases; its programs are those
// of 2.9.4 both times, because not all modules of 2.8.8 can be had. So this shows what the delivery does to a running
// Flux, and not how the code of 2.8.8 behaves.
let green: LabCluster
let fleet: FleetFolder
let flux: FluxScene
let before: Awaited<ReturnType<FluxScene['state']>>
let delivered28: Readonly<Record<string, string>>
let ours: Readonly<Record<string, string | undefined>>

const namespace = ref('v1', 'Namespace', 'flux-system')
const helmController = ref('apps/v1', 'Deployment', 'flux-system/helm-controller')
const helmAccount = ref('v1', 'ServiceAccount', 'flux-system/helm-controller')
const alerts = ref(
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition',
  'alerts.notification.toolkit.fluxcd.io',
)
const theirs = { 'lab.example/team': 'platform' }

beforeAll(async () => {
  const lab = sharedLab()
  fleet = await FleetFolder.create(lab, 'pack-upgrade')
  for (const series of ['2.8', '2.9'] as const) {
    await fleet.write(`install-${series}.yaml`, writeInstallYaml(await fluxRelease(series)))
  }
  green = await lab.createCluster('green')
  flux = new FluxScene(lab, green)
})

afterAll(() => fleet?.remove(green))

test('before: Flux 2.8.8 is delivered by its pack, and works', async () => {
  await fleet.shell('fitout pack flux install-2.8.yaml --version 2.8.8')
  await fleet.apply('flux')
  await fleet.label(green, 'flux')
  await fleet.untilDelivered('flux', green)
  delivered28 = await fleet.delivered('flux', green)
  expect(delivered28).toEqual(await fleet.predicted('flux'))
  await untilFluxRuns(api(), '2.8')
  await flux.start()

  before = await flux.state()
  expect(before.releases).toEqual([[1, 'deployed']])
  expect(before.stored).toEqual(['sh.helm.release.v1.web.v1'])
  ours = await uidsOf(await fleet.objects('flux'))
})

test('before: one of two Alerts is applied again in the version that stays', async () => {
  await applyAgain(fluxObjects.alert)
  const { uids } = await flux.state()
  expect(uids).toEqual(before.uids)
})

test('before: others add to what the pack brought', async () => {
  await api().patch(namespace, { metadata: { labels: theirs } })
  await api().patch(helmAccount, { metadata: { annotations: theirs } })
  await api().patch(helmController, {
    metadata: { labels: theirs, annotations: theirs },
    spec: {
      template: { spec: { nodeSelector: { 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' } } },
    },
  })
  await untilFluxRuns(api(), '2.8')
  expect(await additions()).toEqual({
    'label of the Namespace': true,
    'annotation of the ServiceAccount': true,
    'label of the Deployment': true,
    'annotation of the Deployment': true,
    'nodeSelector of the Deployment': true,
  })
})

test('the difference is told before anything is written', async () => {
  const told = await fleet.shell('fitout pack flux install-2.9.yaml --version 2.9.4 --diff')
  expect(told).toMatch(/^~ Namespace flux-system +is delivered only to clusters that get the pack later$/m)
  expect(told).toMatch(
    /^~ Deployment flux-system\/helm-controller +is updated; fields that others set are removed$/m,
  )
  expect(told).toContain('flux: 0 added, 32 changed, 0 removed')
})

test('the pack of 2.9.4 in its place upgrades the running Flux', async () => {
  const started = performance.now()
  await fleet.shell('fitout pack flux install-2.9.yaml --version 2.9.4')
  await fleet.apply('flux')
  await fleet.untilDelivered('flux', green)
  const arrived = performance.now()
  await untilFluxRuns(api(), '2.9')
  const running = performance.now()
  process.stdout.write(
    `upgrade: delivered after ${seconds(arrived - started)}, running after ${seconds(running - started)}\n`,
  )
  expect(await fleet.delivered('flux', green)).toEqual({
    ...(await fleet.predicted('flux')),
    // The Namespace is in a set of its own, which is applied once.
    'flux.namespaces.flux-system': delivered28['flux.namespaces.flux-system'],
  })
})

test('after: the CRDs are those of 2.9.4', async () => {
  const { objects } = await fluxRelease('2.9')
  const delivered = (await fleet.objects('flux')).filter(({ kind }) => kind === 'CustomResourceDefinition')
  expect(delivered).toHaveLength(11)
  for (const crd of delivered) {
    const released = objects.find(({ metadata }) => metadata.name === crd.metadata.name)
    expect((await api().get(crd))['spec']).toMatchObject(released?.['spec'] as object)
  }
  // A field that 2.8 does not have, and a version that only 2.8 has.
  const releases = ref(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    'helmreleases.helm.toolkit.fluxcd.io',
  )
  expect(JSON.stringify(await api().get(releases))).toContain('postRenderStrategy')
  expect((await api().get(alerts))['status']).toMatchObject({ storedVersions: ['v1beta3'] })
})

test('after: nothing of Flux or of what it deployed was lost, made again or installed again', async () => {
  const started = performance.now()
  await flux.reconcile('after the upgrade')
  process.stdout.write(`reconciled and Ready after another ${seconds(performance.now() - started)}\n`)
  expect(await flux.state()).toEqual(before)
  expect(await uidsOf(await fleet.objects('flux'))).toEqual(ours)
  const deletions = green.controlPlane
    .audit()
    .filter(({ verb, objectRef }) => verb.startsWith('delete') && objectRef?.resource !== 'pods')
    // The API server clears up behind itself: leases of its own, and a version that is served no more.
    .filter(({ user }) => user.username !== 'system:apiserver')
    .map(({ user, objectRef }) => `${user.username} deleted ${objectRef?.resource} ${objectRef?.name}`)
  expect(deletions).toEqual([])
})

test('after: Flux continues working, with a new commit and with a change of the release', async () => {
  await flux.commit('second')
  await flux.untilText('second')
  await flux.untilReplicas(2)
  await flux.untilReady()
  const { uids, stored, releases } = await flux.state()
  expect(uids).toEqual(before.uids)
  expect(stored).toEqual(['sh.helm.release.v1.web.v1', 'sh.helm.release.v1.web.v2'])
  expect(releases).toEqual([
    [2, 'deployed'],
    [1, 'superseded'],
  ])
})

test('after: an Alert that was last applied in a version that is gone can be read, but not applied', async () => {
  const { alert, formerAlert } = fluxObjects
  await applyAgain(alert)
  await expect(applyAgain(formerAlert)).rejects.toMatchObject({
    status: 500,
    message: expect.stringContaining('request to convert CR to an invalid group/version') as unknown,
  })
  await api().patch(formerAlert, { metadata: { managedFields: [{}] } })
  await applyAgain(formerAlert)
})

test('after: what others had added is gone, but for that on the Namespace', async () => {
  expect(await additions()).toEqual({
    'label of the Namespace': true,
    'annotation of the ServiceAccount': false,
    'label of the Deployment': false,
    'annotation of the Deployment': false,
    'nodeSelector of the Deployment': false,
  })
})

test('the pack of 2.8.8 in its place takes the upgrade back', async () => {
  await fleet.shell('fitout pack flux install-2.8.yaml --version 2.8.8')
  await fleet.apply('flux')
  await fleet.untilDelivered('flux', green)
  await untilFluxRuns(api(), '2.8')
  await flux.reconcile('after the way back')
  await flux.commit('third')
  await flux.untilText('third')
  const { uids, stored } = await flux.state()
  expect(uids).toEqual(before.uids)
  expect(stored).toEqual(['sh.helm.release.v1.web.v1', 'sh.helm.release.v1.web.v2'])
  expect(await uidsOf(await fleet.objects('flux'))).toEqual(ours)
})

test('a CRD that has objects stored in a version that is gone holds up its source, until it has not', async () => {
  await api().patch(alerts, { status: { storedVersions: ['v1beta2', 'v1beta3'] } }, '/status')
  await fleet.shell('fitout pack flux install-2.9.yaml --version 2.9.4')
  await fleet.apply('flux')
  const wanted = {
    ...(await fleet.predicted('flux')),
    'flux.namespaces.flux-system': delivered28['flux.namespaces.flux-system'],
    'flux.notification-controller': 'not applied',
  }
  await until('all but one are applied', async () =>
    isDeepStrictEqual(await fleet.delivered('flux', green), wanted),
  )
  expect(await versionOf(ref('apps/v1', 'Deployment', 'flux-system/notification-controller'))).toBe('v2.9.4')
  expect(await versionOf(alerts)).toBe('v2.8.8')

  await api().patch(alerts, { status: { storedVersions: ['v1beta3'] } }, '/status')
  await fleet.untilDelivered('flux', green)
  expect(await versionOf(alerts)).toBe('v2.9.4')
})

/** Applies an object as it is, as Flux does with what is in Git. */
async function applyAgain(object: ObjectRef): Promise<void> {
  const { spec } = await api().get(object)
  await api().apply({ ...object, spec })
}

async function versionOf(object: ObjectRef): Promise<string | undefined> {
  return (await api().get(object)).metadata.labels?.['app.kubernetes.io/version']
}

function api(): KubeApi {
  return green.controlPlane.api
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

async function uidsOf(objects: readonly ObjectRef[]): Promise<typeof ours> {
  const found = await Promise.all(objects.map(object => api().get(object)))
  return Object.fromEntries(found.map(({ kind, metadata }) => [`${kind} ${metadata.name}`, metadata.uid]))
}

/** Which of the things that others added are there. */
async function additions(): Promise<Readonly<Record<string, boolean>>> {
  const [key = ''] = Object.keys(theirs)
  const has = (values: Readonly<Record<string, string>> | undefined) => values?.[key] !== undefined
  const deployment = await api().get(helmController)
  const { template } = deployment['spec'] as { readonly template: { readonly spec: PodSpec } }
  return {
    'label of the Namespace': has((await api().get(namespace)).metadata.labels),
    'annotation of the ServiceAccount': has((await api().get(helmAccount)).metadata.annotations),
    'label of the Deployment': has(deployment.metadata.labels),
    'annotation of the Deployment': has(deployment.metadata.annotations),
    'nodeSelector of the Deployment': template.spec.nodeSelector?.['kubernetes.io/arch'] !== undefined,
  }
}
