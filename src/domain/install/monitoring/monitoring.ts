import type { Shard } from '../../shard/shard.ts'
import { type InstalledObject, installed, installLabels } from '../installed-object.ts'
import { controllerName, podLabels } from '../objects/controller-deployment.ts'
import groups from './alerts.json' with { type: 'json' }
import dashboard from './dashboard.json' with { type: 'json' }

/** What is scraped, of all replicas: the one that leads has the figures of the fleet, the others those of their process. */
export function podMonitor(namespace: string, shard: Shard): InstalledObject {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: { name: controllerName(shard), namespace, labels: installLabels },
    spec: {
      selector: { matchLabels: podLabels(shard) },
      podMetricsEndpoints: [{ port: 'metrics', path: '/metrics' }],
    },
  }
}

/** The alerts. */
export function alertRules(namespace: string): InstalledObject {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'fitout', namespace, labels: installLabels },
    spec: { groups: groups.map(group => inNamespace(group, namespace)) },
  }
}

/** The dashboard as Grafana imports it. @internal */
export function dashboardText(): string {
  return `${JSON.stringify(dashboard, undefined, 2)}\n`
}

/** The dashboard, found by the label that Grafana's sidecar looks for. */
export function dashboardConfigMap(namespace: string): InstalledObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'fitout-dashboard',
      namespace,
      labels: { ...installLabels, grafana_dashboard: '1' },
      // The dashboard has variables of its own.
      annotations: { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' },
    },
    data: { 'fitout.json': dashboardText() },
  }
}

// Commands that an alert shows name the namespace of the controller.
function inNamespace(group: object, namespace: string): unknown {
  return JSON.parse(JSON.stringify(group).replaceAll(installed.namespace, namespace))
}
