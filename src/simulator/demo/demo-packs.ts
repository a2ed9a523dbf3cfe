import type { KubeObject } from '../../engine/api/kube-object.ts'
import { fluxDefinitions, karpenterDefinitions } from '../fleet/sample-definitions.ts'
import { fluxControllers, namespaceObject, type Pack, workloadObject } from '../fleet/sample-packs.ts'

/** Where the clusters at the edge have their images from. */
export const EDGE_REGISTRY = 'registry.edge.example.com'

const CILIUM = 'v1.20.2'
// Flux 2.9.
const fluxTags: Readonly<Record<string, string>> = {
  'source-controller': 'v1.9.3',
  'helm-controller': 'v1.6.2',
}

/** The image of Cilium's agent that a registry should have. */
export function ciliumImage(registry: string): string {
  return `${registry}/cilium/cilium:${CILIUM}`
}

/** What the steps of the demo deliver: a network, Flux, Karpenter by Flux, and nodes by Karpenter. */
export function demoPacks(registry: string): Readonly<Record<'cni' | 'flux' | 'karpenter' | 'nodes', Pack>> {
  return {
    cni: { 'cilium-1.20.2': ciliumObjects(registry) },
    flux: { 'flux-2.9.4-crds': fluxDefinitions, 'flux-2.9.4': fluxObjects(registry) },
    karpenter: { 'karpenter-1.14.1': [helmRepository(), helmRelease()] },
    nodes: { 'karpenter-nodes': [nodePool(), wantsNode(registry)] },
  }
}

/** What the chart of Karpenter brings. */
export function demoChart(): readonly KubeObject[] {
  const image = 'public.ecr.aws/karpenter/controller:1.14.1'
  return [
    ...karpenterDefinitions,
    workloadObject('Deployment', { namespace: 'karpenter', name: 'karpenter', image }),
  ]
}

function ciliumObjects(registry: string): readonly KubeObject[] {
  const namespace = 'kube-system'
  const operator = `${registry}/cilium/operator-generic:${CILIUM}`
  return [
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'ciliumnodes.cilium.io' },
      spec: {
        group: 'cilium.io',
        scope: 'Cluster',
        names: {
          kind: 'CiliumNode',
          plural: 'ciliumnodes',
          singular: 'ciliumnode',
          listKind: 'CiliumNodeList',
        },
        versions: [
          { name: 'v2', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    },
    workloadObject('Deployment', { namespace, name: 'cilium-operator', image: operator }),
    workloadObject('DaemonSet', { namespace, name: 'cilium', image: ciliumImage(registry) }),
  ]
}

function fluxObjects(registry: string): readonly KubeObject[] {
  const namespace = 'flux-system'
  return [
    namespaceObject(namespace),
    namespaceObject('karpenter'),
    ...fluxControllers.map(name =>
      workloadObject('Deployment', {
        namespace,
        name,
        image: `${registry}/fluxcd/${name}:${fluxTags[name]}`,
      }),
    ),
  ]
}

function helmRepository(): KubeObject {
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'HelmRepository',
    metadata: { name: 'charts', namespace: 'karpenter' },
    spec: { interval: '10m', url: 'https://charts.example.com' },
  }
}

function helmRelease(): KubeObject {
  const from = { kind: 'Secret', name: 'eks-connection' }
  return {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'karpenter', namespace: 'karpenter' },
    spec: {
      interval: '10m',
      chart: {
        spec: {
          chart: 'karpenter',
          version: '1.14.1',
          sourceRef: { kind: 'HelmRepository', name: 'charts' },
        },
      },
      valuesFrom: [
        { ...from, valuesKey: 'cluster_name', targetPath: 'settings.clusterName' },
        { ...from, valuesKey: 'karpenter_queue_name', targetPath: 'settings.interruptionQueue' },
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

/** Karpenter makes a node only if something has no place. */
function wantsNode(registry: string): KubeObject {
  return workloadObject('Deployment', {
    namespace: 'default',
    name: 'first-app',
    image: `${registry}/shop/first-app:1.0.0`,
    nodeSelector: { 'karpenter.sh/nodepool': 'default' },
  })
}
