import { loadAll } from 'js-yaml'
import { sampleClass } from '../../test/cli/fleet-scene.ts'
import { CONTROL_PLANE, INFRASTRUCTURE, providerCrd } from '../cluster-api/provider-crds.ts'
import type { KubeObject } from '../kube/kube-object.ts'

const templates = [INFRASTRUCTURE, CONTROL_PLANE].map(({ group, kind }) => ({
  group,
  kind: `${kind}Template`,
}))

/** The kinds of templates that a class of the lab refers to. */
export const templateCrds: readonly KubeObject[] = templates.map(kind => providerCrd(kind))

/** The class of the sample fleet, with clusters of the lab behind it: the class and its templates. */
export function labClass(): readonly KubeObject[] {
  const [sample] = loadAll(sampleClass) as [KubeObject]
  const { variables } = sample['spec'] as { readonly variables: readonly object[] }
  const [infrastructure, controlPlane] = templates.map(({ group, kind }) => ({
    templateRef: { apiVersion: `${group}/v1`, kind, name: 'eks' },
    // The lab's provider finds what belongs to a Cluster by its name.
    naming: { template: '{{ .cluster.name }}' },
  }))
  return [
    ...templates.map(({ group, kind }) => ({
      apiVersion: `${group}/v1`,
      kind,
      metadata: { name: 'eks' },
      spec: { template: { spec: {} } },
    })),
    { ...sample, spec: { infrastructure, controlPlane, variables } },
  ]
}

/** A kind that the operator of Cilium makes at its start; in the lab that operator is played. */
export const ciliumNodes: KubeObject = {
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
