import type { KubeObject } from '../../src/engine/api/kube-object.ts'

/** A custom kind that a cluster does not serve at first. */
export const widgetsDefinition: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.contract.fitout.dev' },
  spec: {
    group: 'contract.fitout.dev',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
}
