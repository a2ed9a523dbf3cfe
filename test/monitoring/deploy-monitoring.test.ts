import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'

const deploy = join(import.meta.dirname, '../../deploy')

function read(path: string): unknown {
  return load(readFileSync(join(deploy, path), 'utf8'))
}

test('what is deployed has no monitoring: its kinds are not there on every management cluster', () => {
  expect(read('kustomization.yaml')).toMatchObject({ resources: ['../api', 'controller'] })
})

test('monitoring is what is scraped, the alerts and the dashboard, beside the controller', () => {
  const namespace = { namespace: 'fitout-system' }
  expect(read('monitoring/kustomization.yaml')).toMatchObject({
    kind: 'Kustomization',
    ...namespace,
    resources: ['pod-monitor.yaml', 'rules.yaml'],
    configMapGenerator: [
      { files: ['fitout.json=dashboard.json'], options: { labels: { grafana_dashboard: '1' } } },
    ],
  })
  const operated = { apiVersion: 'monitoring.coreos.com/v1', metadata: namespace }
  expect(read('monitoring/pod-monitor.yaml')).toMatchObject({ kind: 'PodMonitor', ...operated })
  expect(read('monitoring/rules.yaml')).toMatchObject({ kind: 'PrometheusRule', ...operated })
})

test('the Pods that are scraped are those of the controller, where it serves its page', () => {
  const { spec } = read('monitoring/pod-monitor.yaml') as {
    readonly spec: {
      readonly selector: { readonly matchLabels: object }
      readonly podMetricsEndpoints: readonly { readonly port: string; readonly path: string }[]
    }
  }
  const [{ port, path } = { port: '', path: '' }] = spec.podMetricsEndpoints
  expect(path).toBe('/metrics')
  expect(read('controller/deployment.yaml')).toMatchObject({
    spec: {
      selector: spec.selector,
      template: {
        metadata: { labels: spec.selector.matchLabels },
        spec: { containers: [{ ports: [{ name: port }] }] },
      },
    },
  })
})
