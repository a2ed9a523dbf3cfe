import { resourceSet } from '../../add-ons/resource-set.ts'
import { type KubeObject, ref } from '../../kube/kube-object.ts'
import type { Plan } from '../situation.ts'

/** The gates of the small plan. */
export const gates = { network: 'network.example.com/enabled', values: 'values.example.com/enabled' } as const

/** What delivers the network: its namespace, and an agent on every node. */
export function networkPack(agent: KubeObject = networkAgent()): readonly KubeObject[] {
  return resourceSet({
    name: 'network',
    matchLabels: { [gates.network]: 'true' },
    configMaps: {
      'network-namespace': [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'network' } }],
      'network-agent': [agent],
    },
  })
}

/** The pack of the network, with one source more in its list. */
export function listing(source: { readonly kind: string; readonly name: string }): readonly KubeObject[] {
  return networkPack().map(object => {
    if (object.kind !== 'ClusterResourceSet') return object
    const spec = object['spec'] as { resources: readonly object[] }
    return { ...object, spec: { ...spec, resources: [...spec.resources, source] } }
  })
}

/** The agent of the network. */
export function networkAgent(): KubeObject {
  const labels = { app: 'agent' }
  const containers = [{ name: 'agent', image: 'example.com/agent:1.0.0' }]
  return {
    ...ref('apps/v1', 'DaemonSet', 'network/agent'),
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  }
}

/** What Terraform leaves behind for the cluster. */
export function outputs(values: Readonly<Record<string, string>> = {}): KubeObject {
  const usual = { queue: 'jobs', role_arn: 'arn:aws:iam::012345678901:role/agent', bucket: '{"name":"logs"}' }
  return { ...ref('v1', 'Secret', 'shop-outputs'), stringData: { ...usual, ...values } }
}

/** A template that is filled for each cluster. */
export function factsTemplate(data: Readonly<Record<string, string>> = usualFacts): KubeObject {
  const filled = { ...ref('v1', 'ConfigMap', 'network/facts'), data }
  return { ...ref('v1', 'ConfigMap', 'facts'), data: { 'facts.yaml': JSON.stringify(filled) } }
}

const usualFacts = { cluster: '${CLUSTER_NAME}', queue: '${QUEUE}' } as const

/** The step that brings the network. */
export const networkStep = {
  name: 'network',
  gate: { label: gates.network },
  resourceSets: ['network'],
  proof: { objects: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'network', name: 'agent' }] },
} as const

/** The step that hands values over, and fills a template with them. */
export const valuesStep = {
  name: 'values',
  gate: { label: gates.values },
  handOver: [
    {
      from: { secret: '${CLUSTER_NAME}-outputs' },
      to: { secret: 'outputs', namespace: 'network' },
      keys: { queue: {}, role_arn: { format: 'arn' }, bucket: { path: 'bucket.name' } },
    },
  ],
  render: ['facts'],
  proof: { objects: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'network', name: 'facts' }] },
} as const

/** A network, and values from the management cluster: every kind of delivery that Fitout itself takes part in. */
export function smallPlan(): Plan {
  return {
    objects: [...networkPack(), outputs(), factsTemplate()],
    steps: [networkStep, valuesStep],
    wants: [
      ref('apps/v1', 'DaemonSet', 'network/agent'),
      ref('v1', 'Secret', 'network/outputs'),
      ref('v1', 'ConfigMap', 'network/facts'),
    ],
  }
}
