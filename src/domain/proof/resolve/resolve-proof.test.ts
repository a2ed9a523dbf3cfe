import { describe, expect, test } from 'vitest'
import { aProof, asked, blue, thirdStep } from '#test/domain/sample-proof.ts'
import { formatProofProblem } from './proof-problem.ts'
import { resolveProof, type ProofSpec } from './resolve-proof.ts'

describe('A proof for one cluster', () => {
  test('has the objects of its preset first, then its own', () => {
    const { objects, asksReadyz } = aProof({ preset: 'api', objects: [asked()] })
    expect([asksReadyz, ...objects.map(({ query: { key } }) => key)]).toEqual([
      true,
      'Workload v1 Namespace - names',
      'Workload v1 Namespace - names',
      'Workload v1 Service default names',
      'Workload apps/v1 Deployment flux-system names',
    ])
  })

  test('fills the names of its objects and of its settings', () => {
    const proof = aProof({
      preset: 'helm-release',
      with: { name: '${CLUSTER_NAME}-extras', namespace: '${CLUSTER_NAMESPACE}' },
      objects: [asked({ name: 'on-${CLUSTER_NAME}' })],
    })
    expect(proof.objects.map(({ namespace, target }) => [namespace, target])).toEqual([
      ['fleet', { by: 'name', name: 'blue-extras' }],
      ['flux-system', { by: 'name', name: 'on-blue' }],
    ])
  })

  test('is read only in the namespace of the Cluster on the management cluster, whatever it says', () => {
    const { objects } = aProof({ objects: [asked({ cluster: 'Management', namespace: 'kube-system' })] })
    expect(objects[0]?.query).toMatchObject({ on: 'Management', namespace: 'fleet' })
  })

  test('counts its window in milliseconds', () => {
    expect(aProof({ objects: [asked()], stableFor: '1m30.5s' }).stableForMs).toBe(90_500)
  })

  test('finds at least one object by labels by default', () => {
    const selector = { matchLabels: { app: 'web' } }
    const { objects } = aProof({
      objects: [asked({ selector }), asked({ selector, count: 3 }), asked({ selector: {}, count: 0 })],
    })
    expect(objects.map(({ target, query }) => [target, query.select])).toMatchObject([
      [
        { by: 'labels', text: 'app=web', count: 1 },
        { by: 'labels', labels: 'app=web' },
      ],
      [
        { by: 'labels', text: 'app=web', count: 3 },
        { by: 'labels', labels: 'app=web' },
      ],
      [{ by: 'labels', text: '', count: 0 }, { by: 'all' }],
    ])
  })
})

describe('A proof is refused', () => {
  interface Case {
    readonly name: string
    readonly given: Partial<ProofSpec>
    readonly want: readonly (readonly [code: string, line: string])[]
  }
  const at = 'spec.steps[2].proof'
  const label = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-'"
  const cases: readonly Case[] = [
    {
      name: 'for a mistyped setting, with the nearest one',
      given: { preset: 'flux', with: { component: [], nonsense: 1 } },
      want: [
        ['UNKNOWN_SETTING', `${at}.with.component: is unknown; did you mean components?`],
        ['UNKNOWN_SETTING', `${at}.with.nonsense: is unknown; must be one of components, namespace`],
      ],
    },
    {
      name: 'for settings of a preset that has none',
      given: { preset: 'api', with: { a: 1 } },
      want: [['UNKNOWN_SETTING', `${at}.with.a: is unknown: the preset has no settings`]],
    },
    {
      name: 'for a name that every object inherits',
      given: { preset: 'flux', with: { constructor: 1 } },
      want: [['UNKNOWN_SETTING', `${at}.with.constructor: is unknown; must be one of components, namespace`]],
    },
    {
      name: 'for a mistyped item',
      given: { preset: 'flux', with: { components: ['helm-controler', 7] } },
      want: [
        [
          'NOT_ONE_OF',
          `${at}.with.components[0]: must be one of source-controller, kustomize-controller, helm-controller, notification-controller, image-reflector-controller, image-automation-controller, source-watcher; did you mean helm-controller?`,
        ],
        [
          'NOT_ONE_OF',
          `${at}.with.components[1]: must be one of source-controller, kustomize-controller, helm-controller, notification-controller, image-reflector-controller, image-automation-controller, source-watcher`,
        ],
      ],
    },
    {
      name: 'for a list that asks for nothing, or for too much',
      given: { preset: 'flux', with: { components: [] } },
      want: [['OUT_OF_BOUNDS', `${at}.with.components: must have at least 1 item`]],
    },
    {
      name: 'for a list that is too long',
      given: { preset: 'karpenter', with: { nodePools: Array.from({ length: 33 }, () => 'a') } },
      want: [['OUT_OF_BOUNDS', `${at}.with.nodePools: must have at most 32 items`]],
    },
    {
      name: 'for settings of the wrong type',
      given: { preset: 'karpenter', with: { namespace: 1, node: 'yes', nodePools: 'default', source: 'x' } },
      want: [
        ['WRONG_TYPE', `${at}.with.namespace: must be a string`],
        ['WRONG_TYPE', `${at}.with.source: must be an object with kind and name`],
        ['WRONG_TYPE', `${at}.with.nodePools: must be a list of names`],
        ['WRONG_TYPE', `${at}.with.node: must be true or false`],
      ],
    },
    {
      name: 'for a reference that names nothing',
      given: { preset: 'karpenter', with: { source: { knid: 'x' }, helmRelease: {} } },
      want: [
        ['UNKNOWN_SETTING', `${at}.with.source.knid: is unknown; did you mean kind?`],
        [
          'NOT_ONE_OF',
          `${at}.with.source.kind: must be one of HelmRepository, OCIRepository, GitRepository, Bucket, HelmChart`,
        ],
        ['SETTING_REQUIRED', `${at}.with.source.name: is required`],
        ['SETTING_REQUIRED', `${at}.with.helmRelease.name: is required`],
      ],
    },
    {
      name: 'for settings that must be given',
      given: { preset: 'helm-release' },
      want: [
        ['SETTING_REQUIRED', `${at}.with.name: is required`],
        ['SETTING_REQUIRED', `${at}.with.namespace: is required`],
      ],
    },
    {
      name: 'for a choice that there is not',
      given: { preset: 'calico', with: { install: 'operater' } },
      want: [['NOT_ONE_OF', `${at}.with.install: must be one of manifest, operator; did you mean operator?`]],
    },
    {
      name: 'for names that are none, in settings and objects',
      given: { preset: 'cilium', with: { namespace: 'A' }, objects: [asked({ namespace: 'B' })] },
      want: [
        ['BAD_NAME', `${at}.with.namespace: ${label}`],
        ['BAD_NAME', `${at}.objects[0].namespace: ${label}`],
      ],
    },
    {
      name: 'for variables that may not stand in a name',
      given: { objects: [asked({ name: '${TOKEN}' }), asked({ name: '${CLUSTER_NAME' })] },
      want: [
        [
          'BAD_TEMPLATE',
          `${at}.objects[0].name: "TOKEN" is not allowed in a name; only CLUSTER_NAME and CLUSTER_NAMESPACE`,
        ],
        ['BAD_TEMPLATE', `${at}.objects[1].name: column `],
      ],
    },
    {
      name: 'for a namespace that is missing or needless',
      given: {
        objects: [
          { cluster: 'Workload', apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' },
          { cluster: 'Workload', apiVersion: 'v1', kind: 'Node', namespace: 'x', name: 'a' },
          { cluster: 'Management', apiVersion: 'v1', kind: 'Node', name: 'a' },
        ],
      },
      want: [
        ['BAD_NAMESPACE', `${at}.objects[0].namespace: is required: Deployment is namespaced`],
        ['BAD_NAMESPACE', `${at}.objects[1].namespace: must not be set: Node is cluster-scoped`],
        ['BAD_NAMESPACE', `${at}.objects[2].kind: must be a namespaced kind, unlike Node`],
      ],
    },
    {
      name: 'for a selector, an expression or a window that cannot be read',
      given: {
        objects: [asked({ selector: { matchLabels: { '-': 'x' } } }), asked({ current: '1 +', failed: ')' })],
        stableFor: '-1s',
      },
      want: [
        ['BAD_SELECTOR', `${at}.objects[0].selector: cannot use label selector: key: Invalid value: "-"`],
        ['BAD_EXPRESSION', `${at}.objects[1].current: line 1, column `],
        ['BAD_EXPRESSION', `${at}.objects[1].failed: line 1, column 1: `],
        ['BAD_DURATION', `${at}.stableFor: must be a duration such as 90s, 15m or 1h30m`],
      ],
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => {
      const result = resolveProof({ stableFor: '0s', ...given }, { variables: blue, path: thirdStep })
      const problems = result.ok ? [] : result.problems
      // Long lines are only compared as far as they are ours.
      const lines = problems.map((problem, index) => [
        problem.code,
        formatProofProblem(problem).slice(0, want[index]?.[1].length),
      ])
      expect(lines).toEqual(want)
    })
  }
})
