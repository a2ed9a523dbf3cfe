import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aCluster, aFleet } from '#test/domain/sample-snapshot.ts'
import { readLintRepository } from '../lint/model/lint-repository.ts'
import { repositorySide, type RepositorySide } from './delivery/fleet-sides.ts'
import type { FleetSnapshot } from '../fleet/fleet-snapshot.ts'
import type { FleetChange } from './fleet-change.ts'
import { planFleetChange } from './plan-fleet-change.ts'

type Files = Readonly<Record<string, string>>

function side(files: Files): RepositorySide {
  const texts = new Map(Object.entries(files))
  return repositorySide(
    readLintRepository({ texts, paths: new Set(texts.keys()), isWhole: true }),
    () => undefined,
  )
}

function plan(before: Files, after: Files, snapshot?: FleetSnapshot): FleetChange {
  return planFleetChange({
    from: 'a',
    to: 'b',
    before: side(before),
    after: side(after),
    snapshot,
    newFindings: [],
  })
}

const flux = (name: string, path: string, more = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec:
  interval: 10m
  path: ./${path}
  prune: true
  sourceRef: {kind: GitRepository, name: flux-system}
${more}`

const config = (name: string, value: string, more = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default${more}}\ndata: {key: ${value}}\n`

const root = { 'clusters/blue/flux-system/sync.yaml': flux('flux-system', 'clusters/blue') }

/** What happens, one line for each object. */
function lines({ changes }: FleetChange): readonly string[] {
  return changes.map(({ op, on, kind, namespace, name, by, effect, clusters }) => {
    const where =
      on === 'management' ? `management for ${clusters.join(', ') || 'itself'}` : clusters.join(', ')
    return `${op} ${kind} ${namespace}/${name} by ${by.kind} ${by.name} on ${where}${effect === undefined ? '' : `: ${effect}`}`
  })
}

const apps = { ...root, 'clusters/blue/apps.yaml': flux('apps', 'apps'), 'apps/a.yaml': config('a', '1') }
const without = (files: Files, ...paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)))

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
const withFlux = (version: string) => fleet(step('flux', `, versions: {flux: ${version}}`))

describe('A Fitout', () => {
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

describe('Pods restart', () => {
  const web = (image: string, label = 'a', more = '') =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: default, labels: {x: ${label}}}\nspec:\n  selector: {matchLabels: {app: web}}\n${more}  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: ${image}}]}\n`
  const restarts = (before: string, after: string) =>
    plan({ ...apps, 'apps/web.yaml': before }, { ...apps, 'apps/web.yaml': after }).changes.map(
      one => one.restartsPods,
    )

  test('if their template changes, and for nothing else', () => {
    expect(restarts(web('web:1'), web('web:2'))).toEqual([true])
    expect(restarts(web('web:1'), web('web:1', 'b'))).toEqual([false])
    expect(restarts(web('web:1'), web('web:1', 'a', '  replicas: 3\n'))).toEqual([false])
  })

  test('not where there are none', () => {
    expect(restarts(web('web:1', 'a', '  replicas: 0\n'), web('web:2', 'a', '  replicas: 0\n'))).toEqual([
      false,
    ])
    const daemon = (image: string) =>
      web(image, 'a', '  updateStrategy: {type: OnDelete}\n').replace('kind: Deployment', 'kind: DaemonSet')
    expect(restarts(daemon('web:1'), daemon('web:2'))).toEqual([false])
  })
})

/** A fleet as a table: on each cluster some ConfigMaps with values. */
type Table = Readonly<Record<string, Readonly<Record<string, string>>>>

const names = ['a', 'b', 'c', 'd']
const tables: fc.Arbitrary<Table> = fc.record({
  blue: fc.dictionary(fc.constantFrom(...names), fc.constantFrom('1', '2', '"3"'), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
  green: fc.dictionary(fc.constantFrom(...names), fc.constantFrom('1', '2', '"3"'), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
})

/** How a table is written: which objects share a file, and in which style. */
interface Style {
  readonly isJson: boolean
  readonly isTogether: boolean
  readonly isReversed: boolean
  readonly isListed: boolean
}
const styles: fc.Arbitrary<Style> = fc.record({
  isJson: fc.boolean(),
  isTogether: fc.boolean(),
  isReversed: fc.boolean(),
  isListed: fc.boolean(),
})

function filesOf(table: Table, { isJson, isTogether, isReversed, isListed }: Style): Files {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, objects]) => {
      const texts = Object.entries(objects).map(([object, value]) => {
        const content = {
          metadata: { namespace: 'default', name: object },
          kind: 'ConfigMap',
          apiVersion: 'v1',
          data: { key: value.replaceAll('"', '') },
        }
        return [
          object,
          isJson ? `${JSON.stringify(content)}\n` : config(object, JSON.stringify(value.replaceAll('"', ''))),
        ] as const
      })
      const ordered = isReversed ? texts.toReversed() : texts
      const files = isTogether
        ? ordered.length === 0
          ? []
          : [['all.yaml', ordered.map(([, text]) => text).join('---\n')] as const]
        : ordered.map(([object, text]) => [`${object}.yaml`, text] as const)
      const list = `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [flux-system/sync.yaml${files.map(([file]) => `, ${file}`).join('')}]\n`
      return [
        [`clusters/${name}/flux-system/sync.yaml`, flux('flux-system', `clusters/${name}`)],
        ...(isListed ? [[`clusters/${name}/kustomization.yaml`, list]] : []),
        ...files.map(([file, text]) => [`clusters/${name}/${file}`, text]),
      ]
    }),
  )
}

/** The same question, answered from the tables alone. */
function difference(before: Table, after: Table): readonly string[] {
  return Object.keys(before).flatMap(name =>
    names.flatMap(object => {
      const [was, is] = [before[name]?.[object], after[name]?.[object]]
      if (was === is) return []
      const op = was === undefined ? 'created' : is === undefined ? 'deleted' : 'changed'
      return [`${op} ${object} on clusters/${name}`]
    }),
  )
}

describe('Whatever the repository is', () => {
  test('nothing changes from a commit to itself, in whatever style it is written', () => {
    fc.assert(
      fc.property(tables, styles, styles, (table, one, other) => {
        expect(plan(filesOf(table, one), filesOf(table, other)).changes).toEqual([])
      }),
    )
  })

  test('a plan lists what differs, and nothing else', () => {
    fc.assert(
      fc.property(fc.tuple(tables, tables), styles, styles, ([before, after], one, other) => {
        const { changes } = plan(filesOf(before, one), filesOf(after, other))
        const said = changes.flatMap(({ op, name, clusters }) =>
          clusters.map(where => `${op} ${name} on ${where}`),
        )
        expect(said.toSorted()).toEqual(difference(before, after).toSorted())
      }),
    )
  })
})
