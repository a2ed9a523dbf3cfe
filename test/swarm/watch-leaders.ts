import { names } from '../../src/domain/api/api-names.ts'
import type { Shard } from '../../src/domain/shard/shard.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { holderOf } from '../../src/engine/election/lease.ts'
import type { CallFacts } from '../../src/simulator/faults/fault-plan.ts'
import type { FleetProcess } from '../../src/simulator/fleet/fleet-process.ts'
import { LEASE_NAMESPACE, type SimulatedFleet } from '../../src/simulator/fleet/simulated-fleet.ts'

const clusters = { group: 'cluster.x-k8s.io', plural: 'clusters' }
const leases = { group: 'coordination.k8s.io', plural: 'leases' }
const NAMESPACE = 'default'

/**
 * Looks at every write of the controllers at the moment when it is sent: whether its sender holds the Lease of its shard,
 * and whether what it is about belongs to that shard.
 *
 * What was sent in time may arrive late, which nobody can prevent; what is sent late is a fault.
 */
export class LeaderWatch {
  readonly problems: string[] = []
  readonly #fleet: SimulatedFleet
  /** How long a controller may not know of a new label. */
  readonly #graceMs: number
  /** When the shard of a cluster became another one, by its key. */
  readonly #movedAt = new Map<string, number>()

  constructor(fleet: SimulatedFleet, graceMs: number) {
    this.#fleet = fleet
    this.#graceMs = graceMs
    fleet.management.attach({
      changed: ({ kind }, { key, before, after }) => {
        if (kind === 'Cluster' && shardIn(before) !== shardIn(after)) this.#movedAt.set(key, this.#now)
      },
      restored: () => undefined,
    })
  }

  /** Hears of a call that is about to be made. */
  heard(call: CallFacts): void {
    const { write, server, kind, actor } = call
    if (write === undefined || server !== 'management' || kind === 'Lease') return
    const process = this.#fleet.processes.find(each => each.actor.name === actor)
    if (process === undefined) return
    const holder = this.holderOf(process)
    if (holder !== actor) this.#note(call, `does not hold its Lease: ${holder || 'nobody'} does`)
    if (kind === 'Fitout' && process.shard.kind === 'labelled') this.#note(call, 'is not the main one')
    const cluster = this.#clusterOf(call)
    if (cluster !== undefined && !this.#mayWriteTo(process, cluster))
      this.#note(call, `works on ${leaseOf(process.shard)}, and ${cluster} belongs to another shard`)
  }

  /** Who holds the Lease that a process stands for, as the server knows; empty for nobody. */
  holderOf({ shard }: Pick<FleetProcess, 'shard'>): string {
    const lease = this.#fleet.management.table(leases).get(`${LEASE_NAMESPACE}/${leaseOf(shard)}`)
    return lease ? holderOf(lease) : ''
  }

  /** Whether someone is at work who leads the shard of a cluster, by its key. */
  isLed(key: string): boolean {
    const cluster = this.#fleet.management.table(clusters).get(key)
    if (cluster === undefined) return true
    return this.#fleet.processes.some(
      ({ shard, isLeading, actor }) => isLeading && !actor.isHeld && isOf(shard, cluster),
    )
  }

  /** The Leases of shards with processes that nobody leads. */
  leaderless(): readonly string[] {
    const standing = this.#fleet.processes.filter(({ isOver }) => !isOver)
    const led = new Set(standing.filter(({ isLeading }) => isLeading).map(({ shard }) => leaseOf(shard)))
    return [...new Set(standing.map(({ shard }) => leaseOf(shard)))].filter(name => !led.has(name))
  }

  get #now(): number {
    return this.#fleet.clock.elapsed()
  }

  #note({ actor, op, key }: CallFacts, problem: string): void {
    this.problems.push(`leader: at ${this.#now} ms ${op} ${key}: ${actor} ${problem}`)
  }

  #mayWriteTo({ shard }: FleetProcess, key: string): boolean {
    const cluster = this.#fleet.management.table(clusters).get(key)
    // What is left of a Cluster that is gone belongs to nobody.
    if (cluster === undefined || isOf(shard, cluster)) return true
    return this.#now - (this.#movedAt.get(key) ?? -Infinity) <= this.#graceMs
  }

  /** The cluster that a write is about; undefined for none, and for one that is not there any more. */
  #clusterOf({ key, kind }: CallFacts): string | undefined {
    const place = key.slice(kind.length + 1)
    if (kind === 'Cluster' || kind === 'ClusterFitout') return place
    if (kind === 'Event') return place.replace(/\.[^.]*$/, '')
    const [, uid] = /\/fitout-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-/.exec(place) ?? []
    if (uid === undefined) return undefined
    const owner = [...this.#fleet.management.table(clusters).objects()].find(
      ({ metadata }) => metadata.uid === uid,
    )
    return owner && `${NAMESPACE}/${owner.metadata.name}`
  }
}

// Said once more, in other words than the controller's: a check must not share its mistakes.
function isOf(shard: Shard, cluster: KubeObject): boolean {
  return shard.kind === 'all' || shardIn(cluster) === (shard.kind === 'labelled' ? shard.key : undefined)
}

function leaseOf(shard: Shard): string {
  return ['fitout-controller', ...(shard.kind === 'labelled' ? [shard.key] : [])].join('-')
}

function shardIn(cluster: KubeObject | undefined): string | undefined {
  return cluster?.metadata.labels?.[names.shardLabel]
}
