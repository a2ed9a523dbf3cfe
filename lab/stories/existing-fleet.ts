import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleNetwork } from '../../test/cli/fleet-scene.ts'
import { startCaaph } from '../add-ons/caaph.ts'
import { fluxRelease } from '../add-ons/flux-release.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { hasCondition } from '../kube/conditions.ts'
import type { KubeObject } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab } from '../lab.ts'
import { buildTool } from '../programs/build-tool.ts'
import { KUBERNETES_VERSION } from '../programs/programs.ts'
import { type Chart, chart } from '../servers/chart.ts'
import { ciliumNodes, labClass } from './fleet-class.ts'
import type { FleetFolder } from './fleet-folder.ts'
import { GIT_IDENTITY } from './fleet-operator-scene.ts'

/** A cluster of the fleet: its name, and its environment, which is its namespace. */
export interface ExistingCluster {
  readonly name: string
  readonly environment: string
}

/** The chart that is on each of the clusters, installed by whatever tool. */
export const shopChart: Chart = chart('shop', '2.0.1', {
  'values.yaml': 'replicas: 1\ngreeting: hello\n',
  'templates/all.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}}
data: {greeting: {{ quote .Values.greeting }}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec: {containers: [{name: main, image: 'registry.example.com/shop:2.0.1', args: [{{ quote .Values.greeting }}]}]}
`,
})

/** Makes a Cluster as it is there before anybody thinks of Fitout, and gives its control plane. */
export async function createExisting(
  lab: Lab,
  { name, environment }: ExistingCluster,
  labels: Readonly<Record<string, string>> = {},
): Promise<ControlPlane> {
  const { api } = lab.management
  await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: environment } })
  for (const object of labClass())
    await api.apply({ ...object, metadata: { ...object.metadata, namespace: environment } })
  await api.apply({
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name, namespace: environment, labels },
    spec: {
      topology: {
        classRef: { name: 'eks' },
        version: KUBERNETES_VERSION,
        variables: [{ name: 'region', value: 'eu-west-1' }],
      },
    },
  })
  return (await lab.untilConnected(name, environment)).controlPlane
}

/** Waits until every pod of a cluster is ready, and there are as many as said. */
export async function untilRunning({ api }: ControlPlane, count: number): Promise<void> {
  await until(`${count} pods are ready`, async () => {
    const pods = await api.list('v1', 'Pod')
    const isReady = (pod: KubeObject) => hasCondition(pod, 'Ready', 'True')
    if (pods.length < count || !pods.every(isReady))
      throw new Error(
        pods.map(pod => `${pod.metadata.name} ${isReady(pod) ? 'is ready' : 'is not'}`).join(', '),
      )
    return true
  })
}

/** The revisions of a release as Helm keeps them: `1 superseded`, `2 deployed`. */
export async function revisionsOf(
  { api }: ControlPlane,
  { name, namespace }: { readonly name: string; readonly namespace: string },
): Promise<readonly string[]> {
  const kept = await api.list('v1', 'Secret', '?labelSelector=owner%3Dhelm')
  return kept
    .filter(({ metadata }) => metadata.namespace === namespace && metadata.labels?.['name'] === name)
    .map(({ metadata: { labels = {} } }) => `${labels['version']} ${labels['status']}`)
    .toSorted()
}

/** The clusters of a fleet before it is one: each was fitted out by another tool. */
export class ExistingFleet {
  readonly #lab: Lab
  readonly #home: FleetFolder

  constructor(lab: Lab, home: FleetFolder) {
    this.#lab = lab
    this.#home = home
  }

  /** Runs commands with the kubeconfig of a cluster, as the people who look after it do. */
  async on(controlPlane: ControlPlane, commands: string): Promise<string> {
    const file = join(this.#home.path, `${controlPlane.name}.kubeconfig`)
    await writeFile(file, await controlPlane.kubeconfig('admin'), { mode: 0o600 })
    return this.#home.shell(`export KUBECONFIG='${file}'\n${commands}`)
  }

  /** Installs a chart by the Helm CLI. */
  async byHelm(controlPlane: ControlPlane): Promise<void> {
    await this.on(
      controlPlane,
      `helm install shop shop --repo ${this.#lab.charts.url} --version ${shopChart.version} \
        --namespace shop --create-namespace --set replicas=2 --set-string greeting=hello`,
    )
  }

  /** Installs what `helm template` renders by kubectl: for kubectl and for Helm these are no release. */
  async byKubectl(controlPlane: ControlPlane): Promise<void> {
    const network = chart('cilium', '1.20.2', {
      'templates/all.yaml': sampleNetwork,
      'templates/crd.yaml': JSON.stringify(ciliumNodes),
    })
    await this.#lab.charts.publish(network)
    await this.on(
      controlPlane,
      `helm template cilium cilium --repo ${this.#lab.charts.url} --namespace kube-system > cilium.yaml
      kubectl apply --filename cilium.yaml`,
    )
  }

  /** Installs a chart by Cluster API's add-on provider, on clusters with a label. */
  async byCaaph(labels: Readonly<Record<string, string>>, environment: string): Promise<void> {
    await startCaaph(this.#lab)
    await this.#lab.management.api.apply({
      apiVersion: 'addons.cluster.x-k8s.io/v1alpha1',
      kind: 'HelmChartProxy',
      metadata: { name: 'shop', namespace: environment },
      spec: {
        clusterSelector: { matchLabels: labels },
        repoURL: this.#lab.charts.url,
        chartName: 'shop',
        version: shopChart.version,
        releaseName: 'shop',
        namespace: 'shop',
        valuesTemplate: 'replicas: 2\ngreeting: hello\n',
        options: { timeout: '5m', install: { createNamespace: true } },
      },
    })
  }

  /** Has the CLI of Flux bootstrap a cluster, and adds a release to the repository that it reads. */
  async byFluxBootstrap(controlPlane: ControlPlane, { name }: ExistingCluster): Promise<void> {
    const repository = `${name}-before`
    await this.#lab.git.commit(repository, {})
    const url = this.#lab.git.url(repository)
    const folder = `clusters/${name}`
    await this.on(
      controlPlane,
      `${GIT_IDENTITY}
      '${await buildTool('flux')}' bootstrap git --silent --url=${url} --branch=main --path=${folder} \
        --token-auth --username=lab --password=none --allow-insecure-http --timeout=10m
      git clone --quiet ${url} ${repository}
      cat > ${repository}/${folder}/shop.yaml <<'END'
${asYaml(this.#shopOfFlux())}END
      git -C ${repository} add --all
      git -C ${repository} commit --quiet --message 'Shop'
      git -C ${repository} push --quiet origin HEAD:main
      '${await buildTool('flux')}' reconcile source git flux-system
      kubectl wait --for=create --timeout=5m helmrelease/shop
      kubectl wait --for=condition=Ready --timeout=5m helmrelease/shop`,
    )
  }

  /** A second Flux, in a namespace of its own: two controllers that look after that namespace. */
  async secondFlux({ api }: ControlPlane): Promise<void> {
    const namespace = 'gitops'
    await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    const { objects } = await fluxRelease('2.9')
    const own = objects.filter(
      ({ kind, metadata: { name } }) =>
        ['kustomize-controller', 'helm-controller'].includes(name) &&
        ['ServiceAccount', 'Deployment'].includes(kind),
    )
    for (const object of own) {
      const labels = { ...object.metadata.labels, 'app.kubernetes.io/instance': namespace }
      const text = JSON.stringify({ ...object, metadata: { ...object.metadata, namespace, labels } })
      const narrowed = text.replaceAll('--watch-all-namespaces=true', '--watch-all-namespaces=false')
      await api.apply(JSON.parse(narrowed) as KubeObject, '', 'flux')
    }
  }

  #shopOfFlux(): readonly KubeObject[] {
    const metadata = { name: 'shop', namespace: 'default' }
    return [
      {
        apiVersion: 'source.toolkit.fluxcd.io/v1',
        kind: 'HelmRepository',
        metadata,
        spec: { interval: '10m', url: this.#lab.charts.url },
      },
      {
        apiVersion: 'helm.toolkit.fluxcd.io/v2',
        kind: 'HelmRelease',
        metadata,
        spec: {
          interval: '10m',
          releaseName: 'shop',
          targetNamespace: 'shop',
          storageNamespace: 'shop',
          install: { createNamespace: true },
          chart: {
            spec: {
              chart: 'shop',
              version: shopChart.version,
              sourceRef: { kind: 'HelmRepository', name: 'shop' },
            },
          },
          values: { replicas: 2, greeting: 'hello' },
        },
      },
    ]
  }
}

function asYaml(objects: readonly KubeObject[]): string {
  return `${objects.map(object => JSON.stringify(object)).join('\n---\n')}\n`
}
