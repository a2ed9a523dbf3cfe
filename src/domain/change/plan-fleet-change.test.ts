import { describe, expect, test } from 'vitest'
import { apps, config, type Files, flux, plan, root, without } from '#test/domain/planned-change.ts'
import { aCluster, aFleet } from '#test/domain/sample-snapshot.ts'
import type { FleetChange } from './fleet-change.ts'
import { reportOf } from './report/report-rows.ts'

/** What happens, one line for each object. */
function lines({ changes }: FleetChange): readonly string[] {
  return changes.map(({ op, on, kind, namespace, name, by, effect, clusters }) => {
    const where =
      on === 'management' ? `management for ${clusters.join(', ') || 'itself'}` : clusters.join(', ')
    return `${op} ${kind} ${namespace}/${name} by ${by.kind} ${by.name} on ${where}${effect === undefined ? '' : `: ${effect}`}`
  })
}

describe('An object that goes from Git', () => {
  const cases = [
    {
      name: 'is deleted by a Kustomization that prunes',
      before: apps,
      after: { ...without(apps, 'apps/a.yaml'), 'apps/b.yaml': config('b', '1') },
      want: [
        'created ConfigMap default/b by Kustomization apps on clusters/blue',
        'deleted ConfigMap default/a by Kustomization apps on clusters/blue',
      ],
    },
    {
      name: 'stays with one that does not',
      before: {
        ...apps,
        'clusters/blue/apps.yaml': flux('apps', 'apps').replace('prune: true', 'prune: false'),
        'apps/b.yaml': config('b', '1'),
      },
      after: {
        ...without(apps, 'apps/a.yaml'),
        'clusters/blue/apps.yaml': flux('apps', 'apps').replace('prune: true', 'prune: false'),
        'apps/b.yaml': config('b', '1'),
      },
      want: [
        'stays ConfigMap default/a by Kustomization apps on clusters/blue: Kustomization apps has prune: false',
      ],
    },
    {
      name: 'stays if its annotation says so',
      before: {
        ...apps,
        'apps/a.yaml': config('a', '1', ', annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}'),
        'apps/b.yaml': config('b', '1'),
      },
      after: { ...without(apps, 'apps/a.yaml'), 'apps/b.yaml': config('b', '1') },
      want: ['stays ConfigMap default/a by Kustomization apps on clusters/blue: its annotation keeps it'],
    },
    {
      name: 'goes with its Kustomization',
      before: apps,
      after: without(apps, 'clusters/blue/apps.yaml'),
      want: [
        'deleted Kustomization flux-system/apps by Kustomization flux-system on clusters/blue',
        'deleted ConfigMap default/a by Kustomization apps on clusters/blue: with its Kustomization',
      ],
    },
    {
      name: 'stays when its Kustomization is deleted and leaves its objects',
      before: { ...apps, 'clusters/blue/apps.yaml': flux('apps', 'apps', '  deletionPolicy: Orphan\n') },
      after: without(apps, 'clusters/blue/apps.yaml'),
      want: [
        'deleted Kustomization flux-system/apps by Kustomization flux-system on clusters/blue',
        'stays ConfigMap default/a by Kustomization apps on clusters/blue: Kustomization apps leaves its objects when it is deleted',
      ],
    },
    {
      name: 'stays when its Kustomization itself is not pruned',
      before: {
        ...apps,
        ...root,
        'clusters/blue/flux-system/sync.yaml': flux('flux-system', 'clusters/blue').replace(
          'prune: true',
          'prune: false',
        ),
      },
      after: without(
        {
          ...apps,
          'clusters/blue/flux-system/sync.yaml': flux('flux-system', 'clusters/blue').replace(
            'prune: true',
            'prune: false',
          ),
        },
        'clusters/blue/apps.yaml',
      ),
      want: [
        'stays Kustomization flux-system/apps by Kustomization flux-system on clusters/blue: Kustomization flux-system has prune: false',
        'stays ConfigMap default/a by Kustomization apps on clusters/blue: Kustomization apps itself stays on the cluster',
      ],
    },
    {
      name: 'stays when the path of its Kustomization goes: that fails',
      before: apps,
      after: without(apps, 'apps/a.yaml'),
      want: [
        'stays ConfigMap default/a by Kustomization apps on clusters/blue: Kustomization apps fails, as its path is gone',
      ],
    },
    {
      name: 'is in danger when its Kustomization is renamed',
      before: apps,
      after: { ...apps, 'clusters/blue/apps.yaml': flux('other', 'apps') },
      want: [
        'created Kustomization flux-system/other by Kustomization flux-system on clusters/blue',
        'deleted Kustomization flux-system/apps by Kustomization flux-system on clusters/blue',
        'changed ConfigMap default/a by Kustomization other on clusters/blue: moves from Kustomization flux-system/apps to Kustomization flux-system/other, and may be deleted and created again on the way',
      ],
    },
    {
      name: 'stays where it was when its Kustomization gets a kubeConfig',
      before: apps,
      after: {
        ...apps,
        'clusters/blue/apps.yaml': flux(
          'apps',
          'apps',
          '  kubeConfig: {secretRef: {name: green-kubeconfig}}\n',
        ),
      },
      want: [
        'changed Kustomization flux-system/apps by Kustomization flux-system on clusters/blue',
        'created ConfigMap default/a by Kustomization apps on flux-system/green',
        'stays ConfigMap default/a by Kustomization apps on clusters/blue: Kustomization apps applies to another cluster now, and deletes nothing here',
      ],
    },
    {
      name: 'is not touched while its Kustomization is suspended',
      before: { ...apps, 'clusters/blue/apps.yaml': flux('apps', 'apps', '  suspend: true\n') },
      after: {
        ...apps,
        'apps/a.yaml': config('a', '2'),
        'clusters/blue/apps.yaml': flux('apps', 'apps', '  suspend: true\n'),
      },
      want: [
        'notApplied ConfigMap default/a by Kustomization apps on clusters/blue: Kustomization apps is suspended',
      ],
    },
  ]
  test.for(cases)('$name', ({ before, after, want }) => {
    expect(lines(plan(before, after)).toSorted()).toEqual(want.toSorted())
  })
})

const cluster = (name: string, labels: string) =>
  `apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: {name: ${name}, namespace: prod, labels: {${labels}}}\nspec: {topology: {classRef: {name: c}, version: v1.35.4}}\n`
const set = (strategy: string, selector: string) =>
  `apiVersion: addons.cluster.x-k8s.io/v1beta2\nkind: ClusterResourceSet\nmetadata: {name: notice, namespace: prod}\nspec:\n  strategy: ${strategy}\n  clusterSelector: {matchLabels: {${selector}}}\n  resources: [{kind: ConfigMap, name: notice}]\n`
const source = (...texts: readonly string[]) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: notice, namespace: prod}\ndata:\n  a.yaml: |\n${texts.join('---\n').replaceAll(/^/gm, '    ')}\n`

const carried = (strategy: string, selector: string, ...texts: readonly string[]): Files => ({
  'clusters/mgmt/flux-system/sync.yaml': flux('flux-system', 'clusters/mgmt'),
  'clusters/mgmt/blue.yaml': cluster('blue', 'env: prod'),
  'clusters/mgmt/green.yaml': cluster('green', 'env: prod, extra: wanted'),
  'clusters/mgmt/set.yaml': set(strategy, selector),
  'clusters/mgmt/source.yaml': source(...texts),
})

const live = (labels: Readonly<Record<string, string>>) => ({ labels, kubernetesVersion: 'v1.35.4' })
const onClusters = (change: FleetChange) => lines(change).filter(line => !line.includes('on management'))

describe('A ClusterResourceSet', () => {
  const cases = [
    {
      name: 'applies what changed again',
      before: carried('Reconcile', 'env: prod', config('a', '1'), config('b', '1')),
      after: carried('Reconcile', 'env: prod', config('a', '2'), config('b', '1')),
      want: ['changed ConfigMap default/a by ClusterResourceSet notice on prod/blue, prod/green'],
    },
    {
      name: 'applies nothing again if it applies once',
      before: carried('ApplyOnce', 'env: prod', config('a', '1')),
      after: carried('ApplyOnce', 'env: prod', config('a', '2'), config('b', '1')),
      want: [
        'notApplied ConfigMap default/a by ClusterResourceSet notice on prod/blue, prod/green: strategy ApplyOnce: only clusters that get it later have it',
        'notApplied ConfigMap default/b by ClusterResourceSet notice on prod/blue, prod/green: strategy ApplyOnce: only clusters that get it later have it',
      ],
    },
    {
      name: 'deletes nothing',
      before: carried('Reconcile', 'env: prod', config('a', '1'), config('b', '1')),
      after: carried('Reconcile', 'env: prod', config('a', '1')),
      want: [
        'stays ConfigMap default/b by ClusterResourceSet notice on prod/blue, prod/green: a ClusterResourceSet deletes nothing',
      ],
    },
    {
      name: 'leaves what it brought on a cluster that it selects no more',
      before: { ...carried('Reconcile', 'extra: wanted', config('a', '1')) },
      after: {
        ...carried('Reconcile', 'extra: wanted', config('a', '1')),
        'clusters/mgmt/green.yaml': cluster('green', 'env: prod'),
      },
      want: [
        'stays ConfigMap default/a by ClusterResourceSet notice on prod/green: a ClusterResourceSet deletes nothing',
      ],
    },
  ]
  test.for(cases)('$name', ({ before, after, want }) => {
    expect(onClusters(plan(before, after))).toEqual(want)
  })

  test('whose selector is changed in place is refused by Cluster API', () => {
    const before = carried('Reconcile', 'env: prod', config('a', '1'))
    const { refusals } = plan(before, carried('Reconcile', 'extra: wanted', config('a', '1')))
    expect(refusals).toEqual([
      {
        code: 'FieldImmutable',
        message: 'ClusterResourceSet prod/notice: spec.clusterSelector cannot be changed',
        clusters: [],
        place: 'clusters/mgmt/set.yaml:1:1',
      },
    ])
  })

  test('goes by the labels of a snapshot where Git says nothing of them, and reaches clusters that Git does not have', () => {
    const snapshot = aFleet([
      aCluster('prod/blue', live({ hand: 'made' })),
      aCluster('prod/red', live({ hand: 'made' })),
      aCluster('prod/green', live({})),
    ])
    const before = carried('Reconcile', 'hand: made', config('a', '1'))
    const change = plan(before, carried('Reconcile', 'hand: made', config('a', '2')), snapshot)
    expect(lines(change).filter(line => line.includes('ClusterResourceSet'))).toEqual([
      'changed ConfigMap default/a by ClusterResourceSet notice on prod/blue, prod/red',
    ])
    expect(change.fleet).toEqual({ source: 'snapshot', asOf: snapshot.asOf })
  })
})

const fitout = (steps: string) =>
  `apiVersion: fitout.dev/v1alpha1\nkind: Fitout\nmetadata: {name: eks, namespace: prod}\nspec:\n  clusterSelector: {matchLabels: {env: prod}}\n  steps:\n${steps}`
const step = (name: string, more = '') =>
  `  - {name: ${name}, gate: {label: ${name}.example.com/enabled}, proof: {preset: api}${more}}\n`

const fleet = (steps: string): Files => ({
  ...carried('Reconcile', 'flux.example.com/enabled: "true"', config('a', '1')),
  'clusters/mgmt/fitout.yaml': fitout(steps),
})
const rendering = (metadata: string): Files => ({
  ...fleet(step('cni', ', render: [facts]')),
  'clusters/mgmt/facts.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: facts, namespace: prod}\ndata:\n  a.yaml: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: ${metadata}\n`,
})
const rendered = (metadata: string) =>
  lines(plan(fleet(step('cni')), rendering(metadata))).filter(line => line.includes('by Fitout'))
const withFlux = (version: string) => fleet(step('flux', `, versions: {flux: ${version}}`))

const secret = (data: string, more = '') =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: login, namespace: default}\nstringData: {${data}}\n${more}sops: {version: 3.9.0, mac: "ENC[AES256_GCM,data:${data.length}]"}\n`
const encrypted = (letters: string) => `"ENC[AES256_GCM,data:${letters},type:str]"`
const carrier = (letters: string) => ({
  ...root,
  'clusters/blue/set.yaml': `apiVersion: addons.cluster.x-k8s.io/v1beta2\nkind: ClusterResourceSet\nmetadata: {name: login, namespace: default}\nspec:\n  strategy: Reconcile\n  clusterSelector: {matchLabels: {a: b}}\n  resources: [{kind: Secret, name: login}]\n---\napiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: {name: green, namespace: default, labels: {a: b}}\n`,
  'clusters/blue/secret.yaml': secret(
    `login.yaml: ${encrypted(letters)}`,
    'type: addons.cluster.x-k8s.io/resource-set\n',
  ),
})

const definition = (versions: string) =>
  `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: tests.example.com}\nspec: {group: example.com, versions: [${versions}]}\n`

test('A definition that loses a version is said so, as is what goes with one that is deleted', () => {
  const before = { ...apps, 'apps/crd.yaml': definition('{name: v1}, {name: v1beta1}') }
  expect(lines(plan(before, { ...apps, 'apps/crd.yaml': definition('{name: v1}') }))).toEqual([
    'changed CustomResourceDefinition /tests.example.com by Kustomization apps on clusters/blue: loses version v1beta1',
  ])
  expect(lines(plan(before, apps))).toEqual([
    'deleted CustomResourceDefinition /tests.example.com by Kustomization apps on clusters/blue: with every object of its kind',
  ])
})

const release = (name: string, from: string) =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: ${name}, namespace: default}\nspec: {interval: 10m, chartRef: {kind: OCIRepository, name: web}, valuesFrom: [{kind: ConfigMap, name: ${from}}]}\n`

test('A ConfigMap that changes is said with the HelmReleases that take values from it', () => {
  const before = { ...apps, 'apps/web.yaml': release('web', 'a'), 'apps/other.yaml': release('other', 'b') }
  expect(lines(plan(before, { ...before, 'apps/a.yaml': config('a', '2') }))).toEqual([
    'changed ConfigMap default/a by Kustomization apps on clusters/blue: HelmRelease default/web takes values from it',
  ])
})

describe('What SOPS has encrypted', () => {
  const given = { ...apps, 'apps/secret.yaml': secret(`password: ${encrypted('abc')}`) }
  const cases = [
    {
      name: 'may be the same when it is encrypted again',
      after: secret(`password: ${encrypted('xyz')}`),
      want: [['mayChange', ['data.password is re-encrypted: content unknown']]],
    },
    {
      name: 'may be the same when it is no longer encrypted',
      after: secret('password: hunter2'),
      want: [['mayChange', ['data.password is no longer encrypted: content unknown']]],
    },
    {
      name: 'is the same when only its checksum is another',
      after: secret(`password: ${encrypted('abc')}`).replace('mac: "ENC[', 'mac: "ENC[more,'),
      want: [],
    },
    {
      name: 'changes when a key comes, whatever the others do',
      after: secret(`password: ${encrypted('xyz')}, token: ${encrypted('t')}`),
      want: [['changed', ['data.password is re-encrypted: content unknown', 'data gains token']]],
    },
    {
      name: 'changes with a field that is in the clear',
      after: secret(`password: ${encrypted('abc')}`, 'type: other\n'),
      want: [['changed', ['gains type: other']]],
    },
  ] as const
  test.for(cases)('$name', ({ after, want }) => {
    const { changes } = plan(given, { ...given, 'apps/secret.yaml': after })
    expect(changes.map(({ op, fields }) => [op, fields])).toEqual(want)
  })

  test('makes a cluster one that may change, and is said so', () => {
    const change = plan(given, { ...given, 'apps/secret.yaml': secret(`password: ${encrypted('xyz')}`) })
    expect(change.clusters.map(({ verdict }) => verdict)).toEqual(['mayChange'])
    const { rows, summary } = reportOf(change, 0)
    expect(rows.map(({ mark, what, words }) => `${mark} ${what}: ${words}`)).toEqual([
      '? Secret default/login: may change: data.password is re-encrypted: content unknown',
    ])
    expect(summary).toBe('Plan: 0 clusters change, 1 may, 0 do not.')
  })

  test('is carried by a ClusterResourceSet that may apply it again', () => {
    const { rows } = reportOf(plan(carrier('abc'), carrier('xyz')), 0)
    expect(rows.map(({ mark, what, words }) => `${mark} ${what}: ${words}`)).toEqual([
      '? ClusterResourceSet login: may be applied again',
    ])
  })
})

describe('A Fitout', () => {
  test('renders a template on each cluster as the controller does, and none that is no YAML before it is filled', () => {
    expect(rendered('{name: "facts-of-${CLUSTER_NAME}", namespace: default}')).toEqual([
      'created ConfigMap default/facts-of-blue by Fitout eks on prod/blue',
      'created ConfigMap default/facts-of-green by Fitout eks on prod/green',
    ])
    expect(rendered('{name: facts-of-${CLUSTER_NAME}, namespace: default}')).toEqual([])
  })

  test('that gets a step opens its gate, behind which a ClusterResourceSet delivers', () => {
    const change = plan(fleet(step('cni')), fleet(step('cni') + step('flux')))
    expect(change.gates).toEqual([
      {
        label: 'flux.example.com/enabled',
        step: 'flux',
        fitout: 'prod/eks',
        op: 'opens',
        clusters: ['prod/blue', 'prod/green'],
      },
    ])
    expect(lines(change)).toContain(
      'created ConfigMap default/a by ClusterResourceSet notice on prod/blue, prod/green',
    )
  })

  test('that loses a step closes its gate, and what was delivered stays', () => {
    const change = plan(fleet(step('cni') + step('flux')), fleet(step('cni')))
    expect(change.gates).toEqual([
      {
        label: 'flux.example.com/enabled',
        step: 'flux',
        fitout: 'prod/eks',
        op: 'closes',
        clusters: ['prod/blue', 'prod/green'],
      },
    ])
    expect(lines(change)).toContain(
      'stays ConfigMap default/a by ClusterResourceSet notice on prod/blue, prod/green: a ClusterResourceSet deletes nothing',
    )
  })

  test('whose step needs another Kubernetes is refused for the clusters that have an older one', () => {
    const snapshot = aFleet([
      aCluster('prod/blue', { labels: { env: 'prod' }, kubernetesVersion: 'v1.33.6' }),
      aCluster('prod/green', { labels: { env: 'prod' }, kubernetesVersion: 'v1.35.4' }),
    ])
    const change = plan(withFlux('2.8.8'), withFlux('2.9.4'), snapshot)
    expect(change.refusals).toEqual([
      {
        code: 'VersionUnsupported',
        message: expect.stringMatching(/^Flux 2\.9 .*1\.33\.6$/),
        clusters: ['prod/blue'],
      },
    ])
    // What was refused before is no fault of the change.
    expect(plan(withFlux('2.9.3'), withFlux('2.9.4'), snapshot).refusals).toEqual([])
    expect(change.clusters.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
      'blue refused',
      'green unchanged',
    ])
  })
})
