/** For tests: a repository laid out as public ones are, in our own words, and without any finding. */
export interface PublicLayout {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
}

const KUSTOMIZE = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n'

const lists = (...items: readonly string[]) =>
  `${KUSTOMIZE}resources:\n${items.map(item => `  - ${item}\n`).join('')}`

const kustomization = (name: string, path: string, more = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: flux-system
spec:
  interval: 10m
  path: ./${path}
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
${more}`

const sync = (path: string) => `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata:
  name: flux-system
  namespace: flux-system
spec:
  interval: 1m
  ref:
    branch: main
  url: https://git.example.com/platform/fleet.git
---
${kustomization('flux-system', path)}`

const helmRepository = (
  [namespace, name]: readonly [string, string],
  url: string,
  more = '',
) => `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata:
  name: ${name}
  namespace: ${namespace}
spec:
  interval: 1h
  url: ${url}
${more}`

const release = (name: string, namespace: string, more: string) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: ${name}
  namespace: ${namespace}
spec:
  interval: 30m
${more}`

const chart = (name: string, repository: string) => `  chart:
    spec:
      chart: ${name}
      version: 1.x
      sourceRef:
        kind: HelmRepository
        name: ${repository}
`

const namespace = (name: string) => `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}\n`

const needs = (name: string) => `  dependsOn:\n    - name: ${name}\n`

const monorepo: PublicLayout = {
  name: 'apps with a base and overlays, infrastructure, and a folder for each cluster',
  files: {
    'clusters/production/flux-system/gotk-sync.yaml': sync('clusters/production'),
    'clusters/production/infrastructure.yaml': kustomization('infrastructure', 'infrastructure/controllers'),
    'clusters/production/apps.yaml': kustomization('apps', 'apps/production', needs('infrastructure')),
    'infrastructure/controllers/kustomization.yaml': lists('ingress.yaml'),
    'infrastructure/controllers/ingress.yaml': [
      namespace('ingress'),
      helmRepository(['ingress', 'ingress-charts'], 'https://charts.example.com/ingress'),
      release('ingress', 'ingress', chart('ingress', 'ingress-charts')),
    ].join('---\n'),
    'apps/base/podinfo/kustomization.yaml': lists('namespace.yaml', 'repository.yaml', 'release.yaml'),
    'apps/base/podinfo/namespace.yaml': namespace('podinfo'),
    'apps/base/podinfo/repository.yaml': helmRepository(
      ['podinfo', 'podinfo'],
      'oci://registry.example.com/charts',
      '  type: oci\n',
    ),
    'apps/base/podinfo/release.yaml': release('podinfo', 'podinfo', chart('podinfo', 'podinfo')),
    'apps/production/kustomization.yaml': `${lists('../base/podinfo')}patches:\n  - path: podinfo-values.yaml\n    target:\n      kind: HelmRelease\n`,
    'apps/production/podinfo-values.yaml':
      'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata:\n  name: podinfo\n  namespace: podinfo\nspec:\n  values:\n    replicas: 2\n',
  },
}

const byNamespace: PublicLayout = {
  name: 'a folder for each namespace and app, and a Kustomization beside each app',
  files: {
    'kubernetes/cluster/flux-system/sync.yaml': sync('kubernetes/cluster'),
    'kubernetes/cluster/apps.yaml': kustomization(
      'cluster-apps',
      'kubernetes/apps',
      '  decryption:\n    provider: sops\n  postBuild:\n    substitute:\n      DOMAIN: example.com\n',
    ),
    'kubernetes/apps/kustomization.yaml': lists('media', 'database'),
    'kubernetes/apps/media/kustomization.yaml': lists('namespace.yaml', 'player/ks.yaml'),
    'kubernetes/apps/media/namespace.yaml': namespace('media'),
    'kubernetes/apps/media/player/ks.yaml': kustomization(
      'media-player',
      'kubernetes/apps/media/player/app',
      `  targetNamespace: media\n${needs('database-cluster')}  postBuild:\n    substitute:\n      APP: player\n`,
    ),
    'kubernetes/apps/media/player/app/kustomization.yaml': lists(
      'repository.yaml',
      'release.yaml',
      'config.yaml',
    ),
    'kubernetes/apps/media/player/app/repository.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata:
  name: player-chart
  namespace: media
spec:
  interval: 1h
  url: oci://registry.example.com/charts/player
  ref:
    tag: 1.2.3
`,
    'kubernetes/apps/media/player/app/release.yaml': release(
      'player',
      'media',
      '  chartRef:\n    kind: OCIRepository\n    name: player-chart\n',
    ),
    'kubernetes/apps/media/player/app/config.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: player\n  namespace: media\ndata:\n  app: ${APP}\n',
    'kubernetes/apps/database/kustomization.yaml': lists('namespace.yaml', 'cluster/ks.yaml'),
    'kubernetes/apps/database/namespace.yaml': namespace('database'),
    'kubernetes/apps/database/cluster/ks.yaml': kustomization(
      'database-cluster',
      'kubernetes/apps/database/cluster/app',
    ),
    'kubernetes/apps/database/cluster/app/kustomization.yaml': lists('release.yaml'),
    'kubernetes/apps/database/cluster/app/release.yaml': [
      helmRepository(['database', 'database-charts'], 'https://charts.example.com/database'),
      release('database', 'database', chart('database', 'database-charts')),
    ].join('---\n'),
  },
}

const tenants: PublicLayout = {
  name: 'tenants with a base, and overlays that say what each cluster has',
  files: {
    'clusters/staging/flux-system/gotk-sync.yaml': sync('clusters/staging'),
    'clusters/staging/tenants.yaml': kustomization('tenants', 'tenants/staging'),
    'tenants/base/dev-team/kustomization.yaml': lists('rbac.yaml', 'sync.yaml'),
    'tenants/base/dev-team/rbac.yaml':
      'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: apps\n---\napiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: dev-team\n  namespace: apps\n',
    'tenants/base/dev-team/sync.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata:
  name: dev-team
  namespace: apps
spec:
  interval: 5m
  url: https://git.example.com/dev-team/apps.git
  ref:
    branch: main
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: dev-team
  namespace: apps
spec:
  interval: 5m
  path: ./
  prune: true
  serviceAccountName: dev-team
  sourceRef:
    kind: GitRepository
    name: dev-team
`,
    'tenants/staging/kustomization.yaml': `${lists('../base/dev-team')}patches:\n  - path: dev-team-patch.yaml\n`,
    'tenants/staging/dev-team-patch.yaml':
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: dev-team\n  namespace: apps\nspec:\n  path: ./staging\n',
  },
}

const hub: PublicLayout = {
  name: 'a hub that applies to other clusters by their kubeconfigs',
  files: {
    'central/flux-system/gotk-sync.yaml': sync('central'),
    'central/production.yaml': [
      namespace('production'),
      helmRepository(['production', 'monitoring-charts'], 'https://charts.example.com/monitoring'),
      release(
        'monitoring',
        'production',
        `${chart('monitoring', 'monitoring-charts')}  kubeConfig:\n    secretRef:\n      name: production-kubeconfig\n`,
      ),
      release(
        'dashboards',
        'production',
        `${chart('dashboards', 'monitoring-charts')}${needs('monitoring')}  kubeConfig:\n    secretRef:\n      name: production-kubeconfig\n`,
      ),
    ].join('---\n'),
  },
}

const clusters: PublicLayout = {
  name: 'Clusters with a pack that a ClusterResourceSet delivers',
  files: {
    'management/flux-system/gotk-sync.yaml': sync('management'),
    'management/kustomization.yaml': lists('flux-system/gotk-sync.yaml', 'clusters', 'network'),
    'management/clusters/kustomization.yaml': lists('blue.yaml'),
    'management/clusters/blue.yaml': `apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata:
  name: blue
  namespace: default
  labels:
    network: calico
spec:
  controlPlaneRef:
    apiGroup: controlplane.cluster.x-k8s.io
    kind: KubeadmControlPlane
    name: blue
  infrastructureRef:
    apiGroup: infrastructure.cluster.x-k8s.io
    kind: AWSCluster
    name: blue
`,
    'management/network/kustomization.yaml': lists('set.yaml', 'pack.yaml'),
    'management/network/set.yaml': `apiVersion: addons.cluster.x-k8s.io/v1beta2
kind: ClusterResourceSet
metadata:
  name: network
  namespace: default
spec:
  clusterSelector:
    matchLabels:
      network: calico
  resources:
    - kind: ConfigMap
      name: network-pack
  strategy: Reconcile
`,
    'management/network/pack.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: network-pack
  namespace: default
data:
  network.yaml: |
    apiVersion: v1
    kind: ServiceAccount
    metadata:
      name: network
      namespace: kube-system
`,
  },
}

const operator: PublicLayout = {
  name: 'a FluxInstance, and ResourceSets for what each tenant gets',
  files: {
    'clusters/prod/flux-system/flux.yaml': `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata:
  name: flux
  namespace: flux-system
spec:
  distribution:
    version: 2.9.4
    registry: ghcr.io/fluxcd
  sync:
    kind: GitRepository
    url: https://git.example.com/platform/fleet.git
    ref: refs/heads/main
    path: clusters/prod
`,
    'clusters/prod/components.yaml': kustomization('components', 'components'),
    'components/kustomization.yaml': lists('cert-manager.yaml'),
    'components/cert-manager.yaml': [
      namespace('cert-manager'),
      helmRepository(
        ['cert-manager', 'cert-manager-charts'],
        'oci://registry.example.com/charts',
        '  type: oci\n',
      ),
      release('cert-manager', 'cert-manager', chart('cert-manager', 'cert-manager-charts')),
    ].join('---\n'),
  },
}

/** For tests: how public repositories are laid out. */
export const publicLayouts: readonly PublicLayout[] = [
  monorepo,
  byNamespace,
  tenants,
  hub,
  clusters,
  operator,
]
