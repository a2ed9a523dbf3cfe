import { sampleNetwork } from '../../test/cli/fleet-scene.ts'

// The operator of Cilium makes it at its start; in the lab that operator is played.
const ciliumNodes = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'ciliumnodes.cilium.io' },
  spec: {
    group: 'cilium.io',
    scope: 'Cluster',
    names: { kind: 'CiliumNode', plural: 'ciliumnodes', singular: 'ciliumnode', listKind: 'CiliumNodeList' },
    versions: [{ name: 'v2', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
}

/** A network for the clusters of a fleet, as its manifests are downloaded. */
export const networkManifests = `${sampleNetwork}---\n${JSON.stringify(ciliumNodes)}\n`
