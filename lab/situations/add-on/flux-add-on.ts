import { fluxControllers, fluxManifests } from '../../add-ons/flux.ts'
import { hasCondition } from '../../kube/conditions.ts'
import { type KubeObject, ref } from '../../kube/kube-object.ts'
import { until, untilEstablished } from '../../kube/until.ts'
import { chart } from '../../servers/chart.ts'
import type { Place } from '../place.ts'
import { bring, inShop } from './shop.ts'

/** Puts Flux on the cluster of a place, as an earlier step would have done; it stays there. */
export async function withFlux(place: Place): Promise<void> {
  await publishCharts(place)
  const { crds, core } = await fluxManifests(place.lab.site.modules)
  const found = await Promise.all(fluxControllers.map(name => place.workload.find(controller(name))))
  if (found.includes(undefined)) {
    await bring(place, ...crds)
    await untilEstablished(place.workload, crds)
    await bring(place, ...core)
  }
  for (const name of fluxControllers) {
    await until(
      `${name} is available`,
      async () => hasCondition(await place.workload.get(controller(name)), 'Available', 'True'),
      300_000,
    )
  }
}

/** The Deployment of one of Flux's controllers. */
export function controller(name: (typeof fluxControllers)[number]) {
  return ref('apps/v1', 'Deployment', `flux-system/${name}`)
}

/** A repository of charts: that of the lab by default. */
export function helmRepository({ lab }: Place, spec: object = {}): KubeObject {
  return {
    ...inShop('source.toolkit.fluxcd.io/v1', 'HelmRepository', 'charts'),
    spec: { interval: '5s', timeout: '5s', url: lab.charts.url, ...spec },
  }
}

/** A HelmRelease of the shop, which tries again as Fitout's own do. */
export function helmRelease(name = 'web', spec: object = {}, version = '1.0.0'): KubeObject {
  const strategy = { name: 'RetryOnFailure', retryInterval: '5s' }
  return {
    ...inShop('helm.toolkit.fluxcd.io/v2', 'HelmRelease', name),
    spec: {
      interval: '10m',
      timeout: '10s',
      chart: chartSpec('web', version),
      install: { strategy },
      upgrade: { strategy },
      ...spec,
    },
  }
}

/** Which chart of the lab a HelmRelease is made from. */
export function chartSpec(name: string, version: string): object {
  return {
    spec: { chart: name, version, interval: '5s', sourceRef: { kind: 'HelmRepository', name: 'charts' } },
  }
}

const head = { 'values.yaml': 'replicas: 1\nlabel: app\n' }

const deploymentTemplate = `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: { {{ .Values.label }}: {{ .Release.Name }} }}
  template:
    metadata: {labels: { {{ .Values.label }}: {{ .Release.Name }} }}
    spec:
      containers: [{name: web, image: "registry.example.com/web:{{ .Chart.Version }}"}]
`

const schema = JSON.stringify({ type: 'object', properties: { replicas: { type: 'integer' } } })

/** What is wrong with a version of the chart: the first has nothing. */
const versions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '1.0.0': {},
  '1.1.0': { 'templates/region.yaml': '{{ $region := required "region must be set" .Values.region }}' },
  '1.2.0': { 'values.schema.json': schema },
  '1.3.0': {
    'templates/budget.yaml':
      'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: web}\nspec: {minAvailable: 1}\n',
  },
  '1.4.0': { 'templates/widget.yaml': 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: web}\n' },
}

async function publishCharts({ lab }: Place): Promise<void> {
  for (const [version, files] of Object.entries(versions)) {
    await lab.charts.publish(
      chart('web', version, { ...head, 'templates/deployment.yaml': deploymentTemplate, ...files }),
    )
  }
}
