import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadAll } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { clusterFitoutSchema } from '../../src/domain/api/schema/cluster-fitout-schema.ts'
import { fitoutSchema } from '../../src/domain/api/schema/fitout-schema.ts'

interface Manifest {
  readonly kind: string
  readonly metadata?: { readonly name: string }
  readonly resources?: readonly string[]
  readonly rules?: readonly Rule[]
  readonly patches?: readonly { readonly patch: string }[]
  readonly roleRef?: object
  readonly subjects?: readonly object[]
  readonly spec?: { readonly selector?: { readonly matchLabels?: object } }
}

interface Policy extends Omit<Manifest, 'spec'> {
  readonly spec: {
    readonly failurePolicy: string
    readonly matchConstraints: object
    readonly matchConditions: readonly object[]
    readonly validations: readonly [{ readonly expression: string }]
  }
}

/** What a verb is to admission. */
const operations = new Map([
  ['create', ['CREATE']],
  ['patch', ['UPDATE']],
  ['update', ['UPDATE']],
  ['delete', ['DELETE']],
])

interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  readonly resourceNames?: readonly string[]
}

const files = ['api/kustomization.yaml', ...globSync('deploy/**/*.yaml')]
const manifests = files.flatMap(file => read(file).map(manifest => ({ file, ...manifest })))

const controllerRules = manifests
  .filter(({ file, kind }) => file.startsWith('deploy/controller/') && kind.endsWith('Role'))
  .flatMap(({ rules = [] }) => rules)

describe('What is deployed', () => {
  test.for(manifests.filter(({ kind }) => ['Kustomization', 'Component'].includes(kind)))(
    '$file names every file beside it',
    given => {
      const folder = dirname(given.file)
      const named = (given.resources ?? []).map(name => join(folder, name))
      expect(named.filter(path => !existsSync(path))).toEqual([])
      const beside = files.filter(file => dirname(file) === folder && file !== given.file)
      expect(beside.filter(file => !named.includes(file))).toEqual([])
    },
  )

  test('holds every CRD', () => {
    const crds = globSync('api/crds/*.yaml').map(path => path.slice('api/'.length))
    expect(read('api/kustomization.yaml')[0]?.resources?.toSorted()).toEqual(crds.toSorted())
    expect(crds).toHaveLength([fitoutSchema, clusterFitoutSchema].length)
  })

  test('lets the controller do this, and no more', () => {
    const rights = controllerRules.flatMap(rule => rightsOf(rule))
    expect(Object.fromEntries(rights)).toEqual({
      'cluster.x-k8s.io clusters': 'list patch watch',
      'cluster.x-k8s.io clusters/status': 'patch',
      'addons.cluster.x-k8s.io clusterresourcesets': 'create delete list patch watch',
      'addons.cluster.x-k8s.io clusterresourcesetbindings': 'list watch',
      'fitout.dev fitouts': 'list watch',
      'fitout.dev fitouts/status': 'patch',
      'fitout.dev clusterfitouts': 'create delete list patch watch',
      'fitout.dev clusterfitouts/status': 'patch',
      ' configmaps': 'get',
      ' secrets': 'create delete get patch',
      'events.k8s.io events': 'create',
      'coordination.k8s.io leases fitout-controller': 'get update',
      'coordination.k8s.io leases': 'create',
    })
  })
})

describe('The console', () => {
  const given = manifests.filter(({ file }) => file.startsWith('deploy/console/'))
  const rightsOfRole = (name: string) =>
    Object.fromEntries(
      given
        .filter(({ kind, metadata }) => kind === 'ClusterRole' && metadata?.name === name)
        .flatMap(({ rules = [] }) => rules)
        .flatMap(rule => rightsOf(rule)),
    )

  test('reads what it shows, asks what a user may see, and can do no more: no Secret, no write, nobody else', () => {
    expect(rightsOfRole('fitout-console')).toEqual({
      'cluster.x-k8s.io clusters': 'get list watch',
      'cluster.x-k8s.io clusterclasses': 'get list watch',
      'fitout.dev fitouts': 'get list watch',
      'fitout.dev clusterfitouts': 'get list watch',
      'addons.cluster.x-k8s.io clusterresourcesets': 'get list',
      'addons.cluster.x-k8s.io clusterresourcesetbindings': 'get list',
      ' configmaps': 'get',
      ' events': 'list',
      'events.k8s.io events': 'list',
      'apps deployments': 'list',
      'coordination.k8s.io leases': 'get',
      'authorization.k8s.io subjectaccessreviews': 'create',
    })
  })

  test('has a role for the people who look at it, which is bound to nobody', () => {
    const verbs = Object.values(rightsOfRole('fitout-viewer'))
    expect([verbs.length > 0, new Set(verbs)]).toEqual([true, new Set(['get list watch'])])
    const bound = given.filter(({ kind }) => kind.endsWith('Binding')).map(({ roleRef }) => roleRef)
    expect(bound).toEqual([expect.objectContaining({ name: 'fitout-console' })])
  })

  test('takes no Pod of the controller for one of its own, and neither does the controller', () => {
    const components = manifests
      .filter(({ file, kind }) => /deploy\/(?:console|controller)\//.test(file) && kind === 'Deployment')
      .map(({ spec }) => spec?.selector?.matchLabels)
    expect(components).toHaveLength(2)
    expect(components[0]).not.toEqual(components[1])
  })
})

describe('The policy for what the controller writes', () => {
  const [policy, binding] = read('deploy/admission-policy/own-writes.yaml') as readonly [Policy, Policy]

  test('is in force, and refuses what it cannot judge', () => {
    expect(binding.spec).toEqual({ policyName: policy.metadata?.name, validationActions: ['Deny'] })
    expect(policy.spec.failurePolicy).toBe('Fail')
  })

  test('is for the account of the controller', () => {
    expect(policy.spec.matchConditions).toEqual([
      {
        name: 'is-fitout',
        expression: "request.userInfo.username == 'system:serviceaccount:fitout-system:fitout'",
      },
    ])
  })

  test('is about every kind', () => {
    expect(policy.spec.matchConstraints).toEqual({
      matchPolicy: 'Equivalent',
      resourceRules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'] }],
    })
  })

  // What RBAC grants and the policy refuses would be a right for nothing; what it lists beyond would be an open door.
  test('lists the writes that the roles grant, and no others', () => {
    const listed = policy.spec.validations[0].expression.matchAll(/'([A-Z]+ \S+)'/g)
    const granted = controllerRules.flatMap(({ apiGroups, resources, verbs }) =>
      apiGroups.flatMap(group =>
        resources.flatMap(resource =>
          verbs.flatMap(verb =>
            (operations.get(verb) ?? []).map(operation => `${operation} ${group}/${resource}`),
          ),
        ),
      ),
    )
    expect(new Set([...listed].map(([, write]) => write))).toEqual(new Set(granted))
  })
})

describe('In named namespaces', () => {
  const everywhere = manifests.filter(
    ({ file, kind }) => file.startsWith('deploy/controller/') && kind === 'ClusterRoleBinding',
  )

  test('no right holds in all of them', () => {
    const { patches = [] } = read('deploy/namespaced/kustomization.yaml')[0] ?? {}
    const deleted = patches.flatMap(({ patch }) => loadAll(patch) as readonly Manifest[])
    expect(deleted.map(({ kind, metadata }) => [kind, metadata?.name])).toEqual(
      everywhere.map(({ kind, metadata }) => [kind, metadata?.name]),
    )
  })

  test('the same roles are bound in each', () => {
    const there = read('deploy/namespaced/access/role-bindings.yaml')
    expect(there.map(({ roleRef, subjects }) => ({ roleRef, subjects }))).toEqual(
      everywhere.map(({ roleRef, subjects }) => ({ roleRef, subjects })),
    )
  })
})

function read(file: string): readonly Manifest[] {
  return loadAll(readFileSync(file, 'utf8')) as readonly Manifest[]
}

function rightsOf({
  apiGroups,
  resources,
  verbs,
  resourceNames = [],
}: Rule): readonly (readonly [string, string])[] {
  return apiGroups.flatMap(group =>
    resources.map(
      resource => [[group, resource, ...resourceNames].join(' '), verbs.toSorted().join(' ')] as const,
    ),
  )
}
