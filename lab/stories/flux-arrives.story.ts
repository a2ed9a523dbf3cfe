import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { hasCondition } from '../kube/conditions.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab, LabCluster } from '../lab.ts'
import { chart } from '../servers/chart.ts'
import { closeServer, serve } from '../servers/http-server.ts'
import { processesOf } from './processes-of.ts'
import { sharedCluster, sharedFlux, sharedLab } from './shared-lab.ts'

let lab: Lab
let blue: LabCluster

beforeAll(async () => {
  lab = sharedLab()
  blue = await sharedCluster('blue')
})

test('no controller of Flux runs before its Deployment is there', async () => {
  expect(processesOf('source-controller')).toBe(0)
  await sharedFlux('blue')
  expect(processesOf('source-controller')).toBe(1)
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
  for (const object of alert(port)) await api.delete(object)
})

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
