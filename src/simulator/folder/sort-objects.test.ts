import { describe, expect, test } from 'vitest'
import { readObjects } from './read-objects.ts'
import { fileOf, smallFitout } from '#test/simulator/sample-files.ts'
import { sortObjects } from './sort-objects.ts'

const sorted = (...objects: readonly object[]) =>
  sortObjects(readObjects([fileOf('a.yaml', objects)]), 'prod')
const configMap = (rest: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a' },
  ...rest,
})
const resourceSet = (spec: object) => ({
  apiVersion: 'addons.cluster.x-k8s.io/v1beta2',
  kind: 'ClusterResourceSet',
  metadata: { name: 'a' },
  spec,
})

describe('a problem is told with its place:', () => {
  const { spec, ...head } = smallFitout()
  const cases = [
    {
      name: 'an object without a name',
      given: [{ ...configMap(), metadata: {} }],
      want: ['NO_NAME a.yaml:3:11'],
    },
    {
      name: 'two objects of one name',
      given: [configMap(), configMap({ metadata: { name: 'a', namespace: 'prod' } })],
      want: ['DUPLICATE_OBJECT a.yaml:6:1'],
    },
    {
      name: 'a Fitout without steps',
      given: [{ ...head, spec: {} }],
      want: ['BAD_FITOUT a.yaml:6:7', 'BAD_FITOUT a.yaml:6:7'],
    },
    {
      name: 'a field that nobody reads',
      given: [{ ...head, spec: { ...Object(spec), suspended: true } }],
      want: ['BAD_FITOUT a.yaml:14:3'],
    },
    {
      name: 'a ClusterResourceSet that selects everything',
      given: [resourceSet({ clusterSelector: {}, resources: [{ kind: 'ConfigMap', name: 'a' }] })],
      want: ['BAD_RESOURCE_SET a.yaml:6:20'],
    },
    {
      name: 'a ConfigMap with a number',
      given: [configMap({ data: { a: 1 } })],
      want: ['BAD_SOURCE a.yaml:6:6'],
    },
  ]
  test.for(cases)('$name', ({ given, want }) => {
    expect(sorted(...given).problems.map(({ code, at }) => `${code} ${at}`)).toEqual(want)
  })
})

test('objects without a namespace get one, and what a server has added is dropped', () => {
  const taken = configMap({
    metadata: {
      name: 'a',
      uid: 'u',
      resourceVersion: '7',
      ownerReferences: [{ uid: 'x' }],
      labels: { b: 'c' },
    },
    data: { d: 'e' },
    status: { phase: 'old' },
  })
  expect(sorted(taken).sources.map(({ object }) => object)).toEqual([
    configMap({ metadata: { name: 'a', namespace: 'prod', labels: { b: 'c' } }, data: { d: 'e' } }),
  ])
})

const kind = (apiVersion: string, name: string) => ({ apiVersion, kind: name, metadata: { name: 'a' } })

test('other kinds are counted, but not those that say nothing new', () => {
  const { leftOut, sources } = sorted(
    kind('source.toolkit.fluxcd.io/v1', 'GitRepository'),
    kind('helm.toolkit.fluxcd.io/v2', 'HelmRelease'),
    { ...kind('helm.toolkit.fluxcd.io/v2', 'HelmRelease'), metadata: { name: 'b' } },
    kind('kustomize.config.k8s.io/v1beta1', 'Kustomization'),
    kind('fitout.dev/v1alpha1', 'Pack'),
    kind('v1', 'Namespace'),
    { ...kind('v1', 'Secret'), metadata: { name: 'blue-kubeconfig' } },
  )
  expect([...leftOut]).toEqual([
    ['GitRepository', 1],
    ['HelmRelease', 2],
  ])
  expect(sources).toEqual([])
})
