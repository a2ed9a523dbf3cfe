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
}

interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  readonly resourceNames?: readonly string[]
}

const files = ['api/kustomization.yaml', ...globSync('deploy/**/*.yaml')]
const manifests = files.flatMap(file => read(file).map(manifest => ({ file, ...manifest })))

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
    const rights = manifests
      .filter(({ file, kind }) => file.startsWith('deploy/controller/') && kind.endsWith('Role'))
      .flatMap(({ rules = [] }) => rules)
      .flatMap(rule => rightsOf(rule))
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
