import { expect, test } from 'vitest'
import { readDocuments } from '../../src/domain/yaml/document/read-documents.ts'
import type { KubeObject } from '../kube/kube-object.ts'
import { assembleRelease, writeInstallYaml } from './flux-release.ts'

const component = { 'app.kubernetes.io/component': 'source-controller', 'app.kubernetes.io/part-of': 'flux' }
const added = { 'app.kubernetes.io/part-of': 'flux', 'app.kubernetes.io/instance': 'flux-system' }

const files: readonly KubeObject[] = [
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'source-controller', labels: component },
    spec: {
      replicas: 1,
      template: {
        metadata: { labels: { app: 'source-controller', ...component } },
        spec: { containers: [{ name: 'manager', image: 'fluxcd/source-controller:v1.9.4' }] },
      },
    },
  },
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'flux-view' } },
]

const want = [
  {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: 'flux-system',
      labels: {
        'pod-security.kubernetes.io/warn': 'restricted',
        'pod-security.kubernetes.io/warn-version': 'latest',
        ...added,
      },
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'source-controller', namespace: 'flux-system', labels: { ...component, ...added } },
    spec: {
      replicas: 1,
      template: {
        metadata: { labels: { app: 'source-controller', ...component, ...added } },
        spec: { containers: [{ name: 'manager', image: 'ghcr.io/fluxcd/source-controller:v1.9.4' }] },
      },
    },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'flux-view', labels: added },
  },
]

test('the files of a release become its install.yaml', () => expect(assembleRelease(files)).toEqual(want))

test('install.yaml reads back as the objects it was written from', () => {
  const text = writeInstallYaml({ version: '2.9.4', folder: '/nowhere', objects: assembleRelease(files) })
  expect(readDocuments(text).map(({ value }) => value)).toEqual(want)
})
