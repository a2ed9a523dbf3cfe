import { type FitoutController, installFitout } from '../add-ons/fitting-out-controller.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { Lab, type LabCluster } from '../lab.ts'
import { ApiProxy } from '../network/api-proxy.ts'
import { CLUSTERS, type FaultyCluster, PlanScene } from './plan-scene.ts'

const LEASE = ref('coordination.k8s.io/v1', 'Lease', 'fitout-system/fitout-controller')

/** A scene with the controller behind a proxy that knows every write: a place for things to go wrong in. */
export class FaultScene extends PlanScene {
  readonly controller: FitoutController
  readonly proxy: ApiProxy

  private constructor(parts: {
    lab: Lab
    controller: FitoutController
    proxy: ApiProxy
    clusters: ReadonlyMap<FaultyCluster, LabCluster>
  }) {
    super(parts.lab, parts.clusters)
    this.controller = parts.controller
    this.proxy = parts.proxy
  }

  static async start(name: string): Promise<FaultScene> {
    const lab = await Lab.start({ name, controlPlanes: [...CLUSTERS] })
    const { pki, ports } = lab.site
    const proxy = await ApiProxy.start({
      port: await ports.take(),
      target: lab.management.proxy.port,
      serving: await pki.servers.server(),
      ca: pki.servers.cert,
    })
    const controller = await installFitout(lab, { port: proxy.port })
    await controller.program.start()
    return new FaultScene({ lab, controller, proxy, clusters: await PlanScene.prepare(lab) })
  }

  override async begin(plan?: KubeObject): Promise<void> {
    this.proxy.countAnew()
    await super.begin(plan)
  }

  /** Waits until so many writes of the controller have passed. */
  async untilWrites(count: number): Promise<void> {
    await until(`${count} writes`, async () => this.proxy.writes >= count)
  }

  override async reset(): Promise<void> {
    if (!this.controller.program.isRunning) await this.restartController()
    await super.reset()
  }

  /** Starts the controller again after it was killed. Its lease is taken from it first, so that nobody waits for it to end. */
  async restartController(): Promise<void> {
    await this.api.delete(LEASE).catch(() => undefined)
    await this.controller.program.start()
  }

  async stop(): Promise<void> {
    await this.controller.program.stop()
    await this.proxy.close()
    await this.lab.stop()
  }
}
