import type { KubeObject } from '../../engine/api/kube-object.ts'
import { shareObject } from '../store/adopt.ts'
import { fluxDefinitions, karpenterDefinitions } from './sample-definitions.ts'

/** The controllers of Flux that the sample installs: no more than it uses. */
export const fluxControllers = ['source-controller', 'helm-controller'] as const

/** A namespace. */
export function namespaceObject(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}

/** A Deployment or DaemonSet of one container. */
export function workloadObject(
  kind: 'Deployment' | 'DaemonSet',
  { namespace, name, image, nodeSelector }: Workload,
): KubeObject {
  const labels = { app: name }
  const pod = { containers: [{ name: 'main', image }], ...(nodeSelector ? { nodeSelector } : {}) }
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name, namespace },
    spec: {
      ...(kind === 'Deployment' ? { replicas: 1 } : {}),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: pod },
    },
  }
}

interface Workload {
  readonly namespace: string
  readonly name: string
  readonly image: string
  readonly nodeSelector?: Readonly<Record<string, string>>
}

/** Manifests by the name of their ConfigMap. */
export type Pack = Readonly<Record<string, readonly KubeObject[]>>

/** A network, Flux, Karpenter by Flux, and nodes by Karpenter: what the steps of the sample deliver. */
export const samplePacks = {
  cni: {
    'cni-base': [
      namespaceObject('network'),
      workloadObject('DaemonSet', { namespace: 'network', name: 'cni-node', image: 'example.com/cni:1.0.0' }),
    ],
  },
  flux: {
    'flux-crds': fluxDefinitions,
    'flux-core': [
      namespaceObject('flux-system'),
      namespaceObject('karpenter'),
      ...fluxControllers.map(name =>
        workloadObject('Deployment', {
          namespace: 'flux-system',
          name,
          image: `ghcr.io/fluxcd/${name}:v1.7.0`,
        }),
      ),
    ],
  },
  karpenter: { 'karpenter-release': [helmRepository(), helmRelease()] },
  nodes: {
    'karpenter-nodes': [
      nodePool(),
      workloadObject('Deployment', {
        namespace: 'default',
        name: 'wants-a-node',
        image: 'example.com/app:1.0.0',
        nodeSelector: { 'karpenter.sh/nodepool': 'default' },
      }),
    ],
  },
} as const satisfies Readonly<Record<string, Pack>>

/** What the chart of Karpenter brings. */
export function karpenterChart(): readonly KubeObject[] {
  return chart
}

const chart = [
  ...karpenterDefinitions,
  workloadObject('Deployment', {
    namespace: 'karpenter',
    name: 'karpenter',
    image: 'public.ecr.aws/karpenter/controller:1.9.0',
  }),
].map(shareObject)

function helmRepository(): KubeObject {
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'HelmRepository',
    metadata: { name: 'charts', namespace: 'karpenter' },
    spec: { interval: '10m', url: 'https://charts.example.com' },
  }
}

function helmRelease(): KubeObject {
  const sourceRef = { kind: 'HelmRepository', name: 'charts' }
  return {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'karpenter', namespace: 'karpenter' },
    spec: {
      interval: '10m',
      chart: { spec: { chart: 'karpenter', version: '1.9.0', sourceRef } },
      valuesFrom: [
        { kind: 'Secret', name: 'eks-connection', valuesKey: 'queue', targetPath: 'settings.queue' },
      ],
    },
  }
}

function nodePool(): KubeObject {
  const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' }
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: 'default' },
    spec: { template: { spec: { nodeClassRef, requirements: [] } } },
  }
}
