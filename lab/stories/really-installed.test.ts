import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installFlux } from '../add-ons/install-flux.ts'
import { hasCondition } from '../kube/conditions.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { Lab, type LabCluster } from '../lab.ts'
import { markedProcesses } from '../process/owner.ts'
import { chart } from '../servers/chart.ts'
import { closeServer, serve } from '../servers/http-server.ts'

let lab: Lab
let blue: LabCluster

beforeAll(async () => {
  lab = await Lab.start({ name: 'really-installed', controlPlanes: ['blue'] })
  blue = await lab.createCluster('blue')
})

afterAll(async () => {
  await lab?.stop()
})

test('no controller of Flux runs before its Deployment is there', async () => {
  expect(processes('source-controller')).toBe(0)
  await installFlux(lab, blue)
  expect(processes('source-controller')).toBe(1)
})

test('a controller acts with the rights of its own service account', () => {
  const users = new Set(blue.controlPlane.audit().map(({ user }) => user.username))
  expect(users).toContain('system:serviceaccount:flux-system:source-controller')
  expect(users).toContain('system:serviceaccount:flux-system:helm-controller')
})

test('Flux installs a chart from the OCI registry and tells a webhook about it', async () => {
  const heard: string[] = []
  const port = await lab.site.ports.take()
  const webhook = await serve(port, (request, response) => {
    void text(request).then(body => heard.push(body))
    response.end()
  })
  const { api } = blue.controlPlane
  await lab.registry.push('charts', greeting)
  for (const object of [...alert(port), ...release(lab.registry.host)]) await api.apply(object)
  await until('the release is Ready', async () => hasCondition(await api.get(helmRelease), 'Ready', 'True'))
  expect((await api.get(ref('v1', 'ConfigMap', 'default/greeting')))['data']).toEqual({
    text: 'hello from the chart',
  })
  await until('the webhook hears of it', async () => heard.some(body => body.includes('InstallSucceeded')))
  await closeServer(webhook)
})

test('a program that crashes is started again, and its pod says so', async () => {
  const [program] = blue.controlPlane.kubelet?.pod('flux-system', 'source-controller')?.programs ?? []
  await program?.kill()
  const status = await until('the pod counts a restart and is ready', async () => {
    const [container] = await containersOf('source-controller')
    return container?.restartCount === 1 && container.ready && container
  })
  expect(status.lastState).toMatchObject({ terminated: { exitCode: 137, reason: 'Error' } })
})

test('a program that hangs makes its pod unready until it goes on', async () => {
  const [program] = blue.controlPlane.kubelet?.pod('flux-system', 'kustomize-controller')?.programs ?? []
  const deployment = ref('apps/v1', 'Deployment', 'flux-system/kustomize-controller')
  const isAvailable = async () =>
    hasCondition(await blue.controlPlane.api.get(deployment), 'Available', 'True')
  program?.freeze()
  await until('the Deployment is not available', async () => !(await isAvailable()))
  program?.thaw()
  await until('the Deployment is available again', isAvailable)
})

test('an image of another version is played and never mistaken for the real program', async () => {
  const { api } = blue.controlPlane
  const other = deployment('other-version', 'ghcr.io/fluxcd/source-controller:v0.1.0')
  await api.apply(other)
  await until('it is available', async () => hasCondition(await api.get(other), 'Available', 'True'))
  expect(processes('source-controller')).toBe(1)
})

test('a program ends when its Deployment goes', async () => {
  await blue.controlPlane.api.delete(ref('apps/v1', 'Deployment', 'flux-system/source-controller'))
  await until('the program has ended', async () => processes('source-controller') === 0)
  await until('the pod is gone', async () => (await containersOf('source-controller')).length === 0)
})

// Programs of this lab alone: other labs on the machine have other owners.
function processes(program: string): number {
  const mine = markedProcesses().filter(({ owner }) => Number.parseInt(owner, 10) === process.pid)
  return mine.filter(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`/${program}-`))
    .length
}

interface ContainerStatus {
  readonly restartCount: number
  readonly ready: boolean
  readonly lastState: object
}

async function containersOf(app: string): Promise<readonly ContainerStatus[]> {
  const pods = await blue.controlPlane.api.list('v1', 'Pod', `?labelSelector=app%3D${app}`)
  return pods.flatMap(
    pod => (pod['status'] as { containerStatuses?: ContainerStatus[] }).containerStatuses ?? [],
  )
}

const greeting = chart('greeting', '1.2.3', {
  'values.yaml': 'text: unset\n',
  'templates/config-map.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: greeting}\ndata: {text: {{ .Values.text | quote }}}\n',
})

const helmRelease = ref('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'default/greeting')

function release(host: string): KubeObject[] {
  const metadata = { name: 'greeting', namespace: 'default' }
  const sourceRef = { kind: 'HelmRepository', name: 'greeting' }
  return [
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'HelmRepository',
      metadata,
      spec: { type: 'oci', url: `oci://${host}/charts`, insecure: true, interval: '10m' },
    },
    {
      ...helmRelease,
      metadata,
      spec: {
        interval: '10m',
        chart: { spec: { chart: 'greeting', version: '1.2.3', sourceRef } },
        values: { text: 'hello from the chart' },
      },
    },
  ]
}

function alert(port: number): KubeObject[] {
  const apiVersion = 'notification.toolkit.fluxcd.io/v1beta3'
  const metadata = { name: 'webhook', namespace: 'default' }
  const address = `http://127.0.0.1:${port}/`
  return [
    { apiVersion, kind: 'Provider', metadata, spec: { type: 'generic', address } },
    {
      apiVersion,
      kind: 'Alert',
      metadata,
      spec: { providerRef: { name: 'webhook' }, eventSources: [{ kind: 'HelmRelease', name: '*' }] },
    },
  ]
}

function deployment(name: string, image: string): KubeObject {
  const labels = { app: name }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'manager', image }] } },
    },
  }
}
