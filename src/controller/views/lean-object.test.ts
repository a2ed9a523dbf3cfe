import { expect, test } from 'vitest'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { leanObject } from './lean-object.ts'

const metadata = { name: 'widgets.example.com', uid: '1', managedFields: [{ manager: 'someone' }] }
const definition: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata,
  spec: {
    group: 'example.com',
    versions: [{ name: 'v1', served: true, schema: { openAPIV3Schema: { type: 'object' } } }, 'odd'],
  },
  status: { conditions: [{ type: 'Established', status: 'True' }] },
}
const kept = { name: 'widgets.example.com', uid: '1' }

const cases = [
  {
    name: 'a definition loses its schemas and keeps all else',
    given: definition,
    want: {
      ...definition,
      metadata: kept,
      spec: { group: 'example.com', versions: [{ name: 'v1', served: true }, 'odd'] },
    },
  },
  {
    name: 'what another kind has in the same place stays',
    given: { ...definition, kind: 'Widget' },
    want: { ...definition, kind: 'Widget', metadata: kept },
  },
  {
    name: 'a definition of which only the metadata was asked for stays without a spec',
    given: { apiVersion: 'v1', kind: 'CustomResourceDefinition', metadata },
    want: { apiVersion: 'v1', kind: 'CustomResourceDefinition', metadata: kept },
  },
]

test.for(cases)('$name', ({ given, want }) => {
  expect(leanObject(given)).toEqual(want)
})
