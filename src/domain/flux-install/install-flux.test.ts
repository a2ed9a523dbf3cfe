import { assert, boolean, constantFrom, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FluxManifest } from '../envsubst/flux/manifest.ts'
import { installFlux } from './install-flux.ts'
import { type FluxRequest, readFluxOptions } from './read-flux-options.ts'
import { aManifest, sampleRelease, titleOf, withMinor, withTexts } from '#test/domain/sample-release.ts'

// The sample has no helm-controller, to be small.
const components = ['source-controller', 'kustomize-controller', 'notification-controller']

function install(request: FluxRequest = {}, version = '2.9.4'): readonly FluxManifest[] {
  return installFlux(sampleRelease(), version, readFluxOptions({ components, ...request }))
}

const labels = {
  'app.kubernetes.io/instance': 'flux-system',
  'app.kubernetes.io/part-of': 'flux',
  'app.kubernetes.io/version': 'v2.9.4',
}
const sourceLabels = { 'app.kubernetes.io/component': 'source-controller', ...labels }

test('objects come in the order of Flux: namespace, policies, what is shared, then components as asked for', () => {
  expect(install({ components: ['kustomize-controller', 'source-controller'] }).map(titleOf)).toEqual([
    'Namespace flux-system',
    'NetworkPolicy allow-egress',
    'ResourceQuota critical-pods-flux-system',
    'ClusterRole crd-controller-flux-system',
    'ClusterRoleBinding crd-controller-flux-system',
    'ClusterRoleBinding cluster-reconciler-flux-system',
    'Deployment kustomize-controller',
    'CustomResourceDefinition gitrepositories',
    'Service source-controller',
    'Deployment source-controller',
  ])
})

const whole = [
  {
    name: 'the namespace is made, and warns of pods with too many rights',
    title: 'Namespace flux-system',
    want: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: 'flux-system',
        labels: {
          'pod-security.kubernetes.io/warn': 'restricted',
          'pod-security.kubernetes.io/warn-version': 'latest',
          ...labels,
        },
      },
    },
  },
  {
    name: 'a controller runs on Linux, from the registry, with its arguments in their places',
    title: 'Deployment source-controller',
    want: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'source-controller', namespace: 'flux-system', labels: sourceLabels },
      spec: {
        replicas: 1,
        template: {
          metadata: { labels: { app: 'source-controller', ...sourceLabels } },
          spec: {
            nodeSelector: { 'kubernetes.io/os': 'linux' },
            containers: [
              {
                name: 'manager',
                image: 'ghcr.io/fluxcd/source-controller:v1.9.4',
                args: [
                  '--events-addr=http://notification-controller.$(RUNTIME_NAMESPACE).svc.cluster.local./',
                  '--watch-all-namespaces=true',
                  '--log-level=info',
                  '--enable-leader-election',
                  '--storage-path=/data',
                  '--storage-adv-addr=source-controller.$(RUNTIME_NAMESPACE).svc.cluster.local.',
                ],
              },
            ],
          },
        },
      },
    },
  },
  {
    name: 'a CRD belongs to no namespace',
    title: 'CustomResourceDefinition gitrepositories',
    want: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'gitrepositories', labels: sourceLabels },
    },
  },
  {
    name: 'a quota belongs to the namespace, and is named after it',
    title: 'ResourceQuota critical-pods-flux-system',
    want: {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'critical-pods-flux-system', namespace: 'flux-system', labels },
    },
  },
  {
    name: 'a binding names the role as it is called now',
    title: 'ClusterRoleBinding crd-controller-flux-system',
    want: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'crd-controller-flux-system', labels },
      roleRef: { name: 'crd-controller-flux-system' },
      subjects: [{ kind: 'ServiceAccount', name: 'source-controller', namespace: 'flux-system' }],
    },
  },
  {
    name: 'a role of the cluster keeps its name',
    title: 'ClusterRoleBinding cluster-reconciler-flux-system',
    want: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'cluster-reconciler-flux-system', labels },
      roleRef: { name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: 'source-controller', namespace: 'flux-system' }],
    },
  },
]
describe('by default', () => {
  for (const { name, title, want } of whole) {
    test(name, () => expect(install().find(object => titleOf(object) === title)).toEqual(want))
  }
})

const options: readonly { name: string; request: FluxRequest; want: readonly string[] }[] = [
  {
    name: 'a log level',
    request: { logLevel: 'debug' },
    want: [
      'Deployment source-controller: args.2 = --log-level=debug',
      'Deployment kustomize-controller: args.2 = --log-level=debug',
      'Deployment notification-controller: args.1 = --log-level=debug',
    ],
  },
  {
    name: 'one namespace only',
    request: { watchAllNamespaces: false },
    want: [
      'Deployment source-controller: args.1 = --watch-all-namespaces=false',
      'Deployment kustomize-controller: args.1 = --watch-all-namespaces=false',
      'Deployment notification-controller: args.0 = --watch-all-namespaces=false',
    ],
  },
  {
    name: 'a domain',
    request: { clusterDomain: 'k8s.test' },
    want: [
      'Deployment source-controller: args.0 = --events-addr=http://notification-controller.$(RUNTIME_NAMESPACE).svc.k8s.test./',
      'Deployment source-controller: args.5 = --storage-adv-addr=source-controller.$(RUNTIME_NAMESPACE).svc.k8s.test.',
      'Deployment kustomize-controller: args.0 = --events-addr=http://notification-controller.$(RUNTIME_NAMESPACE).svc.k8s.test./',
    ],
  },
  {
    name: 'a registry',
    request: { registry: 'mirror.test:5000/flux' },
    want: [
      'Deployment source-controller: image = mirror.test:5000/flux/source-controller:v1.9.4',
      'Deployment kustomize-controller: image = mirror.test:5000/flux/kustomize-controller:v1.9.4',
      'Deployment notification-controller: image = mirror.test:5000/flux/notification-controller:v1.9.3',
    ],
  },
  {
    name: 'a pull secret',
    request: { components: ['notification-controller'], imagePullSecret: 'regcred' },
    want: ['Deployment notification-controller: imagePullSecrets.0.name = regcred'],
  },
  {
    name: 'tolerations',
    request: { components: ['notification-controller'], tolerationKeys: ['a.test/b', 'c'] },
    want: [
      'Deployment notification-controller: tolerations.0.key = a.test/b',
      'Deployment notification-controller: tolerations.0.operator = Exists',
      'Deployment notification-controller: tolerations.1.key = c',
      'Deployment notification-controller: tolerations.1.operator = Exists',
    ],
  },
  {
    name: 'no network policies',
    request: { networkPolicy: false },
    want: ['NetworkPolicy allow-egress is gone'],
  },
  {
    name: 'no notification-controller',
    request: { components: ['source-controller', 'kustomize-controller'] },
    want: [
      'Deployment source-controller: args.0 = --events-addr=',
      'Deployment kustomize-controller: args.0 = --events-addr=',
      'Deployment notification-controller is gone',
    ],
  },
  {
    name: 'source-watcher',
    request: { componentsExtra: ['source-watcher'] },
    want: [
      'Deployment kustomize-controller: args.4 = --feature-gates=ExternalArtifact=true',
      'Deployment source-watcher is new',
    ],
  },
]
describe('an installation', () => {
  for (const { name, request, want } of options) {
    const base = request.components?.length === 1 ? request.components : components
    test(`with ${name} differs from that by default in nothing else`, () => {
      expect(changes(install({ components: base }), install(request))).toEqual(want)
    })
  }

  test('in another namespace says so wherever one is named', () => {
    expect(changes(install(), install({ namespace: 'gitops' }), 'gitops')).toEqual([])
    expect(JSON.stringify(install({ namespace: 'gitops' }))).not.toContain('flux-system')
  })
})

const eras = [
  { version: 'v2.6.4', namespace: 'flux', isLabelled: false, storage: 'source-controller' },
  { version: '2.7.1', namespace: 'flux', isLabelled: true, storage: 'source-controller' },
  { version: '2.7.2', namespace: '$(RUNTIME_NAMESPACE)', isLabelled: true, storage: 'source-watcher' },
  { version: '2.10.0', namespace: '$(RUNTIME_NAMESPACE)', isLabelled: true, storage: 'source-watcher' },
]
describe('the installer of each version is followed:', () => {
  for (const { version, namespace, isLabelled, storage } of eras) {
    test(`${version} writes ${namespace} into addresses, and labels on pods: ${isLabelled}`, () => {
      const request = { namespace: 'flux', components: ['source-watcher', 'notification-controller'] }
      const given = sampleRelease().filter(object => !titleOf(object).includes('kustomize-controller'))
      const text = JSON.stringify(
        installFlux(withMinor(given, version.split('.')[1] ?? ''), version, readFluxOptions(request)).find(
          object => titleOf(object) === 'Deployment source-watcher',
        ),
      )
      expect(text).toContain(
        `"--events-addr=http://notification-controller.${namespace}.svc.cluster.local./"`,
      )
      expect(text).toContain(`"--storage-adv-addr=${storage}.$(RUNTIME_NAMESPACE).svc.cluster.local."`)
      expect(text.split('"app.kubernetes.io/version"')).toHaveLength(isLabelled ? 3 : 2)
    })
  }
})

test('accounts of other namespaces stay bound, and names that end like the namespace stay whole', () => {
  const subjects = [{ kind: 'ServiceAccount', name: 'a', namespace: 'kube-system' }]
  const given = [
    ...sampleRelease(),
    { ...aManifest('ClusterRoleBinding', 'own-flux-system', {}), roleRef: { name: 'view' }, subjects },
  ]
  const found = installFlux(given, '2.9.4', readFluxOptions({ components, namespace: 'flux' }))
  expect(found.find(object => titleOf(object) === 'ClusterRoleBinding own-flux-system-flux')).toMatchObject({
    roleRef: { name: 'view' },
    subjects,
  })
})

test('images of different versions tell nothing about that of the release', () => {
  const given = sampleRelease().map(object =>
    withTexts(object, text => text.replace(':v1.9.3', ':v1.8.0').replace(':v1.9.4', ':v1.7.0')),
  )
  expect(installFlux(given, '2.9.4', readFluxOptions({ components }))).toHaveLength(install().length)
})

describe('it is the same', () => {
  test('from install.yaml as from the files of a release', () => {
    const given = sampleRelease('install.yaml')
    expect(installFlux(given, '2.9.4', readFluxOptions({ components }))).toEqual(install())
  })

  const requests = record(
    {
      componentsExtra: constantFrom([], ['source-watcher']),
      namespace: constantFrom('flux-system', 'flux', 'system', 'a'),
      networkPolicy: boolean(),
      registry: constantFrom('ghcr.io/fluxcd', 'mirror.test:5000/flux'),
      imagePullSecret: constantFrom(undefined, 'regcred'),
      tolerationKeys: constantFrom([], ['a', 'b']),
      logLevel: constantFrom('debug', 'info', 'error'),
      watchAllNamespaces: boolean(),
      clusterDomain: constantFrom('cluster.local', 'k8s.test'),
    },
    { requiredKeys: [] },
  )

  test('from its own result, whatever was asked for, and leaves what it was given alone', () => {
    assert(
      property(requests, request => {
        const once = install(request)
        const before = JSON.stringify(once)
        const again = installFlux(once, '2.9.4', readFluxOptions({ components, ...request }))
        expect(again).toEqual(once)
        expect(JSON.stringify(once)).toBe(before)
      }),
    )
  })

  test('from the result of other options, if that has all the parts', () => {
    const all = { components, componentsExtra: ['source-watcher'], networkPolicy: true }
    assert(
      property(requests, requests, (earlier, request) => {
        const given = install({ ...earlier, ...all })
        expect(installFlux(given, '2.9.4', readFluxOptions({ components, ...request }))).toEqual(
          install(request),
        )
      }),
    )
  })
})

/** What differs, an object and a field at a time. Fields of pods and their containers go by their own names. */
function changes(
  before: readonly FluxManifest[],
  after: readonly FluxManifest[],
  namespace = 'flux-system',
): string[] {
  const moved = before.map(object => withTexts(object, text => text.replaceAll('flux-system', namespace)))
  const old = new Map(moved.map(object => [titleOf(object), object]))
  const found = after.flatMap(object => {
    const title = titleOf(object)
    const was = old.get(title)
    old.delete(title)
    if (!was) return [`${title} is new`]
    const fields = fieldsOf(was)
    const now = fieldsOf(object)
    const gone = [...fields.keys()].filter(path => !now.has(path)).map(path => `${title}: no ${path}`)
    const other = [...now].filter(([path, value]) => fields.get(path) !== value)
    return [...other.map(([path, value]) => `${title}: ${path} = ${value}`), ...gone]
  })
  return [...found, ...[...old.keys()].map(title => `${title} is gone`)]
}

function fieldsOf(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null) {
    return new Map([[path.replace(/^spec\.template\.spec\.(containers\.0\.)?/, ''), String(value)]])
  }
  return new Map(
    Object.entries(value).flatMap(([key, part]) => [...fieldsOf(part, path === '' ? key : `${path}.${key}`)]),
  )
}
