import { writeDocuments } from '../src/domain/yaml/document/join-documents.ts'
import type { YamlValue } from '../src/domain/yaml/yaml-value.ts'
import { sampleDefinition } from './sample-definition.ts'

const COMPONENTS = 13

/** What a large add-on is made of: 5 MB, two thirds of them CustomResourceDefinitions, in one file a component. */
export function sampleManifests(): readonly string[] {
  return Array.from({ length: COMPONENTS }, (_, index) => writeDocuments(component(index)))
}

function component(index: number): readonly YamlValue[] {
  return [
    ...Array.from({ length: 4 }, (_, each) => sampleDefinition(index * 4 + each, 3)),
    ...Array.from({ length: 6 }, (_, each) => configMap(index, each)),
    ...Array.from({ length: 10 }, (_, each) => deployment(index, each)),
  ]
}

function configMap(index: number, each: number): YamlValue {
  const lines = Array.from({ length: 300 }, (_, line) => `option.${line} = "${'value '.repeat(5)}${each}"\n`)
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadata(index, `settings-${each}`),
    data: { 'settings.conf': lines.join('') },
  }
}

function deployment(index: number, each: number): YamlValue {
  const env = Array.from({ length: 40 }, (_, at) => ({
    name: `SETTING_${at}`,
    value: `https://example.com/${at}`,
  }))
  const name = `controller-${each}`
  const container = {
    name: 'manager',
    image: `registry.example.com/component-${index}/${name}:v1.14.1`,
    args: ['--leader-elect', '--metrics-bind-address=:8080', '--health-probe-bind-address=:8081'],
    env,
    livenessProbe: { httpGet: { path: '/healthz', port: 8081 }, initialDelaySeconds: 15, periodSeconds: 20 },
    resources: { limits: { cpu: '1', memory: '512Mi' }, requests: { cpu: '100m', memory: '64Mi' } },
  }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata(index, name),
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [container] } },
    },
  }
}

function metadata(index: number, name: string): YamlValue {
  const labels = {
    'app.kubernetes.io/component': `component-${index}`,
    'app.kubernetes.io/version': 'v1.14.1',
  }
  return { name: `component-${index}-${name}`, namespace: 'system', labels }
}
