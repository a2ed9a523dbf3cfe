import { namespaceObject } from '../../src/simulator/fleet/add-on-objects.ts'
import { karpenterChart } from '../simulator/sample-packs.ts'
import { type Endpoint, SimulatedFleet } from '../../src/simulator/fleet/simulated-fleet.ts'
import type { Store } from '../../src/simulator/store/store.ts'
import { ApiServers } from './api-servers.ts'
import { clusterNames, eightStepObjects } from './eight-steps.ts'
import { GateTimes } from './gate-times.ts'
import { type Hostility, hostileAnswer, openBlackHole } from './hostile-answers.ts'
import type { Exchange } from './http-exchange.ts'
import { makeSite } from './make-site.ts'
import { serveStore } from './serve-store.ts'

/** What fleet is served. */
export interface ServedFleetOptions {
  readonly clusters: number
  /** Whether the clusters are fitted out already, by a controller that is gone. */
  readonly isFittedOut: boolean
  /** What more clusters do to whoever reads them. */
  readonly hostile?: readonly Hostility[]
}

/** What has happened so far. */
export interface FleetFigures {
  /** Clusters that are Ready, without those that mean harm. */
  readonly ready: number
  /** Writes on the management cluster, but for Leases. */
  readonly writes: number
  readonly leaseWrites: number
  /** Requests to workload clusters that were not reads. */
  readonly workloadWrites: number
  readonly reads: number
  /** Watches that are open on workload clusters. */
  readonly watches: number
  readonly workloadConnections: number
  /** From the last change on a cluster to the gate that it opened, in milliseconds, of those that mean no harm. */
  readonly gateMs: readonly number[]
  /** Calls to the management cluster, by method and kind. */
  readonly calls: Readonly<Record<string, number>>
  readonly memoryMegabytes: number
}

const DAY_MS = 24 * 3_600_000
/** How often virtual time catches up with the time of the machine. */
const TICK_MS = 10

/** A simulated fleet without its controller, in real time, behind API servers that any client can talk to. */
export class ServedFleet {
  readonly kubeconfig: string
  readonly #fleet: SimulatedFleet
  readonly #servers: ApiServers
  readonly #counts: Counts
  readonly #gates: GateTimes
  readonly #close: () => Promise<void>

  private constructor(made: Made) {
    this.kubeconfig = made.kubeconfig
    this.#fleet = made.fleet
    this.#servers = made.servers
    this.#counts = made.counts
    this.#gates = made.gates
    this.#close = made.close
  }

  static async start(options: ServedFleetOptions): Promise<ServedFleet> {
    const servers = await ApiServers.start()
    const hole = await openBlackHole()
    const counts = new Counts()
    const endpoints = new Map<string, Endpoint>()
    const fleet: SimulatedFleet = new SimulatedFleet({
      seed: 1,
      workload: { chartOf: karpenterChart },
      keeps: () => false,
      endpointOf: key => endpoints.get(key) ?? missing(key),
    })
    const names = clusterNames(options.clusters)
    const hostile = new Map((options.hostile ?? []).map((kind, index) => [`hostile-${index}-${kind}`, kind]))
    for (const [index, name] of [...names, ...hostile.keys()].entries()) {
      const key = `default/${name}`
      const hostility = hostile.get(name)
      const answer = answererOf(() => fleet.workloads.get(key), { counts, hostility })
      const port = hostility === 'black-hole' ? hole.port : servers.port
      const { site, server, kubeconfig } = await makeSite({ name, index: index + 1, port }, answer)
      servers.add(site)
      endpoints.set(key, { host: site.address, port, server, kubeconfig })
    }
    const { site, kubeconfig } = await makeSite(
      { name: 'management', index: 0, port: servers.port },
      exchange => {
        counts.management(exchange)
        return serveStore(fleet.management, exchange)
      },
    )
    servers.add(site)
    fleet.put(namespaceObject('fitout-system'))
    for (const object of eightStepObjects([...names, ...hostile.keys()])) fleet.put(object)
    if (options.isFittedOut) await fitOut(fleet, options.clusters)
    const gates = new GateTimes(fleet, key => names.includes(key.slice('default/'.length)))
    const stopTime = followRealTime(fleet)
    const close = async (): Promise<void> => {
      stopTime()
      await Promise.all([servers.stop(), hole.close()])
    }
    return new ServedFleet({ kubeconfig, fleet, servers, counts, gates, close })
  }

  figures(): FleetFigures {
    const { workloads } = this.#fleet
    return {
      ...this.#counts.all,
      calls: Object.fromEntries(this.#counts.calls),
      ready: [...workloads.keys()].filter(key => !key.includes('/hostile-') && this.#fleet.isReady(key))
        .length,
      watches: [...workloads.values()].reduce((sum, store) => sum + store.watches().length, 0),
      workloadConnections: this.#servers.connections,
      gateMs: this.#gates.milliseconds,
      memoryMegabytes: process.memoryUsage().rss / 1e6,
    }
  }

  async stop(): Promise<void> {
    await this.#close()
  }
}

interface Made {
  readonly kubeconfig: string
  readonly fleet: SimulatedFleet
  readonly servers: ApiServers
  readonly counts: Counts
  readonly gates: GateTimes
  readonly close: () => Promise<void>
}

class Counts {
  readonly all = { writes: 0, leaseWrites: 0, workloadWrites: 0, reads: 0 }

  readonly calls = new Map<string, number>()

  management({ method, path, query }: Exchange): void {
    const [, plural = path, , part = ''] =
      /^.*?\/(?:namespaces\/[^/]+\/)?([a-z]+)(\/[^/]+(\/status)?)?$/.exec(path) ?? []
    const call = `${query.get('watch') ? 'WATCH' : method} ${plural}${part}`
    this.calls.set(call, (this.calls.get(call) ?? 0) + 1)
    if (method === 'GET') this.all.reads += 1
    else if (path.startsWith('/apis/coordination.k8s.io/')) this.all.leaseWrites += 1
    else this.all.writes += 1
  }

  workload({ method }: Exchange): void {
    if (method === 'GET') this.all.reads += 1
    else this.all.workloadWrites += 1
  }
}

interface Answering {
  readonly counts: Counts
  readonly hostility: Hostility | undefined
}

function answererOf(
  storeOf: () => Store | undefined,
  { counts, hostility }: Answering,
): (exchange: Exchange) => Promise<void> {
  return async exchange => {
    counts.workload(exchange)
    if (hostility && (await hostileAnswer(hostility, exchange))) return
    const store = storeOf()
    if (store) return serveStore(store, exchange)
    exchange.head(503, 'text/plain')
    exchange.end('no such cluster')
  }
}

function missing(key: string): never {
  throw new Error(`cannot serve ${key}: it has no address`)
}

async function fitOut(fleet: SimulatedFleet, count: number): Promise<void> {
  fleet.start()
  const isReady = await fleet.run(() => fleet.readyCount === count, DAY_MS)
  if (!isReady) throw new Error(`cannot fit out ${count} clusters: only ${fleet.readyCount} are Ready`)
  // What was said last is still being written.
  await fleet.clock.advance(60_000)
  await fleet.stop()
  for (const store of [fleet.management, ...fleet.workloads.values()]) store.compact()
}

function followRealTime({ clock }: SimulatedFleet): () => void {
  clock.jump(Date.now() - clock.now())
  const offset = clock.elapsed() - performance.now()
  let isOver = false
  const tick = async (): Promise<void> => {
    await clock.advance(Math.max(0, performance.now() + offset - clock.elapsed()))
    if (!isOver) setTimeout(() => void tick(), TICK_MS)
  }
  void tick()
  return () => {
    isOver = true
  }
}
