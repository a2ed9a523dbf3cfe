import type { Shard } from '../../shard/shard.ts'
import { type InstalledObject, installed, installLabels } from '../installed-object.ts'
import { controllerName, podLabels } from './controller-deployment.ts'

/** The namespace of the controller. */
export function ownNamespace(name: string): InstalledObject {
  const labels = { ...installLabels, 'pod-security.kubernetes.io/enforce': 'restricted' }
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } }
}

/** The account of the controller. */
export function account(namespace: string): InstalledObject {
  const metadata = { name: installed.account, namespace, labels: installLabels }
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata }
}

/** Lets one Pod of a shard be evicted at a time. */
export function disruptionBudget(namespace: string, shard: Shard): InstalledObject {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: controllerName(shard), namespace, labels: installLabels },
    spec: { maxUnavailable: 1, selector: { matchLabels: podLabels(shard) } },
  }
}

/** Nobody connects but the kubelet, whose probes come from the node. Where the controller connects to is free: API servers can be anywhere. */
export function closedPorts(namespace: string, shard: Shard): InstalledObject {
  return networkPolicy(controllerName(shard), namespace, {
    podSelector: { matchLabels: podLabels(shard) },
    // No rule: nobody. An empty list of rules would count as a change at every apply.
    policyTypes: ['Ingress'],
  })
}

/** Flux lets nobody from outside of its namespace post events. */
export function eventsToFlux(namespace: string, shard: Shard): InstalledObject {
  const suffix = shard.kind === 'labelled' ? `-${shard.key}` : ''
  return networkPolicy(`allow-events-of-fitout${suffix}`, 'flux-system', {
    podSelector: { matchLabels: { app: 'notification-controller' } },
    policyTypes: ['Ingress'],
    ingress: [
      {
        from: [
          {
            namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
            podSelector: { matchLabels: podLabels(shard) },
          },
        ],
        ports: [{ port: 'http' }],
      },
    ],
  })
}

/** Only Pods of one namespace read the metrics. */
export function openMetrics(namespace: string, reader: string, shard: Shard): InstalledObject {
  const suffix = shard.kind === 'labelled' ? `-${shard.key}` : ''
  return networkPolicy(`fitout-metrics${suffix}`, namespace, {
    podSelector: { matchLabels: podLabels(shard) },
    policyTypes: ['Ingress'],
    ingress: [
      {
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': reader } } }],
        ports: [{ port: 'metrics' }],
      },
    ],
  })
}

function networkPolicy(name: string, namespace: string, spec: object): InstalledObject {
  const metadata = { name, namespace, labels: installLabels }
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata, spec }
}
