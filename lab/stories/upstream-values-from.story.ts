import { beforeAll, expect, test } from 'vitest'
import type { ValuesReference } from '../../src/domain/helm-values/values-from/values-reference.ts'
import { mergeValuesFrom } from '../../src/domain/helm-values/values-from/merge-values-from.ts'
import { condition } from '../kube/conditions.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab, LabCluster } from '../lab.ts'
import { chart } from '../servers/chart.ts'
import { sharedFlux, sharedLab } from './shared-lab.ts'

// The same references go through our rules and through the real helm-controller, into a chart that shows its values.
let lab: Lab
let blue: LabCluster

const sources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'base-values': { 'values.yaml': 'replicas: 1\nimage: {tag: "1.0"}\nzones: [a, b]\n' },
  'more-values': { 'values.yaml': 'image: {pull: Always}\nzones: [c]\n', 'other.yaml': 'replicas: 7\n' },
  'old-yaml': { 'values.yaml': 'on: yes\nmode: 0644\nbig: 9007199254740993\ny: no\n' },
  outputs: {
    role: 'arn:aws:iam::012345678901:role/karpenter',
    version: '1.0',
    account: '012345678901',
    number: '42',
    truth: 'true',
    list: 'a,b',
    text: 'x=y,z',
    nothing: 'null',
    quoted: '"1.0"',
  },
}

interface Case {
  readonly valuesFrom: readonly ValuesReference[]
  readonly values?: object
}

const configMap = (name: string, more: Partial<ValuesReference> = {}): ValuesReference => ({
  kind: 'ConfigMap',
  name,
  ...more,
})
const output = (
  valuesKey: string,
  targetPath: string,
  more: Partial<ValuesReference> = {},
): ValuesReference => configMap('outputs', { valuesKey, targetPath, ...more })

const cases: Readonly<Record<string, Case>> = {
  'one-file': { valuesFrom: [configMap('base-values')] },
  'two-files': { valuesFrom: [configMap('base-values'), configMap('more-values')] },
  'two-files-the-other-way': { valuesFrom: [configMap('more-values'), configMap('base-values')] },
  'another-key': { valuesFrom: [configMap('more-values', { valuesKey: 'other.yaml' })] },
  'inline-wins': { valuesFrom: [configMap('base-values')], values: { replicas: 5, image: { tag: '2.0' } } },
  'optional-is-skipped': { valuesFrom: [configMap('none', { optional: true }), configMap('base-values')] },
  'old-yaml': { valuesFrom: [configMap('old-yaml')] },
  'plain-path': { valuesFrom: [output('role', 'settings.role')] },
  'split-annotation': {
    valuesFrom: [output('role', 'serviceAccount.annotations.eks.amazonaws.com/role-arn')],
  },
  'whole-annotation': {
    valuesFrom: [output('role', 'serviceAccount.annotations.eks\\.amazonaws\\.com/role-arn')],
  },
  'types-of-values': {
    valuesFrom: ['version', 'account', 'number', 'truth', 'nothing', 'quoted'].map(key =>
      output(key, `types.${key}`),
    ),
  },
  'into-a-list': { valuesFrom: [configMap('base-values'), output('number', 'zones[1]')] },
  'literal-text': {
    valuesFrom: [output('text', 'raw', { literal: true }), output('list', 'also', { literal: true })],
  },
  'comma-in-a-value': { valuesFrom: [output('list', 'zones')] },
  'missing-source': { valuesFrom: [configMap('none')] },
  'missing-key': { valuesFrom: [configMap('outputs', { valuesKey: 'none' })] },
}

beforeAll(async () => {
  lab = sharedLab()
  blue = await sharedFlux('blue')
  await lab.charts.publish(showsItsValues)
  const { api } = blue.controlPlane
  await api.apply(repository(lab.charts.url))
  for (const [name, data] of Object.entries(sources)) {
    await api.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data })
  }
  for (const [name, given] of Object.entries(cases)) await api.apply(helmRelease(name, given))
})

test.for(Object.keys(cases))('%s: the chart gets the values that our rules say', async name => {
  const ready = await untilJudged(name)
  const want = predicted(cases[name])
  expect(ready.status, ready.message).toBe(want === undefined ? 'False' : 'True')
  expect(want === undefined ? undefined : await valuesOf(name)).toEqual(want)
})

function predicted(given: Case | undefined): unknown {
  try {
    const { values } = mergeValuesFrom({
      valuesFrom: given?.valuesFrom ?? [],
      values: given?.values,
      find: (_, name) => sources[name],
    })
    // What a chart prints has no bigints.
    return JSON.parse(
      JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
    )
  } catch {
    return undefined
  }
}

async function valuesOf(name: string): Promise<unknown> {
  const { data } = await blue.controlPlane.api.get(ref('v1', 'ConfigMap', `default/values-of-${name}`))
  return JSON.parse((data as { values: string }).values)
}

async function untilJudged(name: string) {
  return until(`HelmRelease ${name} is judged`, async () => {
    const object = await blue.controlPlane.api.get(
      ref('helm.toolkit.fluxcd.io/v2', 'HelmRelease', `default/${name}`),
    )
    const ready = condition(object, 'Ready')
    const isFinal = ready && ready.status !== 'Unknown' && ready.reason !== 'SourceNotReady'
    return isFinal && ready
  })
}

const showsItsValues = chart('shows-its-values', '1.0.0', {
  'values.yaml': '{}\n',
  'templates/config-map.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: values-of-{{ .Release.Name }}}
data: {values: {{ omit .Values "global" | toJson | quote }}}
`,
})

function repository(url: string): KubeObject {
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'HelmRepository',
    metadata: { name: 'lab', namespace: 'default' },
    spec: { interval: '10m', url },
  }
}

function helmRelease(name: string, { valuesFrom, values }: Case): KubeObject {
  const sourceRef = { kind: 'HelmRepository', name: 'lab' }
  return {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name, namespace: 'default' },
    spec: {
      interval: '10m',
      chart: { spec: { chart: 'shows-its-values', version: '1.0.0', sourceRef } },
      valuesFrom,
      ...(values ? { values } : {}),
    },
  }
}
