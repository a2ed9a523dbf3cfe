import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { shareObject } from '../../src/simulator/store/adopt.ts'
import {
  fluxObjects,
  karpenterObjects,
  karpenterRelease,
  namespaceObject,
  nodePoolObjects,
  type PackContents,
  workloadObject,
} from '../../src/simulator/fleet/add-on-objects.ts'
import { fluxDefinitions } from '../../src/simulator/fleet/add-on-definitions.ts'

const KARPENTER = '1.9.0'

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
    'flux-core': fluxObjects(name => `ghcr.io/fluxcd/${name}:v1.7.0`),
  },
  karpenter: {
    'karpenter-release': karpenterRelease({ version: KARPENTER, values: { queue: 'settings.queue' } }),
  },
  nodes: {
    'karpenter-nodes': nodePoolObjects({ name: 'wants-a-node', image: 'example.com/app:1.0.0' }),
  },
} as const satisfies Readonly<Record<string, PackContents>>

/** What the chart of Karpenter brings. */
export function karpenterChart(): readonly KubeObject[] {
  return chart
}

const chart = karpenterObjects(KARPENTER).map(shareObject)
