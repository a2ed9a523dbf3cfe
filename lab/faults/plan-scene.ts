import { setTimeout as sleep } from 'node:timers/promises'
import { checkAll } from '../../test/check/check-all.ts'
import { type AuditSource, fromAudit, mergeHistories } from '../../test/check/history/from-audit.ts'
import { isManagementWrite } from '../../test/check/history/line.ts'
import type { Start } from '../../test/check/history/world.ts'
import type { Violation } from '../../test/check/violation.ts'
import { condition } from '../kube/conditions.ts'
import { type KubeObject, type ObjectRef, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab, LabCluster } from '../lab.ts'
import { endState } from './end-state.ts'
import { CANARY, delivered, faultFitout, faultPacks, labelsFor, outputsOf } from './fault-plan.ts'

/** The clusters of a scene. */
export const CLUSTERS = ['blue', 'green'] as const
export type FaultyCluster = (typeof CLUSTERS)[number]

const READY_MS = 300_000

/** Where a run begins in the logs of the servers. */
interface Mark {
  readonly from: number
  readonly start: Start
}

/** Two clusters and a plan, and a judge of all that happens to them: whoever runs the controller. */
export class PlanScene {
  readonly lab: Lab
  readonly #clusters: Map<FaultyCluster, LabCluster>
  #mark: Mark = { from: 0, start: {} }

  constructor(lab: Lab, clusters: ReadonlyMap<FaultyCluster, LabCluster>) {
    this.lab = lab
    this.#clusters = new Map(clusters)
  }

  /** Makes the clusters, and all that the plan needs. */
  static async prepare(lab: Lab): Promise<ReadonlyMap<FaultyCluster, LabCluster>> {
    for (const object of [...faultPacks(), ...CLUSTERS.map(cluster => outputsOf(cluster))]) {
      await lab.management.api.apply(object)
    }
    const made = CLUSTERS.map(
      async cluster => [cluster, await lab.createCluster(cluster, { labels: labelsFor(cluster) })] as const,
    )
    return new Map(await Promise.all(made))
  }

  get api(): Lab['management']['api'] {
    return this.lab.management.api
  }

  cluster(name: FaultyCluster): LabCluster {
    const found = this.#clusters.get(name)
    if (!found) throw new Error(`cannot find cluster ${name}`)
    return found
  }

  /** Deletes a cluster, and after a while makes another one under its name. */
  async makeAnew(name: FaultyCluster, afterMs: number): Promise<void> {
    await this.lab.deleteCluster(this.cluster(name))
    await sleep(afterMs)
    this.#clusters.set(name, await this.lab.createCluster(name, { labels: labelsFor(name) }))
  }

  /** Begins to fit out clusters on which nothing of the plan is; what happens from here on is judged. */
  async begin(plan: KubeObject = faultFitout()): Promise<void> {
    const [clusters, secrets] = await Promise.all([
      this.api.list('cluster.x-k8s.io/v1beta2', 'Cluster'),
      this.api.list('v1', 'Secret'),
    ])
    this.#mark = { from: Date.now(), start: { clusters, secrets } }
    await this.api.apply(plan)
  }

  /** Waits until what is said about a cluster is so. */
  async untilStatus(
    cluster: FaultyCluster,
    want: { readonly state?: string; readonly reason?: string },
  ): Promise<KubeObject> {
    return until(
      `${cluster} is ${JSON.stringify(want)}`,
      async () => {
        const object = await this.api.get(clusterFitout(cluster))
        const { state, cause } = (object['status'] ?? {}) as { state?: string; cause?: { reason?: string } }
        const isSo = [want.state ?? state, want.reason ?? cause?.reason]
        if (isSo[0] === state && isSo[1] === cause?.reason) return object
        throw new Error(JSON.stringify({ state, cause }))
      },
      READY_MS,
    )
  }

  async untilReady(clusters: readonly FaultyCluster[] = CLUSTERS): Promise<void> {
    for (const cluster of clusters) {
      await this.untilStatus(cluster, { state: 'Ready' })
      await until(`${cluster} says so itself`, async () => {
        const found = condition(await this.api.get(this.cluster(cluster).ref), 'FitoutReady')
        return found?.['status'] === 'True'
      })
    }
  }

  /** How it all ended: everything on the management cluster that is Fitout's, and what came to the clusters. */
  async endState(clusters: readonly FaultyCluster[] = CLUSTERS): Promise<string> {
    const own = '?labelSelector=fitout.dev%2Fowner'
    const lists = await Promise.all([
      this.#list('fitout.dev/v1alpha1', 'ClusterFitout'),
      this.#list('addons.cluster.x-k8s.io/v1beta2', 'ClusterResourceSet', own),
      this.#list('v1', 'Secret', own),
    ])
    const objects = await Promise.all(clusters.map(cluster => this.api.get(this.cluster(cluster).ref)))
    const reached = await Promise.all(
      clusters.flatMap(cluster => delivered.map(one => this.#onCluster(cluster, one))),
    )
    const uids = new Map(objects.map(({ metadata }) => [metadata.name, String(metadata['uid'])]))
    return endState([...lists.flat().map(withoutStatusOfOthers), ...objects.map(ownPart), ...reached], uids)
  }

  /** When the run began. */
  get began(): number {
    return this.#mark.from
  }

  /** What the rules say about all that was asked of the servers since `begin`. */
  violations({
    factor = 3,
    ...source
  }: { readonly factor?: number } & AuditSource = {}): readonly Violation[] {
    const { from, start } = this.#mark
    const since = <Event extends { requestReceivedTimestamp: string }>(events: readonly Event[]) =>
      events.filter(({ requestReceivedTimestamp }) => Date.parse(requestReceivedTimestamp) >= from)
    const management = fromAudit(since(this.lab.management.audit()), source)
    const workloads = CLUSTERS.map(name =>
      fromAudit(since(this.cluster(name).controlPlane.audit()), { server: name }),
    )
    // Without this, a log that nobody wrote would break no rule either.
    if (!management.some(isManagementWrite)) throw new Error('cannot judge: no write of Fitout is in the log')
    return checkAll(mergeHistories(management, ...workloads), {
      start,
      // A process that dies between a gate and its word says it when it is back; one that hangs, when it continues.
      settleMs: 60_000,
      staleMs: 10_000,
      pauseGraceMs: 2000,
      addresseeWithinMs: 5000,
      writeFactor: factor,
      secrets: { canaries: [{ name: 'queue', value: CANARY }] },
    }).violations
  }

  /** Takes everything back, so that the next run begins where the first one did. */
  async reset(): Promise<void> {
    await this.api.delete(faultFitout()).catch(() => undefined)
    for (const cluster of CLUSTERS) {
      await until(
        `nothing of Fitout is left of ${cluster}`,
        async () => !(await this.api.find(clusterFitout(cluster))),
        READY_MS,
      )
      for (const one of delivered)
        await this.cluster(cluster)
          .controlPlane.api.delete(one)
          .catch(() => undefined)
      const binding = ref(
        'addons.cluster.x-k8s.io/v1beta2',
        'ClusterResourceSetBinding',
        `default/${cluster}`,
      )
      await this.api.delete(binding).catch(() => undefined)
    }
  }

  // In a list, objects do not say what they are.
  async #list(apiVersion: string, kind: string, query?: string): Promise<readonly KubeObject[]> {
    return (await this.api.list(apiVersion, kind, query)).map(object => ({ ...object, apiVersion, kind }))
  }

  async #onCluster(cluster: FaultyCluster, one: ObjectRef): Promise<KubeObject> {
    const { metadata, ...object } = await this.cluster(cluster).controlPlane.api.get(one)
    const { name, namespace = '' } = metadata
    return { ...object, metadata: { name, namespace }, status: `as on ${cluster}` }
  }
}

/** The ClusterFitout of a cluster. */
export function clusterFitout(cluster: string): ObjectRef {
  return ref('fitout.dev/v1alpha1', 'ClusterFitout', `default/${cluster}`)
}

// Cluster API writes its own words about a set.
function withoutStatusOfOthers({ status, metadata, ...object }: KubeObject): KubeObject {
  const { name, namespace, labels } = metadata
  const isOurs = object.kind === 'ClusterFitout'
  return { ...object, metadata: { name, namespace, labels }, ...(isOurs ? { status } : {}) } as KubeObject
}

function ownPart(cluster: KubeObject): KubeObject {
  const { apiVersion, kind, metadata } = cluster
  const { name, namespace, labels } = metadata
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, labels },
    ready: condition(cluster, 'FitoutReady'),
  } as KubeObject
}
