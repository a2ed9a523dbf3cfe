import type { KubeObject } from '../../src/engine/api/kube-object.ts'

const text = { type: 'string' }
const texts = { type: 'array', items: text }

const condition = {
  type: 'object',
  required: ['type', 'status'],
  properties: { type: text, status: text, reason: text, message: text },
}

const part = {
  type: 'object',
  required: ['name'],
  properties: { name: text, color: text, weight: { type: 'integer' } },
}

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        color: text,
        map: { type: 'object', additionalProperties: text },
        atoms: texts,
        set: { ...texts, 'x-kubernetes-list-type': 'set' },
        parts: {
          type: 'array',
          items: part,
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
        },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: {
      type: 'object',
      properties: {
        phase: text,
        conditions: {
          type: 'array',
          items: condition,
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['type'],
        },
      },
    },
  },
}

interface DefinitionOptions {
  readonly kind?: string
  readonly plural?: string
  readonly versions?: readonly string[]
}

/** A definition with one field for each way in which a server merges. */
export function widgetDefinition(
  group: string,
  { kind = 'Widget', plural = 'widgets', versions = ['v1'] }: DefinitionOptions = {},
): KubeObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
        subresources: { status: {} },
      })),
    },
  }
}
