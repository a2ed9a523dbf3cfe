import type { KubeObject } from '../../engine/api/kube-object.ts'
import { simulatedControllers } from '../fleet/add-on-objects.ts'
import { packObjects } from '../fleet/pack-objects.ts'
import { type DemoCluster, demoNamespaces } from './demo-clusters.ts'
import { demoPacks, EDGE_REGISTRY } from './demo-packs.ts'

const gates = {
  cni: 'cilium.example.com/enabled',
  flux: 'fluxcd.io/enabled',
  karpenter: 'karpenter.sh/enabled',
  nodes: 'nodes.example.com/enabled',
} as const

const packNames = ['cni', 'flux', 'karpenter', 'nodes'] as const

/** The output of Terraform that one cluster lacks. */
export const LACKING_KEY = 'karpenter_iam_role_arn'

// Everything is proven for a while: a fleet that is ready in a blink shows nothing.
const steps = [
  { name: 'api', proof: { preset: 'api', stableFor: '5s' }, timeout: '2m' },
  {
    name: 'cni',
    gate: { label: gates.cni },
    packs: ['cni'],
    proof: { preset: 'cilium', stableFor: '20s' },
    timeout: '1m',
  },
  {
    name: 'flux',
    gate: { label: gates.flux },
    packs: ['flux'],
    proof: { preset: 'flux', with: { components: simulatedControllers }, stableFor: '20s' },
    timeout: '5m',
  },
  {
    name: 'karpenter',
    gate: { label: gates.karpenter },
    handOver: [
      {
        from: { secret: '${CLUSTER_NAME}-eks-connection' },
        to: { secret: 'eks-connection', namespace: 'karpenter' },
        keys: {
          cluster_name: {},
          cluster_endpoint: { format: 'url' },
          [LACKING_KEY]: { format: 'arn' },
          karpenter_queue_name: {},
        },
      },
    ],
    packs: ['karpenter'],
    proof: {
      preset: 'karpenter',
      with: { source: { kind: 'HelmRepository', name: 'charts' }, helmRelease: { name: 'karpenter' } },
      stableFor: '30s',
    },
    timeout: '5m',
  },
  {
    name: 'nodes',
    gate: { label: gates.nodes },
    packs: ['nodes'],
    proof: { preset: 'karpenter', with: { nodePools: ['default'], node: true }, stableFor: '20s' },
    timeout: '5m',
  },
]

/** All that Git and Terraform put on the management cluster of the demo. */
export function demoObjects(clusters: readonly DemoCluster[]): readonly KubeObject[] {
  return [
    ...demoNamespaces.flatMap(namespaceObjects),
    ...clusters.map(clusterObject),
    ...clusters.map(cluster => connection(cluster, { isComplete: cluster.trouble !== 'key' })),
  ]
}

function clusterObject({ namespace, name, kubernetes }: DemoCluster): KubeObject {
  return {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name, namespace, labels: { 'fitout.dev/profile': 'eks' } },
    spec: { topology: { classRef: { name: 'eks' }, version: kubernetes } },
  }
}

/** What Terraform leaves behind for a cluster: all outputs, or all but one. */
export function connection(
  { namespace, name }: DemoCluster,
  { isComplete }: { readonly isComplete: boolean },
): KubeObject {
  const role = { [LACKING_KEY]: `arn:aws:iam::123456789012:role/karpenter-${name}` }
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${name}-eks-connection`, namespace },
    type: 'Opaque',
    stringData: {
      cluster_name: name,
      cluster_endpoint: `https://${name}.eks.example.com`,
      karpenter_queue_name: `karpenter-${name}`,
      ...(isComplete ? role : {}),
    },
  }
}

function namespaceObjects(namespace: string): readonly KubeObject[] {
  const packs = demoPacks(namespace === 'edge' ? EDGE_REGISTRY : 'registry.example.com')
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    ...packNames
      .flatMap(name => packObjects(name, gates[name], packs[name]))
      .map(object => movedTo(namespace, object)),
    {
      apiVersion: 'fitout.dev/v1alpha1',
      kind: 'Fitout',
      metadata: { name: 'eks', namespace },
      spec: { clusterSelector: { matchLabels: { 'fitout.dev/profile': 'eks' } }, steps },
    },
  ]
}

function movedTo(namespace: string, object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, namespace } }
}
