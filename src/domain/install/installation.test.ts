import { describe, expect, test } from 'vitest'
import { itemsIn, partOf, textsIn, type Fields } from '../object/fields.ts'
import { installationObjects } from './installation.ts'
import type { InstalledObject } from './installed-object.ts'
import { readInstallValues } from './read-values.ts'

const image = { repository: 'registry.example/fitout' }

function install(values: object = {}, namespace = 'fitout-system'): readonly InstalledObject[] {
  const reading = readInstallValues([{ image }, values])
  if (reading.kind === 'invalid') throw new Error(reading.problems.join('; '))
  return installationObjects({ namespace, values: reading.values, version: '1.2.3' })
}

const idOf = ({ kind, metadata: { namespace, name } }: InstalledObject) =>
  `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`

const usual = install().map(idOf)

describe('An installation', () => {
  test('is applied in this order: kinds, namespace, permissions, policies, controller', () => {
    expect(usual).toEqual([
      'CustomResourceDefinition fitouts.fitout.dev',
      'CustomResourceDefinition clusterfitouts.fitout.dev',
      'Namespace fitout-system',
      'ServiceAccount fitout-system/fitout',
      'ClusterRole fitout-controller',
      'ClusterRole fitout-management-proofs',
      'ClusterRoleBinding fitout-controller',
      'ClusterRoleBinding fitout-management-proofs',
      'Role fitout-system/fitout-leader-election',
      'RoleBinding fitout-system/fitout-leader-election',
      'ValidatingAdmissionPolicy fitout-own-writes',
      'ValidatingAdmissionPolicyBinding fitout-own-writes',
      'ValidatingAdmissionPolicy fitout-hand-over',
      'ValidatingAdmissionPolicyBinding fitout-hand-over',
      'PodDisruptionBudget fitout-system/fitout-controller',
      'NetworkPolicy fitout-system/fitout-controller',
      'Deployment fitout-system/fitout-controller',
    ])
  })

  const cases: readonly {
    name: string
    values: object
    more?: readonly string[]
    less?: readonly string[]
  }[] = [
    {
      name: 'with named namespaces has no permission that holds in all namespaces',
      values: { namespaces: ['team-a', 'team-b'] },
      more: [
        'RoleBinding team-a/fitout-controller',
        'RoleBinding team-a/fitout-management-proofs',
        'RoleBinding team-b/fitout-controller',
        'RoleBinding team-b/fitout-management-proofs',
      ],
      less: ['ClusterRoleBinding fitout-controller', 'ClusterRoleBinding fitout-management-proofs'],
    },
    {
      name: 'with a shard has one more controller, with all that is around one',
      values: { shards: ['shard1'] },
      more: [
        'PodDisruptionBudget fitout-system/fitout-controller-shard1',
        'NetworkPolicy fitout-system/fitout-controller-shard1',
        'Deployment fitout-system/fitout-controller-shard1',
      ],
    },
    {
      name: 'with monitoring has what the Prometheus Operator and Grafana read',
      values: { monitoring: { enabled: true } },
      more: [
        'NetworkPolicy fitout-system/fitout-metrics',
        'PodMonitor fitout-system/fitout-controller',
        'PrometheusRule fitout-system/fitout',
        'ConfigMap fitout-system/fitout-dashboard',
      ],
    },
    {
      name: 'with notifications to Flux lets the controller reach it',
      values: { notify: 'flux' },
      more: ['NetworkPolicy flux-system/allow-events-of-fitout'],
    },
    {
      name: 'with the policy for gates has it',
      values: { gatePolicy: { enabled: true } },
      more: [
        'ValidatingAdmissionPolicy fitout-gates',
        'ValidatingAdmissionPolicyBinding fitout-gates',
        'ValidatingAdmissionPolicy fitout-own-labels',
        'ValidatingAdmissionPolicyBinding fitout-own-labels',
      ],
    },
    {
      name: 'with proofs by Flux on the management cluster reads its kinds',
      values: { managementProofs: { flux: true } },
      more: ['ClusterRole fitout-management-proofs-flux'],
    },
    {
      name: 'without kinds, policies and NetworkPolicy has the rest',
      values: {
        crds: { enabled: false },
        admissionPolicy: { enabled: false },
        networkPolicy: { enabled: false },
      },
      less: [
        'CustomResourceDefinition fitouts.fitout.dev',
        'CustomResourceDefinition clusterfitouts.fitout.dev',
        'ValidatingAdmissionPolicy fitout-own-writes',
        'ValidatingAdmissionPolicyBinding fitout-own-writes',
        'ValidatingAdmissionPolicy fitout-hand-over',
        'ValidatingAdmissionPolicyBinding fitout-hand-over',
        'NetworkPolicy fitout-system/fitout-controller',
      ],
    },
  ]
  test.for(cases)('$name', ({ values, more = [], less = [] }) => {
    const ids = install(values).map(idOf)
    expect([ids.filter(id => !usual.includes(id)), usual.filter(id => !ids.includes(id))]).toEqual([
      more,
      less,
    ])
  })

  test('in another namespace names fitout-system nowhere', () => {
    const everything = {
      namespaces: ['team-a'],
      shards: ['shard1'],
      gatePolicy: { enabled: true },
      monitoring: { enabled: true },
      notify: 'flux',
    }
    expect(JSON.stringify(install(everything, 'platform'))).not.toContain('fitout-system')
  })
})

describe('The controller of an installation', () => {
  const cases: readonly {
    name: string
    values: object
    want: Readonly<Record<string, readonly string[]>>
  }[] = [
    { name: 'has no argument that is a default', values: {}, want: { 'fitout-controller': [] } },
    {
      name: 'is told its namespaces, its log level and whom to notify',
      values: { namespaces: ['a', 'b'], logLevel: 'debug', notify: 'flux' },
      want: { 'fitout-controller': ['--namespaces=a,b', '--log-level=debug', '--notify=flux'] },
    },
    {
      name: 'takes only Clusters of its shard',
      values: { shards: ['s1'] },
      want: {
        'fitout-controller': ['--watch-label-selector=!sharding.fitout.dev/key'],
        'fitout-controller-s1': ['--watch-label-selector=sharding.fitout.dev/key=s1'],
      },
    },
  ]
  test.for(cases)('$name', ({ values, want }) => {
    const usualArgs = argsOf(deploymentsIn()[0])
    const beyond = deploymentsIn(values).map(object => [
      object.metadata.name,
      argsOf(object).filter(arg => !usualArgs.includes(arg)),
    ])
    expect(Object.fromEntries(beyond)).toEqual(want)
  })

  test.for([
    { name: 'the version of the chart', given: image, want: 'registry.example/fitout:1.2.3' },
    { name: 'its tag', given: { ...image, tag: '1.2' }, want: 'registry.example/fitout:1.2' },
    {
      name: 'its digest, before its tag',
      given: { ...image, tag: '1.2', digest: `sha256:${'0'.repeat(64)}` },
      want: `registry.example/fitout@sha256:${'0'.repeat(64)}`,
    },
  ])('runs the image with $name', ({ given, want }) => {
    expect(containerOf(deploymentsIn({ image: given })[0])['image']).toBe(want)
  })
})

describe('Values', () => {
  test('are merged as Helm merges them', () => {
    const first = { resources: { limits: { memory: '1Gi' } }, replicas: 3, tolerations: [{ key: 'a' }] }
    const second = { replicas: null, tolerations: [{ key: 'b' }] }
    expect(readInstallValues([first, second])).toMatchObject({
      kind: 'valid',
      values: {
        resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '1Gi' } },
        replicas: 3,
        tolerations: [{ key: 'b' }],
      },
    })
  })

  test.for([
    { given: { replica: 2 }, want: 'values: Unrecognized key: "replica"' },
    { given: { replicas: 'two' }, want: 'replicas: Invalid input: expected number, received string' },
    { given: { monitoring: { enabled: 'yes' } }, want: 'monitoring.enabled: ' },
    { given: 'text', want: 'values must be a map' },
  ])('$given are refused', ({ given, want }) => {
    expect(readInstallValues([given])).toEqual({ kind: 'invalid', problems: [expect.stringContaining(want)] })
  })
})

function deploymentsIn(values: object = {}): readonly InstalledObject[] {
  return install(values).filter(({ kind }) => kind === 'Deployment')
}

function argsOf(deployment: Fields | undefined): readonly string[] {
  return textsIn(containerOf(deployment), 'args')
}

function containerOf(deployment: Fields = {}): Fields {
  const pod = partOf(partOf(partOf(deployment, 'spec'), 'template'), 'spec')
  return itemsIn(pod, 'containers')[0] ?? {}
}
