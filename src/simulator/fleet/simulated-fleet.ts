import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { partOf, textIn } from '../../domain/object/fields.ts'
import { standForElection } from '../../controller/stand-for-election.ts'
import { type RunningController, startController } from '../../controller/start-controller.ts'
import { type Shard, allClusters } from '../../domain/shard/shard.ts'
import type { NotificationSink } from '../../controller/world/notification-sink.ts'
import type { World } from '../../controller/world/world.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type Metrics, noMetrics } from '../../engine/metrics/metrics.ts'
import { forkRandom, seededRandom } from '../clock/seeded-random.ts'
import { VirtualClock } from '../clock/virtual-clock.ts'
import { ApiCaller } from '../faults/actor.ts'
import { type FaultPlan, noFaults } from '../faults/fault-plan.ts'
import { faultyApi } from '../faults/faulty-api.ts'
import { History, type HistoryLine } from '../faults/history.ts'
import { NetworkLink } from '../faults/link.ts'
import { applyResourceSets } from '../cluster-api/apply-resource-sets.ts'
import { provisionClusters } from '../cluster-api/provision-clusters.ts'
import { deleteByModel, putByModel } from '../models/model-write.ts'
import { type Model, Store, type StoreImage } from '../store/store.ts'
import { countChanges } from './count-changes.ts'
import { fleetKubeconfig } from './fleet-kubeconfig.ts'
import { FleetProcess } from './fleet-process.ts'
import { managementKinds } from './served-kinds.ts'
import { type WorkloadOptions, workloadCluster } from './workload-cluster.ts'

/** A fleet at one time, for others to begin with. */
export interface FleetImage {
  /** What the wall clock says. */
  readonly at: number
  readonly management: StoreImage
  readonly workloads: ReadonlyMap<string, { readonly name: string; readonly image: StoreImage }>
}

/** What a fleet is made of. The seed decides on everything that is not said here. */
export interface FleetOptions {
  readonly seed: number
  /** What it begins with: nothing by default. It was made with another seed. */
  readonly image?: FleetImage
  /** Decides on what the controller leaves to chance; the same as `seed` by default. */
  readonly controllerSeed?: number
  /** What goes wrong with the calls of the controller. */
  readonly plan?: FaultPlan
  readonly workload?: Partial<WorkloadOptions>
  /** How long a control plane takes, by its Cluster. */
  readonly provisionMs?: (cluster: KubeObject) => number
  readonly workers?: number
  /** How long a call of the controller is on its way, there and back each. */
  readonly latencyMs?: number
  /** Which lines of the history are kept; all by default. */
  readonly keeps?: (line: HistoryLine) => boolean
  /** Whom each controller tells what people should know; nobody by default. */
  readonly notifications?: (actor: ApiCaller) => NotificationSink
  /** Where the workload cluster of a Cluster (by namespace and name) is served; a name of its own by default. */
  readonly endpointOf?: (key: string) => Endpoint
}

/** Where a workload cluster is, and the kubeconfig that leads there. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  /** As its kubeconfig names it. */
  readonly server: string
  readonly kubeconfig: string
}

/** One line of the controller's log. */
export interface LogLine {
  readonly t: number
  readonly level: 'info' | 'warn'
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

const FITOUT_USER = 'system:serviceaccount:fitout-system:fitout'
const RESTART_MS = 2000
const PROVISION_MS = 5000
const LATENCY_MS = 3
const PORT = 6443
/** Where the Leases are: a namespace that every cluster has. @internal */
export const LEASE_NAMESPACE = 'kube-system'

/** A management cluster with Cluster API, its workload clusters, and the real controller between them, in virtual time. */
export class SimulatedFleet {
  readonly clock: VirtualClock
  readonly management: Store
  /** The workload clusters that are there, by namespace and name of their Cluster. */
  readonly workloads = new Map<string, Store>()
  /** The ways from the controller to the servers: to `management`, and to the workload clusters. */
  readonly links = new Map<string, NetworkLink>()
  readonly history: History
  readonly log: LogLine[] = []
  /** Those that stand for election, of all shards. */
  readonly processes: FleetProcess[] = []
  /** What the controllers count goes here; nowhere, unless a user wants to know. */
  readonly metrics: Metrics = noMetrics
  /** Clusters, by namespace and name, that Cluster API itself cannot reach now: it delivers nothing there. */
  readonly cutOff = new Set<string>()
  readonly #options: FleetOptions
  /** Of the controllers. */
  readonly #random: () => number
  readonly #servers = new Map<string, string>()
  /** Which Cluster, by its uid, a workload cluster was made for. */
  readonly #made = new Map<string, string>()
  readonly #ready = new Set<string>()
  #actor: ApiCaller | undefined
  #controller: RunningController | undefined
  #starts = 0

  constructor(options: FleetOptions) {
    this.#options = options
    const { image } = options
    this.clock = new VirtualClock(image?.at)
    this.#random = seededRandom(options.controllerSeed ?? options.seed)
    this.history = new History(this.clock.elapsed, options.keeps)
    this.management = new Store({
      clock: this.clock,
      random: seededRandom(options.seed),
      ...(image ? { image: image.management } : {}),
    })
    this.links.set('management', this.#newLink())
    for (const kind of managementKinds) this.management.kinds.serve(kind)
    for (const [key, { name, image: store }] of image?.workloads ?? []) this.#make(key, name, store)
    this.management.attach(applyResourceSets(this.management, cluster => this.#reachable(cluster)))
    this.management.attach(provisionClusters(this.management, this.#provider()))
    this.management.attach(this.#readyModel())
  }

  /** Puts an object on the management cluster, as a person or Git does. */
  put(object: KubeObject): KubeObject {
    return putByModel(this.management, object)
  }

  /** Deletes an object from the management cluster, as a person does. */
  delete({ apiVersion, kind, metadata }: Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>): void {
    const found = this.management.kinds.named(apiVersion, kind)
    const object = found && this.management.find(found, metadata.namespace, metadata.name)
    if (found && object) deleteByModel(this.management, found, object)
  }

  /** Whether a cluster, by namespace and name, is ready. */
  isReady(key: string): boolean {
    return this.#ready.has(key)
  }

  get readyCount(): number {
    return this.#ready.size
  }

  /** How often a controller was started. */
  get starts(): number {
    return this.#starts
  }

  /** Starts a process that stands for election, as `fitout controller` does. */
  stand(shard: Shard = allClusters): FleetProcess {
    const process = new FleetProcess(shard, this.clock, () => {
      const actor = this.#newActor()
      const { workers = 8 } = this.#options
      const world = this.#world(actor)
      const options = { leases: world.management, leaseNamespace: LEASE_NAMESPACE, shard, workers }
      return { actor, candidate: standForElection(world, { ...options, identity: actor.name }) }
    })
    this.processes.push(process)
    return process
  }

  /** Starts the controller without an election; one that dies is started again after a while, unless another one was. */
  start(): void {
    const actor = this.#newActor()
    this.#actor = actor
    const { workers } = this.#options
    this.#controller = startController(this.#world(actor), workers === undefined ? {} : { workers })
    actor.signal.addEventListener('abort', () => {
      if (this.#actor !== actor) return
      this.history.add({ actor: actor.name, op: 'crash' })
      this.clock.after(RESTART_MS, () => this.#actor === actor && this.start())
    })
  }

  /** Kills the controller, or the first that leads, where it stands; it is started again after a while. */
  kill(): void {
    const leader = this.processes.find(({ isLeading }) => isLeading)
    const actor = this.#actor ?? leader?.actor
    actor?.kill()
  }

  /** Ends the controller for good. */
  async stop(): Promise<void> {
    const actor = this.#actor
    this.#actor = undefined
    const stopped = this.#controller?.stop(1000)
    await this.clock.advance(2000)
    await stopped
    actor?.kill()
  }

  /** Lets time pass until something holds; returns whether it did within so many milliseconds. */
  run(until: () => boolean, limit: number): Promise<boolean> {
    return this.clock.runUntil(until, limit)
  }

  #newActor(): ApiCaller {
    this.#starts += 1
    return new ApiCaller(`fitout-${this.#starts}`)
  }

  #world(actor: ApiCaller): World {
    const { clock, history } = this
    const { plan = noFaults, notifications } = this.#options
    const api = this.management.api(FITOUT_USER)
    const link = this.links.get('management') ?? this.#newLink()
    const tell = (level: LogLine['level']) => (message: string, fields: LogLine['fields']) =>
      void this.log.push({ t: clock.elapsed(), level, message, fields })
    return {
      management: faultyApi({ api, clock, actor, history, plan, server: 'management', link }),
      workloads: {
        connect: ({ server }) => {
          const key = this.#servers.get(server) ?? ''
          const way = this.links.get(key) ?? this.#newLink()
          return {
            api: faultyApi({ api: this.#apiOf(key), clock, actor, history, plan, server: key, link: way }),
            close: () => undefined,
            // A server that is upgraded ends its connections.
            connections: countChanges(() => this.workloads.get(key)?.version),
          }
        },
      },
      clock: actor.clock(clock),
      random: forkRandom(this.#random),
      log: { info: tell('info'), warn: tell('warn') },
      metrics: this.metrics,
      ...(notifications ? { notifications: notifications(actor) } : {}),
    }
  }

  #newLink(): NetworkLink {
    const link = new NetworkLink()
    const { latencyMs = LATENCY_MS } = this.#options
    link.set(latencyMs > 0 ? { kind: 'up', latencyMs } : { kind: 'up' })
    return link
  }

  #apiOf(key: string): ReturnType<Store['api']> {
    const store = this.workloads.get(key)
    // The address of a cluster that is gone leads nowhere.
    if (store === undefined) throw new ApiError('Unreachable', { call: `connect to ${key}` })
    return store.api(FITOUT_USER)
  }

  #reachable({ metadata }: KubeObject): Store | undefined {
    const key = qualifiedName(metadata)
    return this.cutOff.has(key) ? undefined : this.workloads.get(key)
  }

  #provider() {
    const { provisionMs = () => PROVISION_MS } = this.#options
    return {
      provisionMs,
      provision: ({ metadata }: KubeObject) => {
        const key = qualifiedName(metadata)
        const name = `${key} ${metadata.uid}`
        // A management cluster that was restored finds what it has made before.
        if (this.#made.get(key) !== name) this.#make(key, name)
        return this.#endpointOf(key)
      },
      remove: ({ metadata }: KubeObject) => {
        this.links.get(qualifiedName(metadata))?.set({ kind: 'down' })
        this.workloads.delete(qualifiedName(metadata))
        this.#made.delete(qualifiedName(metadata))
      },
    }
  }

  #make(key: string, name: string, image?: StoreImage): void {
    const { seed, workload } = this.#options
    this.#made.set(key, name)
    const own = { seed, name, ...(image ? { image } : {}) }
    this.workloads.set(key, workloadCluster(this.clock, own, { ...usual, ...workload }))
    this.links.set(key, this.#newLink())
    this.#servers.set(this.#endpointOf(key).server, key)
  }

  #endpointOf(key: string): Endpoint {
    return (this.#options.endpointOf ?? usualEndpoint)(key)
  }

  /** The fleet as it is now, but for its controller, and what is on its way. */
  image(): FleetImage {
    const workloads = [...this.workloads].map(([key, store]) => {
      return [key, { name: this.#made.get(key) ?? key, image: store.image() }] as const
    })
    return { at: this.clock.now(), management: this.management.image(), workloads: new Map(workloads) }
  }

  #readyModel(): Model {
    return {
      changed: ({ kind }, { key, after }) => {
        if (kind !== 'ClusterFitout') return
        if (after && textIn(partOf(after, 'status'), 'state') === 'Ready') this.#ready.add(key)
        else this.#ready.delete(key)
      },
      restored: () => {
        this.#ready.clear()
        const all = this.management.table({ group: 'fitout.dev', plural: 'clusterfitouts' })
        for (const [key, object] of all.listAt(this.management.revision))
          if (textIn(partOf(object, 'status'), 'state') === 'Ready') this.#ready.add(key)
      },
    }
  }
}

function usualEndpoint(key: string): Endpoint {
  const [namespace, name] = key.split('/')
  const host = `${name}.${namespace}.fleet.test`
  const server = `https://${host}:${PORT}`
  return { host, port: PORT, server, kubeconfig: fleetKubeconfig(server) }
}

const usual: WorkloadOptions = {
  version: 'v1.35.4',
  nodes: 1,
  hasImage: image => !image.includes('cannot-be-pulled'),
  chartOf: () => [],
}
