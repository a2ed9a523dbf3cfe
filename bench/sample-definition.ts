import type { YamlValue } from '../src/domain/yaml/yaml-value.ts'

const names = ['template', 'selector', 'conditions', 'strategy', 'reference']

/** A CustomResourceDefinition. Each level of its schema has five times as much text as the one above: 4 make 340 KB. */
export function sampleDefinition(index: number, levels: number): YamlValue {
  const name = `widget${index}s`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${name}.example.com`,
      annotations: { 'controller-gen.kubebuilder.io/version': 'v0.21.0' },
    },
    spec: {
      group: 'example.com',
      names: { kind: 'Widget', listKind: 'WidgetList', plural: name, shortNames: ['wd'] },
      scope: 'Namespaced',
      versions: [{ name: 'v1', schema: { openAPIV3Schema: schema(levels) }, served: true, storage: true }],
    },
  }
}

/** A schema with the mix of real ones: mostly descriptions of a line or three, types, few numbers and patterns. */
function schema(depth: number): YamlValue {
  const properties = Object.fromEntries(
    Array.from({ length: depth === 0 ? 0 : 5 }, (_, index) => [`${names[index]}${depth}`, schema(depth - 1)]),
  )
  return {
    description: `${names[depth]} says what the controller shall do with this part of the object.\nIt may be left out.`,
    maxLength: 253,
    pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
    ...(depth === 0 ? {} : { properties, required: Object.keys(properties).slice(0, 2) }),
    type: depth === 0 ? 'string' : 'object',
    'x-kubernetes-preserve-unknown-fields': true,
  }
}
