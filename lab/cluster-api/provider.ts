import type { ControlPlane } from '../control-plane/control-plane.ts'
import type { KubeApi } from '../kube/kube-api.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { pause } from '../kube/until.ts'
import { KUBERNETES_VERSION } from '../programs/programs.ts'
import { CONTROL_PLANE, INFRASTRUCTURE } from './provider-crds.ts'

const RETRY_MS = 200
const SAY_AFTER_ATTEMPTS = 10
const KUBECONFIG = '-kubeconfig'

/** What the provider needs of the lab: control planes by name. */
export interface ControlPlanes {
  /** Gives the control plane of that name, starting it if there is none. */
  ensure(name: string): Promise<ControlPlane>
  /** Ends the control plane of that name and forgets what it stored. */
  remove(name: string): Promise<void>
}

/**
 * The lab's Cluster API provider: a LabControlPlane gets a real control plane, and loses it when it is deleted.
 *
 * It follows the contract for infrastructure and control planes, and nothing else; one Cluster uses one of each, of its
 * own name. It leaves a control plane alone that is paused, and writes a kubeconfig again that is gone.
 */
export class Provider {
  readonly #api: KubeApi
  readonly #controlPlanes: ControlPlanes
  readonly #end = new AbortController()
  readonly #inProgress = new Set<string>()
  #loop: Promise<void> = Promise.resolve()

  constructor(api: KubeApi, controlPlanes: ControlPlanes) {
    this.#api = api
    this.#controlPlanes = controlPlanes
  }

  start(): void {
    const loops = [
      this.#watchLoop(signal => this.#watchControlPlanes(signal)),
      this.#watchLoop(signal => this.#watchKubeconfigs(signal)),
    ]
    this.#loop = Promise.all(loops).then(() => undefined)
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#loop
  }

  async #watchLoop(watch: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#end
    while (!signal.aborted) {
      await watch(signal).catch(() => undefined)
      await pause(RETRY_MS, signal)
    }
  }

  async #watchControlPlanes(signal: AbortSignal): Promise<void> {
    for await (const { type, object } of this.#api.watch(
      `${CONTROL_PLANE.group}/v1`,
      CONTROL_PLANE.kind,
      signal,
    )) {
      // Not awaited: a cluster that takes long must not hold up the others.
      if (type === 'DELETED') void this.#controlPlanes.remove(controlPlaneName(object))
      else if (isPaused(object)) continue
      else if (!isInitialized(object)) void this.#provision(object)
      else void this.#keepKubeconfig(object)
    }
  }

  // As providers do: a kubeconfig that a user deletes is written again.
  async #watchKubeconfigs(signal: AbortSignal): Promise<void> {
    for await (const { type, object } of this.#api.watch('v1', 'Secret', signal)) {
      const { name, namespace } = object.metadata
      if (type !== 'DELETED' || !name.endsWith(KUBECONFIG)) continue
      const path = `${namespace}/${name.slice(0, -KUBECONFIG.length)}`
      const owner = await this.#api.find(ref(`${CONTROL_PLANE.group}/v1`, CONTROL_PLANE.kind, path))
      if (owner && isInitialized(owner) && !isPaused(owner)) void this.#keepKubeconfig(owner)
    }
  }

  async #keepKubeconfig(object: KubeObject): Promise<void> {
    const { name, namespace, deletionTimestamp } = object.metadata
    if (deletionTimestamp !== undefined) return
    try {
      if (await this.#api.find(ref('v1', 'Secret', `${namespace}/${name}${KUBECONFIG}`))) return
      const controlPlane = await this.#controlPlanes.ensure(controlPlaneName(object))
      await this.#api.apply(await kubeconfigSecret(controlPlane, object))
    } catch {
      // The next event finds it missing again.
    }
  }

  async #provision(object: KubeObject): Promise<void> {
    const { name, namespace = 'default', uid = '' } = object.metadata
    if (this.#inProgress.has(uid)) return
    this.#inProgress.add(uid)
    for (let attempt = 1; !this.#end.signal.aborted; attempt += 1) {
      try {
        const controlPlane = await this.#controlPlanes.ensure(controlPlaneName(object))
        // The kubeconfig comes before "provisioned": a first connection that fails costs Cluster API 30 s.
        await this.#api.apply(await kubeconfigSecret(controlPlane, object))
        await this.#report(controlPlane, `${namespace}/${name}`)
        break
      } catch (error) {
        const stillThere = await this.#api.find(object).catch(() => object)
        if (!stillThere) break
        // An API server that a test has just stopped is nothing to talk about.
        if (attempt === SAY_AFTER_ATTEMPTS)
          process.emitWarning(`cannot provision ${namespace}/${name}: ${String(error)}`)
        await pause(RETRY_MS, this.#end.signal)
      }
    }
    this.#inProgress.delete(uid)
  }

  async #report({ proxy }: ControlPlane, path: string): Promise<void> {
    const infrastructure = ref(`${INFRASTRUCTURE.group}/v1`, INFRASTRUCTURE.kind, path)
    const controlPlane = ref(`${CONTROL_PLANE.group}/v1`, CONTROL_PLANE.kind, path)
    const endpoint = { host: '127.0.0.1', port: proxy.port }
    await this.#api.patch(infrastructure, { spec: { controlPlaneEndpoint: endpoint } })
    await this.#api.patch(infrastructure, { status: { initialization: { provisioned: true } } }, '/status')
    const status = {
      initialization: { controlPlaneInitialized: true },
      externalManagedControlPlane: true,
      version: KUBERNETES_VERSION,
    }
    await this.#api.patch(controlPlane, { spec: { version: KUBERNETES_VERSION } })
    await this.#api.patch(controlPlane, { status }, '/status')
  }
}

/** The Secret in which Cluster API expects the kubeconfig of a cluster. */
export async function kubeconfigSecret(controlPlane: ControlPlane, owner: KubeObject): Promise<KubeObject> {
  const { name, namespace = 'default', uid = '' } = owner.metadata
  const kubeconfig = await controlPlane.kubeconfig(`${name}-admin`)
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'cluster.x-k8s.io/secret',
    metadata: {
      name: `${name}-kubeconfig`,
      namespace,
      labels: { 'cluster.x-k8s.io/cluster-name': name },
      ownerReferences: [{ apiVersion: owner.apiVersion, kind: owner.kind, name, uid }],
    },
    data: { value: Buffer.from(kubeconfig).toString('base64') },
  }
}

/** Clusters of one name in two namespaces are two clusters. */
export function controlPlaneName({
  metadata: { name, namespace = 'default' },
}: Pick<KubeObject, 'metadata'>): string {
  return namespace === 'default' ? name : `${namespace}.${name}`
}

function isPaused({ metadata }: Pick<KubeObject, 'metadata'>): boolean {
  return metadata.annotations?.['cluster.x-k8s.io/paused'] !== undefined
}

function isInitialized(object: KubeObject): boolean {
  const status = object['status'] as { initialization?: { controlPlaneInitialized?: boolean } } | undefined
  return status?.initialization?.controlPlaneInitialized === true
}
