import { hasCondition } from '../kube/conditions.ts'
import { type KubeObject, type ObjectRef, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab, LabCluster } from '../lab.ts'
import { chart } from '../servers/chart.ts'

const SOURCE = 'source.toolkit.fluxcd.io/v1'
const FORMER = 'notification.toolkit.fluxcd.io/v1beta2'

/** What Flux works on in a cluster: a Git repository with an object in it, and a chart. */
export const fluxObjects = {
  gitRepository: ref(SOURCE, 'GitRepository', 'default/fleet'),
  kustomization: ref('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'default/fleet'),
  helmRepository: ref(SOURCE, 'HelmRepository', 'default/fleet'),
  helmRelease: ref('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'default/web'),
  alert: ref('notification.toolkit.fluxcd.io/v1beta3', 'Alert', 'default/fleet'),
  formerAlert: ref('notification.toolkit.fluxcd.io/v1beta3', 'Alert', 'default/former'),
  provider: ref('notification.toolkit.fluxcd.io/v1beta3', 'Provider', 'default/fleet'),
} as const

// Sources first: who needs one waits half a minute when it is not there yet.
const judged = [
  fluxObjects.gitRepository,
  fluxObjects.kustomization,
  fluxObjects.helmRepository,
  fluxObjects.helmRelease,
]

/** What came to the cluster through Flux. */
const deployedObjects = {
  fromGit: ref('v1', 'ConfigMap', 'default/greeting'),
  fromChart: ref('apps/v1', 'Deployment', 'default/web'),
} as const

const web = chart('web', '1.0.0', {
  'values.yaml': 'replicas: 1\n',
  'templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec: {containers: [{name: web, image: registry.lab.example/web:1.0.0}]}
`,
})

/** Flux at work in a cluster, seen from outside. */
export class FluxScene {
  readonly #lab: Lab
  readonly #cluster: LabCluster

  constructor(lab: Lab, cluster: LabCluster) {
    this.#lab = lab
    this.#cluster = cluster
  }

  /** Gives Flux its work and waits until it is done. */
  async start(): Promise<void> {
    await this.#lab.charts.publish(web)
    await this.commit('first')
    for (const object of this.#work()) await this.#api.apply(object)
    await this.untilReady()
  }

  /** Puts another text into the repository. */
  async commit(text: string): Promise<string> {
    const greeting = { ...deployedObjects.fromGit, data: { text } }
    return this.#lab.git.commit('fleet', { 'apps/greeting.yaml': JSON.stringify(greeting) })
  }

  /** Asks the Flux that runs now to look at all of it, as `flux reconcile` does, and waits until it is done. */
  async reconcile(request: string): Promise<void> {
    const annotations = { 'reconcile.fluxcd.io/requestedAt': request }
    for (const object of judged) {
      await this.#api.patch(object, { metadata: { annotations } })
      await until(
        `${object.kind} has handled ${request}`,
        async () => {
          const { status } = await this.#api.get(object)
          return (status as { readonly lastHandledReconcileAt?: string }).lastHandledReconcileAt === request
        },
        300_000,
      )
    }
    await this.untilReady()
  }

  async untilReady(): Promise<void> {
    for (const object of judged) {
      await until(`${object.kind} is Ready`, async () => isReady(await this.#api.get(object)), 300_000)
    }
  }

  /** Asks the source for news, as `flux reconcile` does, and waits for the text on the cluster. */
  async untilText(text: string): Promise<void> {
    const annotations = { 'reconcile.fluxcd.io/requestedAt': `for ${text}` }
    await this.#api.patch(fluxObjects.gitRepository, { metadata: { annotations } })
    await until(`the text is ${text}`, async () => {
      const { data } = await this.#api.get(deployedObjects.fromGit)
      return (data as { readonly text: string }).text === text
    })
  }

  /** Changes a value of the release and waits for the Deployment. */
  async untilReplicas(replicas: number): Promise<void> {
    await this.#api.patch(fluxObjects.helmRelease, { spec: { values: { replicas } } })
    await until(`the release has ${replicas} replicas`, async () => {
      const { spec } = await this.#api.get(deployedObjects.fromChart)
      return (spec as { readonly replicas: number }).replicas === replicas
    })
  }

  /** What must outlive an upgrade: who is who, what was fetched, and which release of the chart is there. */
  async state() {
    const status = async (object: ObjectRef) =>
      (await this.#api.get(object))['status'] as {
        readonly artifact?: { readonly revision: string }
        readonly lastAppliedRevision?: string
        readonly history?: readonly { readonly version: number; readonly status: string }[]
        readonly inventory?: object
      }
    const { gitRepository, kustomization, helmRelease } = fluxObjects
    const { lastAppliedRevision, inventory } = await status(kustomization)
    return {
      uids: await this.#uids([...Object.values(fluxObjects), ...Object.values(deployedObjects)]),
      fetched: (await status(gitRepository)).artifact?.revision,
      applied: lastAppliedRevision,
      inventory,
      releases: (await status(helmRelease)).history?.map(({ version, status: state }) => [version, state]),
      stored: await this.#storedReleases(),
    }
  }

  /** Who is who: each object with the UID that it has for life. */
  async #uids(objects: readonly ObjectRef[]): Promise<Readonly<Record<string, string | undefined>>> {
    const found = await Promise.all(objects.map(object => this.#api.get(object)))
    return Object.fromEntries(
      found.map(object => [`${object.kind} ${object.metadata.name}`, object.metadata.uid]),
    )
  }

  // A release that Helm installs or changes is a Secret more.
  async #storedReleases(): Promise<readonly string[]> {
    const secrets = await this.#api.list('v1', 'Secret', '?labelSelector=owner%3Dhelm')
    return secrets.map(secret => secret.metadata.name).toSorted()
  }

  #work(): readonly KubeObject[] {
    const { gitRepository, kustomization, helmRepository, helmRelease, alert, formerAlert, provider } =
      fluxObjects
    const interval = '10m'
    const spec = { providerRef: { name: 'fleet' }, eventSources: [{ kind: 'HelmRelease', name: '*' }] }
    const sourceRef = { kind: 'GitRepository', name: 'fleet' }
    const chartSource = { kind: 'HelmRepository', name: 'fleet' }
    return [
      { ...gitRepository, spec: { interval, url: this.#lab.git.url('fleet'), ref: { branch: 'main' } } },
      { ...kustomization, spec: { interval, prune: true, path: './apps', sourceRef } },
      { ...helmRepository, spec: { interval, url: this.#lab.charts.url } },
      {
        ...helmRelease,
        spec: { interval, chart: { spec: { chart: 'web', version: web.version, sourceRef: chartSource } } },
      },
      { ...provider, spec: { type: 'generic', address: 'http://127.0.0.1:9/' } },
      // As they may have been written years ago: 2.8 is the last to serve this version.
      { ...alert, apiVersion: FORMER, spec },
      { ...formerAlert, apiVersion: FORMER, spec },
    ]
  }

  get #api() {
    return this.#cluster.controlPlane.api
  }
}

function isReady(object: KubeObject): boolean {
  const observed = (object['status'] as { readonly observedGeneration?: number }).observedGeneration
  return hasCondition(object, 'Ready', 'True') && observed === object.metadata.generation
}
