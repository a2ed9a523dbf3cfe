import { clusterRef } from '../cluster-api/cluster-objects.ts'
import { CONTROL_PLANE } from '../cluster-api/provider-crds.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import type { KubeApi } from '../kube/kube-api.ts'
import { type KubeObject, type ObjectRef, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab, LabCluster } from '../lab.ts'
import type { Plan } from './situation.ts'

/** The cluster of every place. */
export const CLUSTER_NAME = 'shop'

const FITOUT = 'fitout.dev/v1alpha1'
const ADD_ONS = 'addons.cluster.x-k8s.io/v1beta2'
/** The label by which the Cluster asks to be fitted out. */
export const profile = { 'fitout.dev/profile': 'base' } as const

/** What Fitout says about a cluster, as far as situations look at it. */
export interface Told {
  readonly state?: string
  readonly cause?: {
    readonly reason: string
    readonly message: string
    readonly actor?: string
    readonly step?: string
    readonly next?: string
  }
}

/** A namespace of the management cluster with one cluster in it: where one situation at a time is built. */
export class Place {
  readonly lab: Lab
  readonly namespace: string
  #cluster: LabCluster | undefined

  constructor(lab: Lab, namespace: string) {
    this.lab = lab
    this.namespace = namespace
  }

  get management(): KubeApi {
    return this.lab.management.api
  }

  get controlPlane(): ControlPlane {
    if (!this.#cluster) throw new Error(`cannot use the cluster of ${this.namespace}: there is none`)
    return this.#cluster.controlPlane
  }

  get workload(): KubeApi {
    return this.controlPlane.api
  }

  get clusterRef(): ObjectRef {
    return clusterRef(CLUSTER_NAME, this.namespace)
  }

  /** Names an object of the management cluster that is in this place. */
  ref(apiVersion: string, kind: string, name: string): ObjectRef {
    return ref(apiVersion, kind, `${this.namespace}/${name}`)
  }

  /** Applies objects to the management cluster, in this place. */
  async give(...objects: readonly KubeObject[]): Promise<void> {
    for (const object of objects) await this.management.apply(this.#here(object))
  }

  /** Deletes an object of the management cluster that is in this place. */
  async take(apiVersion: string, kind: string, name: string): Promise<void> {
    await this.management.delete(this.ref(apiVersion, kind, name))
  }

  /** Changes the Cluster by a merge patch. */
  async patchCluster(patch: object): Promise<void> {
    await this.management.patch(this.clusterRef, patch)
  }

  /** The Fitout of the place. `spec` is merged over what the plan says. */
  fitout({ steps }: Pick<Plan, 'steps'>, spec: object = {}, name = 'base'): KubeObject {
    return this.#here({
      ...ref(FITOUT, 'Fitout', name),
      spec: { clusterSelector: { matchLabels: profile }, steps, ...spec },
    })
  }

  /** Makes the cluster, if there is none. */
  async ensureCluster(): Promise<void> {
    if (this.#cluster && (await this.management.find(this.clusterRef))) return
    this.#cluster = await this.lab.createCluster(CLUSTER_NAME, { namespace: this.namespace, labels: profile })
  }

  /** Takes the cluster away, and all that is on it. */
  async removeCluster(): Promise<void> {
    if (this.#cluster) await this.lab.deleteCluster(this.#cluster)
    this.#cluster = undefined
  }

  /** Has the provider leave the cluster alone, or continue with it. */
  async pauseProvider(isPaused: boolean): Promise<void> {
    const controlPlane = this.ref(`${CONTROL_PLANE.group}/v1`, CONTROL_PLANE.kind, CLUSTER_NAME)
    const annotations = { 'cluster.x-k8s.io/paused': isPaused ? '' : null }
    await this.management.patch(controlPlane, { metadata: { annotations } })
  }

  /** Writes something else into the kubeconfig Secret. */
  async writeKubeconfig(kubeconfig: string): Promise<void> {
    const data = { value: Buffer.from(kubeconfig).toString('base64') }
    await this.management.patch(this.kubeconfigRef, { data })
  }

  /** Has the provider write the kubeconfig Secret again, if it is not as the provider writes it. */
  async renewKubeconfig(): Promise<void> {
    await this.pauseProvider(false)
    await this.management.delete(this.kubeconfigRef).catch(() => undefined)
    await until('the kubeconfig is there', async () => this.management.find(this.kubeconfigRef))
  }

  get kubeconfigRef(): ObjectRef {
    return this.ref('v1', 'Secret', `${CLUSTER_NAME}-kubeconfig`)
  }

  /** Waits for a cluster that was made by hand. */
  async adoptCluster(): Promise<void> {
    this.#cluster = await this.lab.untilConnected(CLUSTER_NAME, this.namespace)
  }

  async told(): Promise<Told> {
    const object = await this.management.find(this.ref(FITOUT, 'ClusterFitout', CLUSTER_NAME))
    const status: Told | undefined = object?.['status'] as Told | undefined
    return status ?? {}
  }

  /** Waits until what is told is so. */
  async untilTold(what: string, isSo: (told: Told) => boolean | undefined, withinMs: number): Promise<Told> {
    return until(
      `${this.namespace} is ${what}`,
      async () => {
        const told = await this.told()
        if (isSo(told)) return told
        throw new Error(JSON.stringify({ state: told.state, cause: told.cause }))
      },
      withinMs,
    )
  }

  /** Takes away whatever a situation left, but for the cluster. */
  async clear(wants: readonly ObjectRef[]): Promise<void> {
    // Of a cluster that is paused, nothing can be taken back.
    const goesOn = { metadata: { annotations: { 'cluster.x-k8s.io/paused': null } }, spec: { paused: null } }
    await this.patchCluster(goesOn).catch(() => undefined)
    for (const object of await this.#list(FITOUT, 'Fitout')) await this.management.delete(object)
    await until(
      `nothing of Fitout is left in ${this.namespace}`,
      async () => (await this.#list(FITOUT, 'ClusterFitout')).length === 0,
    )
    for (const object of await this.#list(ADD_ONS, 'ClusterResourceSet')) {
      await this.management.delete(object)
      await until(`${object.metadata.name} is gone`, async () => !(await this.management.find(object)))
    }
    const mine = (await this.#list('v1', 'Secret')).filter(
      ({ metadata }) => metadata.name !== `${CLUSTER_NAME}-kubeconfig`,
    )
    const bindings = await this.#list(ADD_ONS, 'ClusterResourceSetBinding')
    const maps = (await this.#list('v1', 'ConfigMap')).filter(({ metadata }) => metadata.name !== ROOT_CA)
    for (const object of [...bindings, ...mine, ...maps])
      await this.management.delete(object).catch(() => undefined)
    if (this.#cluster) await this.#clearWorkload(wants)
  }

  // Namespaces stay: one takes long to go, and nothing is proven by it alone.
  async #clearWorkload(wants: readonly ObjectRef[]): Promise<void> {
    for (const object of wants) await this.workload.delete(object).catch(() => undefined)
    for (const object of wants)
      await until(
        `${object.metadata.name} is gone`,
        async () => !(await this.workload.find(object).catch(() => undefined)),
      )
  }

  async #list(apiVersion: string, kind: string): Promise<readonly KubeObject[]> {
    const all = await this.management.list(apiVersion, kind)
    return all
      .filter(({ metadata }) => metadata.namespace === this.namespace)
      .map(object => ({ ...object, apiVersion, kind }))
  }

  #here<One extends ObjectRef>(object: One): One {
    return { ...object, metadata: { ...object.metadata, namespace: this.namespace } }
  }
}

const ROOT_CA = 'kube-root-ca.crt'
