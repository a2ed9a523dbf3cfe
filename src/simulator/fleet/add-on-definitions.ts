import type { KubeObject } from '../../engine/api/kube-object.ts'

/** A CustomResourceDefinition without a schema: what is in its objects is taken as it is. */
function definition(
  group: string,
  [kind, plural, version]: readonly [string, string, string],
  scope = 'Namespaced',
): KubeObject {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema, subresources: { status: {} } }],
    },
  }
}

const source = 'source.toolkit.fluxcd.io'

/** The kinds of Flux's source-controller and helm-controller. */
export const fluxDefinitions: readonly KubeObject[] = [
  definition(source, ['Bucket', 'buckets', 'v1']),
  definition(source, ['GitRepository', 'gitrepositories', 'v1']),
  definition(source, ['HelmChart', 'helmcharts', 'v1']),
  definition(source, ['HelmRepository', 'helmrepositories', 'v1']),
  definition(source, ['OCIRepository', 'ocirepositories', 'v1']),
  definition('helm.toolkit.fluxcd.io', ['HelmRelease', 'helmreleases', 'v2']),
]

/** The kinds of Karpenter. */
export const karpenterDefinitions: readonly KubeObject[] = [
  definition('karpenter.sh', ['NodePool', 'nodepools', 'v1'], 'Cluster'),
  definition('karpenter.sh', ['NodeClaim', 'nodeclaims', 'v1'], 'Cluster'),
]
