import { karpenterChart, karpenterValues } from '../add-ons/karpenter.ts'
import { hasCondition } from '../kube/conditions.ts'
import { ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { withFlux } from '../situations/add-on/flux-add-on.ts'
import type { Place } from '../situations/place.ts'
import { SituationScene } from '../situations/situation-scene.ts'
import type { Servers } from './base.ts'
import { type HttpsServer, startHttpsServer } from './https-server.ts'
import { CampaignKubelet } from './pods/campaign-kubelet.ts'

const KARPENTER = 'karpenter'

/** A lab with the controller and a few clusters that have Flux and Karpenter, on which batches run side by side. */
export class CampaignScene {
  readonly situations: SituationScene
  readonly servers: Servers
  readonly #https: HttpsServer
  readonly #kubelets = new Map<string, CampaignKubelet>()

  private constructor(situations: SituationScene, https: HttpsServer) {
    const { lab } = situations
    this.situations = situations
    this.#https = https
    this.servers = {
      charts: lab.charts.url,
      registry: lab.registry.host,
      git: repository => lab.git.url(repository),
      https,
    }
  }

  static async start(name: string, clusters: number): Promise<CampaignScene> {
    const situations = await SituationScene.start(name, clusters)
    return new CampaignScene(situations, await startHttpsServer(situations.lab.site))
  }

  /** Has a batch done on a cluster of its own, as soon as one is free. */
  async onCluster<T>(work: (place: Place) => Promise<T>): Promise<T> {
    return this.situations.inPlace(async place => {
      if (!this.#kubelets.has(place.namespace)) await this.#prepare(place)
      return work(place)
    })
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#kubelets.values()].map(kubelet => kubelet.stop()))
    await this.situations.stop()
    await this.#https.close()
  }

  async #prepare(place: Place): Promise<void> {
    const kubelet = new CampaignKubelet(place.workload)
    this.#kubelets.set(place.namespace, kubelet)
    kubelet.start()
    await withFlux(place)
    await withKarpenter(place)
  }
}

async function withKarpenter(place: Place): Promise<void> {
  const { modules } = place.lab.site
  const source = ref('source.toolkit.fluxcd.io/v1', 'HelmRepository', `${KARPENTER}/charts`)
  const release = ref('helm.toolkit.fluxcd.io/v2', 'HelmRelease', `${KARPENTER}/karpenter`)
  const sourceRef = { kind: 'HelmRepository', name: 'charts' }
  const version = modules.karpenter.version.slice(1)
  const spec = {
    interval: '10m',
    chart: { spec: { chart: KARPENTER, version, sourceRef } },
    values: karpenterValues(modules),
  }
  await place.lab.charts.publish(await karpenterChart(modules))
  await place.workload.apply({ ...ref('v1', 'Namespace', KARPENTER) })
  await place.workload.apply({ ...source, spec: { interval: '10m', url: place.lab.charts.url } })
  await place.workload.apply({ ...release, spec })
  const controller = ref('apps/v1', 'Deployment', `${KARPENTER}/karpenter`)
  await until(
    'Karpenter runs',
    async () => hasCondition(await place.workload.get(controller), 'Available', 'True'),
    180_000,
  )
}
