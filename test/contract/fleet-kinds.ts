import type { Resource } from '../../src/engine/api/api.ts'

// Group and version, then the kinds, each with its plural and C if it is in no namespace.
const rows: Readonly<Record<string, readonly string[]>> = {
  v1: ['ConfigMap configmaps', 'Secret secrets', 'Pod pods', 'Namespace namespaces C', 'Node nodes C'],
  'apps/v1': ['Deployment deployments', 'DaemonSet daemonsets'],
  'apiextensions.k8s.io/v1': ['CustomResourceDefinition customresourcedefinitions C'],
  'cluster.x-k8s.io/v1beta2': ['Cluster clusters'],
  'addons.cluster.x-k8s.io/v1beta2': [
    'ClusterResourceSet clusterresourcesets',
    'ClusterResourceSetBinding clusterresourcesetbindings',
  ],
  'source.toolkit.fluxcd.io/v1': [
    'HelmRepository helmrepositories',
    'HelmChart helmcharts',
    'GitRepository gitrepositories',
  ],
  'helm.toolkit.fluxcd.io/v2': ['HelmRelease helmreleases'],
  'kustomize.toolkit.fluxcd.io/v1': ['Kustomization kustomizations'],
  'karpenter.sh/v1': ['NodePool nodepools C', 'NodeClaim nodeclaims C'],
  'contract.fitout.dev/v1': ['Widget widgets'],
}

const resources: ReadonlyMap<string, Resource> = new Map(
  Object.entries(rows).flatMap(([apiVersion, kinds]) =>
    kinds.map(row => {
      const [kind = '', plural = '', mark] = row.split(' ')
      const [version = '', group = ''] = apiVersion.split('/').toReversed()
      return [kind, { group, version, kind, plural, scope: mark === 'C' ? 'Cluster' : 'Namespaced' }] as const
    }),
  ),
)

/** A kind that the sentences are about, by its name. */
export function resourceNamed(kind: string): Resource {
  const found = resources.get(kind)
  if (found === undefined) throw new Error(`cannot find kind "${kind}": add it to the table`)
  return found
}
