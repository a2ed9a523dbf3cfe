import type { KubeObject } from '../../src/engine/api/kube-object.ts'

/** The chart of the contract: one Deployment with the name of the release, and a few values. */
export const contractChart = {
  name: 'contract',
  version: '1.0.0',
  files: {
    'values.yaml': 'replicas: 1\nnodeSelector: {}\n',
    'templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}, namespace: {{ .Values.namespace | default .Release.Namespace }}}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec:
      nodeSelector: {{ .Values.nodeSelector | toJson }}
      containers: [{name: main, image: example.com/contract:1.0.0}]
`,
  },
} as const

interface ReleaseSpec {
  readonly values?: {
    readonly replicas?: number
    readonly nodeSelector?: object
    readonly namespace?: string
  }
}

/** What the chart of the contract renders to for a HelmRelease: what Helm makes of it, without Helm. */
export function contractChartObjects(release: KubeObject): readonly KubeObject[] {
  const { name } = release.metadata
  const { values = {} } = release['spec'] as ReleaseSpec
  const { replicas = 1, nodeSelector = {}, namespace = release.metadata.namespace ?? '' } = values
  const labels = { app: name }
  const containers = [{ name: 'main', image: 'example.com/contract:1.0.0' }]
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace },
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { nodeSelector, containers } },
      },
    },
  ]
}
