import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { simulatedControllers } from '../../src/simulator/fleet/add-on-objects.ts'
import { packObjects } from '../../src/simulator/fleet/pack-objects.ts'
import { samplePacks } from './sample-packs.ts'

const namespace = 'default'

/** The gates of the sample, in the order in which they open. */
export const gates = {
  cni: 'cni.example.com/enabled',
  flux: 'fluxcd.io/enabled',
  karpenter: 'karpenter.sh/enabled',
  nodes: 'nodes.example.com/enabled',
} as const

type Step = Readonly<Record<string, unknown>> & { readonly name: string }

/** The steps of the sample, from the first answer to a node that Karpenter made. */
export const sampleSteps: readonly Step[] = [
  { name: 'api', proof: { preset: 'api' } },
  {
    name: 'cni',
    gate: { label: gates.cni },
    packs: ['cni'],
    proof: {
      objects: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'network', name: 'cni-node' }],
    },
  },
  {
    name: 'flux',
    gate: { label: gates.flux },
    packs: ['flux'],
    proof: { preset: 'flux', with: { components: simulatedControllers } },
  },
  {
    name: 'karpenter',
    gate: { label: gates.karpenter },
    handOver: [
      {
        from: { secret: '${CLUSTER_NAME}-eks-connection' },
        to: { secret: 'eks-connection', namespace: 'karpenter' },
        keys: { queue: {} },
      },
    ],
    resourceSets: ['karpenter'],
    proof: {
      preset: 'karpenter',
      with: { source: { kind: 'HelmRepository', name: 'charts' }, helmRelease: { name: 'karpenter' } },
    },
  },
  {
    name: 'nodes',
    gate: { label: gates.nodes },
    resourceSets: ['nodes'],
    proof: { preset: 'karpenter', with: { nodePools: ['default'], node: true } },
  },
]

/** A Fitout for all clusters with the profile `eks`. */
export function sampleFitout(steps: readonly Step[] = sampleSteps): KubeObject {
  return {
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'Fitout',
    metadata: { name: 'eks', namespace },
    spec: { clusterSelector: { matchLabels: { 'fitout.dev/profile': 'eks' } }, steps },
  }
}

/** A Cluster that asks to be fitted out. */
export function sampleCluster(name: string): KubeObject {
  return {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name, namespace, labels: { 'fitout.dev/profile': 'eks' } },
    spec: {},
  }
}

/** What Terraform leaves behind for a cluster. */
export function sampleConnection(cluster: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${cluster}-eks-connection`, namespace },
    type: 'Opaque',
    stringData: { queue: `queue-of-${cluster}` },
  }
}

/** Everything on the management cluster that the sample needs, for clusters of these names. */
export function sampleObjects(clusters: readonly string[]): readonly KubeObject[] {
  return [
    ...clusters.map(sampleCluster),
    ...clusters.map(sampleConnection),
    ...packObjects('cni', gates.cni, samplePacks.cni),
    ...packObjects('flux', gates.flux, samplePacks.flux),
    ...packObjects('karpenter', gates.karpenter, samplePacks.karpenter),
    ...packObjects('nodes', gates.nodes, samplePacks.nodes),
    sampleFitout(),
  ]
}
