import { describe, expect, test } from 'vitest'
import { withOwnFacts } from '../compat/own-facts.ts'
import { readLintRepository } from '../lint/model/lint-repository.ts'
import { clustersInRepository } from './clusters-in-repository.ts'

function found(files: Readonly<Record<string, string>>): readonly string[] {
  const texts = new Map(Object.entries(files))
  const repository = readLintRepository({ texts, paths: new Set(texts.keys()), isWhole: true })
  return clustersInRepository(repository, withOwnFacts([])).map(
    ({ namespace, name, kubernetes = '-', platform = '-', components }) =>
      `${namespace}/${name} ${kubernetes} ${platform}: ${components
        .map(({ component, version, places }) => `${component} ${version} (${places.join(' ')})`)
        .join(', ')}`,
  )
}

function cluster(
  name: string,
  spec = '{topology: {classRef: {name: eks}, version: v1.35.4}}',
  labels = 'cni: cilium',
) {
  return `apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata: {name: ${name}, namespace: prod, labels: {${labels}}}
spec: ${spec}
`
}

const pack = `apiVersion: addons.cluster.x-k8s.io/v1beta2
kind: ClusterResourceSet
metadata: {name: cni, namespace: prod}
spec:
  clusterSelector: {matchLabels: {cni: cilium}}
  resources: [{kind: ConfigMap, name: cni}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: cni, namespace: prod}
data:
  cni.yaml: |
    apiVersion: apps/v1
    kind: DaemonSet
    metadata: {name: cilium, namespace: kube-system}
    spec: {template: {spec: {containers: [{name: agent, image: quay.io/cilium/cilium:v1.20.2}]}}}
`

const release = (name: string, rest: string, spec = '') => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: ${name}, namespace: apps}
spec:
  interval: 10m
  ${rest}
${spec}`

const sync = (path: string, rest = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: flux-system, namespace: flux-system}
spec:
  path: ${path}
  prune: true
  interval: 10m
  sourceRef: {kind: GitRepository, name: flux-system}
${rest}`

describe('A cluster has', () => {
  const cases = [
    {
      name: 'what a ClusterResourceSet with its labels delivers',
      files: {
        'blue.yaml': cluster('blue'),
        'red.yaml': cluster('red', undefined, 'cni: none'),
        'pack.yaml': pack,
      },
      want: ['prod/blue v1.35.4 -: cilium 1.20.2 (pack.yaml:15)', 'prod/red v1.35.4 -: '],
    },
    {
      name: 'what the gates of its Fitout deliver, and what its steps say',
      files: {
        'blue.yaml': cluster('blue', undefined, 'env: prod'),
        'pack.yaml': pack.replace('matchLabels: {cni: cilium}', 'matchLabels: {cni.example.com/on: "true"}'),
        'plan.yaml': `apiVersion: fitout.dev/v1alpha1
kind: Fitout
metadata: {name: default, namespace: prod}
spec:
  clusterSelector: {matchLabels: {env: prod}}
  steps:
  - name: cni
    gate: {label: cni.example.com/on}
    versions: {flux: 2.9.4}
    proof: {preset: cilium}
`,
      },
      want: ['prod/blue v1.35.4 -: cilium 1.20.2 (pack.yaml:15), flux 2.9.4 (plan.yaml:9)'],
    },
    {
      name: 'the charts that Flux on it installs, of which nothing may be known',
      files: {
        'blue.yaml': cluster('blue'),
        'pack.yaml': pack.replace(
          /cni.yaml: [^]*/,
          `sync.yaml: |\n${sync('./apps').replaceAll(/^/gm, '    ')}`,
        ),
        'apps/web.yaml': release(
          'web',
          'chart: {spec: {chart: web, version: 1.2.3, sourceRef: {kind: HelmRepository, name: web}}}',
        ),
        'apps/crds.yaml': release(
          'web-crds',
          'chart: {spec: {chart: web-crds, version: 1.2.3, sourceRef: {kind: HelmRepository, name: web}}}',
        ),
      },
      want: ['prod/blue v1.35.4 -: web 1.2.3 (apps/web.yaml:6)'],
    },
    {
      name: 'the chart that a release takes from a source beside it',
      files: {
        'blue.yaml': cluster('blue'),
        'hub/blue.yaml': release(
          'karpenter',
          'kubeConfig: {secretRef: {name: blue-kubeconfig}}',
          '  chartRef: {kind: OCIRepository, name: karpenter}\n',
        ).replace('namespace: apps', 'namespace: prod'),
        'hub/source.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: karpenter, namespace: prod}
spec: {interval: 1h, url: "oci://public.ecr.aws/karpenter/karpenter", ref: {tag: 1.14.1}}
`,
        'red.yaml': cluster('red'),
      },
      want: ['prod/blue v1.35.4 -: karpenter 1.14.1 (hub/source.yaml:4)', 'prod/red v1.35.4 -: '],
    },
    {
      name: 'nothing of a ClusterResourceSet in another namespace',
      files: {
        'blue.yaml': cluster('blue'),
        'pack.yaml': pack.replaceAll('namespace: prod', 'namespace: dev'),
      },
      want: ['prod/blue v1.35.4 -: '],
    },
    {
      name: 'nothing that Flux on it applies to another cluster',
      files: {
        'hub.yaml': cluster('hub'),
        'pack.yaml': pack.replace(
          /cni.yaml: [^]*/,
          `sync.yaml: |\n${sync('./hub').replaceAll(/^/gm, '    ')}`,
        ),
        'hub/web.yaml': release(
          'web',
          'chart: {spec: {chart: web, version: 1.2.3, sourceRef: {kind: HelmRepository, name: web}}}',
          '  kubeConfig: {secretRef: {name: red-kubeconfig}}\n',
        ).replace('namespace: apps', 'namespace: prod'),
        'red.yaml': cluster('red', undefined, 'cni: none'),
      },
      want: ['prod/hub v1.35.4 -: ', 'prod/red v1.35.4 -: web 1.2.3 (hub/web.yaml:6)'],
    },
    {
      name: 'the Cluster API that manages it',
      files: {
        'blue.yaml': cluster('blue'),
        'provider.yaml': `apiVersion: operator.cluster.x-k8s.io/v1alpha2
kind: CoreProvider
metadata: {name: cluster-api, namespace: capi-system}
spec: {version: v1.14.2}
`,
      },
      want: ['prod/blue v1.35.4 -: cluster-api-manager 1.14.2 (provider.yaml:3)'],
    },
    {
      name: 'the version and the platform of its control plane',
      files: {
        'blue.yaml': cluster(
          'blue',
          '{controlPlaneRef: {apiGroup: controlplane.cluster.x-k8s.io, kind: AWSManagedControlPlane, name: blue}}',
        ),
        'plane.yaml': `apiVersion: controlplane.cluster.x-k8s.io/v1beta2
kind: AWSManagedControlPlane
metadata: {name: blue, namespace: prod}
spec: {version: v1.34.2}
`,
      },
      want: ['prod/blue v1.34.2 eks: '],
    },
    {
      name: 'no version while that is to be filled in',
      files: {
        'blue.yaml': cluster('blue', '{topology: {classRef: {name: eks}, version: "${KUBERNETES}"}}'),
      },
      want: ['prod/blue - -: '],
    },
  ]
  test.for(cases)('$name', ({ files, want }) => expect(found(files)).toEqual(want))
})

const overlay = (patches: string) => `resources: [../base]\npatches:\n- path: patch.yaml\n${patches}`
const merge = (spec: string) =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: web, namespace: apps}\nspec: ${spec}\n`

describe('A version that a patch may change', () => {
  const base = {
    'clusters/one/flux-system/sync.yaml': sync('./clusters/one'),
    'clusters/one/apps.yaml': sync('./apps/one').replace('name: flux-system,', 'name: apps,'),
    'apps/base/web.yaml': release(
      'web',
      'chart: {spec: {chart: web, version: 1.2.3, sourceRef: {kind: HelmRepository, name: web}}}',
    ),
    'apps/base/kustomization.yaml': 'resources: [web.yaml]\n',
  }
  const cases = [
    {
      name: 'is not claimed if it does',
      patch: merge('{chart: {spec: {version: 2.0.0}}}'),
      patches: '',
      want: ['/clusters/one - -: web  (apps/base/web.yaml:6)'],
    },
    {
      name: 'is not claimed if a JSON patch does',
      patch: '- {op: replace, path: /spec/chart/spec/version, value: 2.0.0}\n',
      patches: '  target: {kind: HelmRelease}\n',
      want: ['/clusters/one - -: web  (apps/base/web.yaml:6)'],
    },
    {
      name: 'is known if the patch is about something else',
      patch: merge('{values: {replicas: 2}}'),
      patches: '',
      want: ['/clusters/one - -: web 1.2.3 (apps/base/web.yaml:6)'],
    },
    {
      name: 'is known if the patch is for another kind',
      patch: '- {op: replace, path: /spec/version, value: 2.0.0}\n',
      patches: '  target: {kind: Deployment}\n',
      want: ['/clusters/one - -: web 1.2.3 (apps/base/web.yaml:6)'],
    },
  ]
  test.for(cases)('$name', ({ patch, patches, want }) => {
    const files = { ...base, 'apps/one/patch.yaml': patch, 'apps/one/kustomization.yaml': overlay(patches) }
    expect(found(files)).toEqual(want)
  })
})

describe('Without any Cluster,', () => {
  test('each folder that a Flux begins with counts as one', () => {
    const files = {
      'clusters/staging/flux-system/sync.yaml': sync('./clusters/staging'),
      'clusters/staging/apps.yaml': sync('./apps').replace('name: flux-system,', 'name: apps,'),
      'clusters/production/apps.yaml': sync('./apps').replace('name: flux-system,', 'name: apps,'),
      'apps/web.yaml': release(
        'web',
        'chart: {spec: {chart: web, version: ">=1.0", sourceRef: {kind: HelmRepository, name: web}}}',
      ),
    }
    expect(found(files)).toEqual([
      '/clusters/production - -: web >=1.0 (apps/web.yaml:6)',
      '/clusters/staging - -: web >=1.0 (apps/web.yaml:6)',
    ])
  })

  test('an empty repository has none', () => expect(found({ 'a.yaml': 'a: 1\n' })).toEqual([]))
})
