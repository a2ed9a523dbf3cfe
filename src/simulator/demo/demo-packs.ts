import type { KubeObject } from '../../engine/api/kube-object.ts'
import {
  fluxObjects,
  karpenterObjects,
  karpenterRelease,
  nodePoolObjects,
  type PackContents,
  workloadObject,
} from '../fleet/add-on-objects.ts'
import { fluxDefinitions } from '../fleet/add-on-definitions.ts'

/** Where the clusters at the edge have their images from. */
export const EDGE_REGISTRY = 'registry.edge.example.com'

const CILIUM = 'v1.20.2'
const KARPENTER = '1.14.1'
// Flux 2.9.
const fluxTags = { 'source-controller': 'v1.9.3', 'helm-controller': 'v1.6.2' } as const

/** The image of Cilium's agent that a registry should have. */
export function ciliumImage(registry: string): string {
  return `${registry}/cilium/cilium:${CILIUM}`
}

/** What the steps of the demo deliver: a network, Flux, Karpenter by Flux, and nodes by Karpenter. */
export function demoPacks(
  registry: string,
): Readonly<Record<'cni' | 'flux' | 'karpenter' | 'nodes', PackContents>> {
  const values = { cluster_name: 'settings.clusterName', karpenter_queue_name: 'settings.interruptionQueue' }
  return {
    cni: { 'cilium-1.20.2': ciliumObjects(registry) },
    flux: {
      'flux-2.9.4-crds': fluxDefinitions,
      'flux-2.9.4': fluxObjects(name => `${registry}/fluxcd/${name}:${fluxTags[name]}`),
    },
    karpenter: { 'karpenter-1.14.1': karpenterRelease({ version: KARPENTER, values }) },
    nodes: {
      'karpenter-nodes': nodePoolObjects({ name: 'first-app', image: `${registry}/shop/first-app:1.0.0` }),
    },
  }
}

/** What the chart of Karpenter brings. */
export function demoChart(): readonly KubeObject[] {
  return karpenterObjects(KARPENTER)
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
