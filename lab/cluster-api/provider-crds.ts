import type { KubeObject } from '../kube/kube-object.ts'

export const INFRASTRUCTURE = { group: 'infrastructure.cluster.x-k8s.io', kind: 'LabCluster' } as const
export const CONTROL_PLANE = { group: 'controlplane.cluster.x-k8s.io', kind: 'LabControlPlane' } as const

/** The kinds of the lab's own provider, as Cluster API's contract asks for them. */
export const providerCrds: readonly KubeObject[] = [INFRASTRUCTURE, CONTROL_PLANE].map(kind =>
  providerCrd(kind),
)

/** A kind of a provider, whose objects may say anything. */
export function providerCrd(
  { group, kind }: { readonly group: string; readonly kind: string },
  version = 'v1',
): KubeObject {
  const singular = kind.toLowerCase()
  const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${singular}s.${group}`,
      // The label's key is the contract that the provider follows, its value the version of the kind that does.
      labels: { 'cluster.x-k8s.io/v1beta2': version },
    },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, singular, plural: `${singular}s`, listKind: `${kind}List` },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } } },
        },
      ],
    },
  }
}
