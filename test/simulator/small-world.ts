import { startController, type RunningController } from '../../src/controller/start-controller.ts'
import { resources } from '../../src/controller/world/resources.ts'
import { encodeBase64 } from '../../src/domain/bytes/base64.ts'
import { hashSource } from '../../src/domain/resource-set/hash-source.ts'
import { readSource } from '../../src/domain/resource-set/source.ts'
import { ApiError } from '../../src/engine/api/api-error.ts'
import type { Api, Call, ObjectRef, Resource, Selection } from '../../src/engine/api/api.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { type Metrics, noMetrics } from '../../src/engine/metrics/metrics.ts'
import { seededRandom } from '../../src/simulator/clock/seeded-random.ts'
import { VirtualClock } from '../../src/simulator/clock/virtual-clock.ts'
import { fleetKubeconfig } from '../../src/simulator/fleet/fleet-kubeconfig.ts'
import { managementKinds } from '../../src/simulator/fleet/served-kinds.ts'
import { Store } from '../../src/simulator/store/store.ts'

const namespace = 'default'
const encoder = new TextEncoder()
/** Where the Cluster is. */
export const HOME = 'https://blue.test:6443'

/** For tests: a call of the controller that is about to be made. */
export interface SmallCall {
  readonly server: 'management' | 'workload'
  readonly verb: 'get' | 'list' | 'watch' | 'create' | 'apply' | 'delete' | 'discover' | 'isReady' | 'version'
  readonly kind: string
  /** Undefined for lists and watches. */
  readonly name?: string
  readonly subresource?: string | undefined
}

/** For tests: how a call ends that does not reach its server: with an error, or with no answer until its deadline. */
export type SmallFault = ApiError | 'hang' | undefined

/** How long calls may take that say nothing of it, as with the real client. */
const DEADLINE_MS = 10_000
const LIST_DEADLINE_MS = 30_000

/** For tests: one management and one workload cluster on which nothing moves but the controller and the test's own hands. */
export class SmallWorld {
  readonly clock = new VirtualClock()
  readonly management: Store
  readonly workload: Store
  /** Which clusters answer, by the address in a kubeconfig. */
  readonly servers: Map<string, Store>
  /** What the controller wrote on the management cluster so far, but for events. */
  writes: string[] = []
  /** Called before each apply of the controller, for tests that are faster than it. */
  beforeApply: (object: KubeObject) => Promise<void> = async () => undefined
  /** Called before each list of the controller. */
  beforeList: (selection: Selection) => Promise<void> = async () => undefined
  /** What goes wrong with a call of the controller. */
  faultOf: (call: SmallCall) => SmallFault = () => undefined
  /** How many connections to workload clusters the controller has ended. */
  closed = 0
  /** How many connections each way to a workload cluster took: more than one when the first was lost. */
  connections = 1
  /** What the controller counts. */
  metrics: Metrics = noMetrics
  /** Whether the controller may fail at something, and say so in its log. */
  mayFail = false
  readonly #faults: string[] = []
  #controller: RunningController | undefined

  constructor() {
    this.management = new Store({ clock: this.clock, random: seededRandom(1) })
    this.workload = new Store({ clock: this.clock, random: seededRandom(2) })
    this.servers = new Map([[HOME, this.workload]])
    for (const kind of managementKinds) this.management.kinds.serve(kind)
  }

  start(): void {
    this.#controller = startController({
      management: this.#recorded('management', this.management.api('fitout'), write =>
        this.writes.push(write),
      ),
      workloads: {
        connect: ({ server }) => {
          const store = this.servers.get(server)
          if (store === undefined) throw new ApiError('Unreachable', { call: `connect to ${server}` })
          const api = this.#recorded('workload', store.api('fitout'), write => this.#faults.push(write))
          return { api, close: () => void (this.closed += 1), connections: () => this.connections }
        },
      },
      clock: this.clock,
      random: seededRandom(3),
      log: {
        info: () => undefined,
        warn: (message, fields) => {
          if (!this.mayFail) this.#faults.push(`${message}: ${String(fields['error'])}`)
        },
      },
      metrics: this.metrics,
    })
  }

  /** Ends the controller. Throws if it failed at something, or touched the workload cluster. */
  async stop(): Promise<void> {
    const stopped = this.#controller?.stop(1000)
    await this.clock.advance(2000)
    await stopped
    if (this.#faults.length > 0)
      throw new Error(`the controller must not do this: ${this.#faults.join('; ')}`)
  }

  /** Puts something on the management cluster, and its status if it has one. */
  async put(object: KubeObject): Promise<void> {
    await put(this.management, object)
  }

  /** Puts something on the workload cluster, as ClusterResourceSets and controllers there do. */
  async make(object: KubeObject): Promise<void> {
    await put(this.workload, object)
  }

  /** A Cluster whose API server answers, and the Secret with the way to it. */
  async putCluster(labels: Readonly<Record<string, string>>, spec: object = {}): Promise<void> {
    await this.lead(HOME)
    const initialization = { infrastructureProvisioned: true, controlPlaneInitialized: true }
    await this.put({ ...head('cluster', 'blue', { labels }), spec, status: { initialization } })
  }

  /** Lets the kubeconfig of the Cluster lead to an address. */
  async lead(server: string): Promise<void> {
    await this.putSecret('blue-kubeconfig', { value: fleetKubeconfig(server) })
  }

  async putSecret(name: string, data: Readonly<Record<string, string>>): Promise<void> {
    const entries = Object.entries(data).map(([key, text]) => [key, encodeBase64(encoder.encode(text))])
    await this.put({ ...head('secret', name), data: Object.fromEntries(entries) })
  }

  /** Says in the binding that these ConfigMaps of a set are applied as they are now. */
  async bind(resourceSet: string, configMaps: readonly string[]): Promise<void> {
    const listed = configMaps.map(async name => {
      const source = readSource(await this.management.api().get(refOf('configMap', name)))
      const lastAppliedTime = this.management.timestamp()
      return { kind: 'ConfigMap', name, hash: hashSource(source), applied: true, lastAppliedTime }
    })
    const entry = { clusterResourceSetName: resourceSet, resources: await Promise.all(listed) }
    await this.put({ ...head('binding', 'blue'), spec: { clusterName: 'blue', bindings: [entry] } })
  }

  async get(kind: keyof typeof resources, name: string): Promise<KubeObject> {
    return this.management.api().get(refOf(kind, name))
  }

  async remove(kind: keyof typeof resources, name: string): Promise<void> {
    await this.management.api().delete(refOf(kind, name))
  }

  async has(kind: keyof typeof resources, name: string): Promise<boolean> {
    return this.get(kind, name).then(
      () => true,
      () => false,
    )
  }

  #recorded(server: SmallCall['server'], api: Api, tell: (write: string) => void): Api {
    const told = (verb: string, { kind, plural }: Resource, name: string) => {
      if (kind !== 'Event') tell(`${verb} ${plural} ${name}`)
    }
    const pass = (call: Omit<SmallCall, 'server'>, limits: Call | undefined) =>
      this.#pass({ server, ...call }, limits)
    return {
      get: async (ref, call) => {
        await pass({ verb: 'get', kind: ref.resource.kind, name: ref.name }, call)
        return api.get(ref, call)
      },
      list: async (selection, call) => {
        await this.beforeList(selection)
        await pass({ verb: 'list', kind: selection.resource.kind }, call)
        return api.list(selection, call)
      },
      watch: (selection, resourceVersion, call) =>
        this.#watch({ server, verb: 'watch', kind: selection.resource.kind }, call, () =>
          api.watch(selection, resourceVersion, call),
        ),
      create: async (resource, object, call) => {
        await pass({ verb: 'create', kind: resource.kind, name: object.metadata.name }, call)
        told('create', resource, object.metadata.name)
        return api.create(resource, object, call)
      },
      apply: async (resource, object, call) => {
        const { name } = object.metadata
        await this.beforeApply(object)
        told(call.subresource === undefined ? 'apply' : 'apply status of', resource, name)
        await pass({ verb: 'apply', kind: resource.kind, name, subresource: call.subresource }, call)
        return api.apply(resource, object, call)
      },
      update: async (resource, object, call) => {
        told('update', resource, object.metadata.name)
        return api.update(resource, object, call)
      },
      delete: async (ref, call) => {
        await pass({ verb: 'delete', kind: ref.resource.kind, name: ref.name }, call)
        told('delete', ref.resource, ref.name)
        return api.delete(ref, call)
      },
      discover: async (apiVersion, call) => {
        await pass({ verb: 'discover', kind: apiVersion }, call)
        return api.discover(apiVersion, call)
      },
      isReady: async call => {
        await pass({ verb: 'isReady', kind: '' }, call)
        return api.isReady(call)
      },
      version: async call => {
        await pass({ verb: 'version', kind: '' }, call)
        return api.version(call)
      },
    }
  }

  async *#watch(call: SmallCall, limits: Call | undefined, open: () => ReturnType<Api['watch']>) {
    await this.#pass(call, limits)
    yield* open()
  }

  async #pass(call: SmallCall, { signal, timeoutMs }: Call = {}): Promise<void> {
    const fault = this.faultOf(call)
    if (fault === undefined) return
    if (fault !== 'hang') throw fault
    await this.clock.sleep(timeoutMs ?? (call.verb === 'list' ? LIST_DEADLINE_MS : DEADLINE_MS), signal)
    const code = signal?.aborted ? 'Cancelled' : 'Timeout'
    throw new ApiError(code, { call: `${call.verb} ${call.kind}` })
  }
}

async function put(store: Store, object: KubeObject): Promise<void> {
  const kind = store.kinds.named(object.apiVersion, object.kind)
  if (!kind) throw new Error(`cannot put ${object.kind}: it is not served`)
  const [, version = 'v1'] = `/${object.apiVersion}`.split('/').slice(-2)
  const resource = { ...kind, version }
  const by = { fieldManager: 'test', force: true } as const
  const { status, ...rest } = object
  await store.api().apply(resource, rest, by)
  if (status !== undefined) {
    const { apiVersion, metadata } = object
    await store
      .api()
      .apply(resource, { apiVersion, kind: object.kind, metadata, status }, { ...by, subresource: 'status' })
  }
}

/** The head of an object of the management cluster. */
export function head(
  kind: keyof typeof resources,
  name: string,
  metadata: Partial<KubeObject['metadata']> = {},
): KubeObject {
  const { group, version, kind: of } = resources[kind]
  const apiVersion = group === '' ? version : `${group}/${version}`
  return { apiVersion, kind: of, metadata: { name, namespace, ...metadata } }
}

function refOf(kind: keyof typeof resources, name: string): ObjectRef {
  return { resource: resources[kind], namespace, name }
}
