import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'

const deploy = join(import.meta.dirname, '../../deploy')

function read(path: string): unknown {
  return load(readFileSync(join(deploy, path), 'utf8'))
}

test('what is deployed has no monitoring: its kinds are not there on every management cluster', () => {
  expect(read('kustomization.yaml')).toMatchObject({
    resources: ['../api', 'controller', 'admission-policy'],
  })
})

test('monitoring is what is scraped, the alerts and the dashboard, beside the controller', () => {
  const namespace = { namespace: 'fitout-system' }
  expect(read('monitoring/kustomization.yaml')).toMatchObject({
    kind: 'Kustomization',
    ...namespace,
    resources: ['network-policy.yaml', 'pod-monitor.yaml', 'rules.yaml'],
    configMapGenerator: [
      { files: ['fitout.json=dashboard.json'], options: { labels: { grafana_dashboard: '1' } } },
    ],
  })
  const operated = { apiVersion: 'monitoring.coreos.com/v1', metadata: namespace }
  expect(read('monitoring/pod-monitor.yaml')).toMatchObject({ kind: 'PodMonitor', ...operated })
  expect(read('monitoring/rules.yaml')).toMatchObject({ kind: 'PrometheusRule', ...operated })
})

interface Container {
  readonly name: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value?: string }[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
}

interface Deployment {
  readonly spec: {
    readonly selector?: { readonly matchLabels: Readonly<Record<string, string>> }
    readonly template: { readonly spec: { readonly containers: readonly [Container] } }
  }
}

function containerOf({ spec }: Deployment): Container {
  return spec.template.spec.containers[0]
}

const deployment = read('controller/deployment.yaml') as Deployment
const selector = deployment.spec.selector

test('by default nobody outside of the Pod can read the metrics, whatever the network does', () => {
  const { args, env, ports } = containerOf(deployment)
  expect(args.filter(arg => arg.includes('metrics'))).toEqual(['--metrics-address=$(METRICS_HOST):8081'])
  expect(env).toContainEqual({ name: 'METRICS_HOST', value: '127.0.0.1' })
  expect(ports.map(({ name, containerPort }) => `${name} ${containerPort}`)).toEqual(['http 8080'])
})

test('by default the network lets nobody connect', () => {
  // No rule at all: a rule would let someone in.
  const { spec } = read('controller/network-policy.yaml') as { readonly spec: object }
  expect(spec).toEqual({ podSelector: selector, policyTypes: ['Ingress'] })
})

test('what is scraped is what deploy/serve-metrics opens, by Pods of the namespace monitoring alone', () => {
  const { patches } = read('serve-metrics/kustomization.yaml') as {
    readonly patches: readonly [{ readonly patch: string }]
  }
  const opened = containerOf(load(patches[0].patch) as Deployment)
  expect(opened).toEqual({
    name: containerOf(deployment).name,
    env: [{ name: 'METRICS_HOST', value: '0.0.0.0' }],
    ports: [
      { name: 'http', containerPort: 8080 },
      { name: 'metrics', containerPort: 8081 },
    ],
  })
  expect(read('monitoring/pod-monitor.yaml')).toMatchObject({
    spec: { selector, podMetricsEndpoints: [{ port: 'metrics', path: '/metrics' }] },
  })
  const monitoring = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }
  expect(read('monitoring/network-policy.yaml')).toMatchObject({
    spec: { podSelector: selector, ingress: [{ from: [monitoring], ports: [{ port: 'metrics' }] }] },
  })
})
