import type { NotificationSink } from '../../src/controller/notify/notification-sink.ts'
import { partOf } from '../../src/domain/health/read-field.ts'
import type { Random } from '../../src/engine/clock.ts'
import type { Api } from '../../src/engine/api/api.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { type OpenedGate, watchGates } from '../../src/simulator/check/watch-gates.ts'
import type { Actor } from '../../src/simulator/faults/actor.ts'
import { type FaultPlan, allOf } from '../../src/simulator/faults/fault-plan.ts'
import { type HealingPlan, healingPlan } from '../../src/simulator/faults/healing-plan.ts'
import { History, type HistoryLine, keepsWrites } from '../../src/simulator/faults/history.ts'
import { karpenterChart } from '../../src/simulator/fleet/sample-packs.ts'
import { type FleetImage, SimulatedFleet } from '../../src/simulator/fleet/simulated-fleet.ts'
import type { StaleView } from '../../src/simulator/store/stale-view.ts'
import type { Store } from '../../src/simulator/store/store.ts'
import type { Start } from '../check/history/world.ts'
import type { Message } from '../check/one-message.ts'
import { recordStore } from '../check/record-store.ts'
import {
  type Beginning,
  type Edition,
  type ValueVersion,
  clusterNames,
  clusterObjects,
  connectionOf,
  swarmFitout,
  swarmObjects,
} from './swarm-plan.ts'
import { LeaderWatch } from './watch-leaders.ts'
import { watchTurns } from './watch-turns.ts'

/** Every fleet is the same; a seed only decides on what happens to it. */
const FLEET_SEED = 1
/** Of a fleet that goes on: what comes to it has other identifiers than what was there. */
const NEXT_FLEET_SEED = 2
const FITOUT_USER = 'system:serviceaccount:fitout-system:fitout'
const NAMESPACE = 'default'
/** How old a proof may be when the gate that rests on it opens. */
const PROOF_AGE_MS = 60_000

export interface SceneOptions {
  readonly beginning: Beginning
  /** Clusters that were fitted out before, by the same plan; the others are new. */
  readonly image?: FleetImage
  readonly plan?: FaultPlan
  /** Decides on what the controller leaves to chance. */
  readonly controllerSeed?: number
  /** How long a plan that was changed may still be acted on. */
  readonly staleMs?: number
  readonly keeps?: (line: HistoryLine) => boolean
  /** Several candidates stand for election; of a cluster that goes to another shard they may not know for so long. */
  readonly election?: { readonly graceMs: number }
}

/** A fleet with the plan of the swarm, all that is written down of it, and the hands of people and fate. */
export class Scene {
  readonly fleet: SimulatedFleet
  readonly beginning: Beginning
  /** The names of the clusters. */
  readonly names: readonly string[]
  /** What was on the management cluster before. */
  readonly start: Start
  /** Every call to the management cluster, and every change there. */
  readonly audit: History
  /** The management cluster as the controller sees it. */
  readonly view: StaleView
  readonly opened: OpenedGate[] = []
  /** What people were told. */
  readonly messages: Message[] = []
  /** Which value each cluster has now. */
  readonly versions = new Map<string, ValueVersion>()
  /** Clusters that nobody reaches any more, until the end. */
  readonly lost = new Set<string>()
  /** Clusters whose kubeconfig leads elsewhere. */
  readonly astray = new Set<string>()
  /** Controllers that die at their next call. */
  readonly retired = new Set<string>()
  /** Controllers that cannot reach their Lease now. */
  readonly leaseless = new Set<string>()
  /** The shards that there are, but for the main one. */
  readonly shards = new Map<string, 'changing' | 'there'>()
  /** How many shards there were. */
  shardsAdded = 0
  /** Watches those that stand for election, if there are such. */
  readonly leaders: LeaderWatch | undefined
  /** Kinds that the controller may not touch now. */
  readonly forbidden = new Set<string>()
  /** Clusters that were made anew, or cannot be reached any more: not all that was decided on them was ever said. */
  readonly cutShort = new Set<string>()
  /** How many objects a page of a list has at most, whatever is asked for. */
  pageLimit: number | undefined
  readonly #faults: HealingPlan
  readonly #staleMs: number
  readonly #formerPlans: { readonly until: number; readonly plan: KubeObject }[] = []
  readonly #disturbedAt = new Map<string, number>()
  /** When something of a kind on a cluster was healthy no more, by cluster and kind. */
  readonly #turnedAt = new Map<string, number>()
  #edition: Edition
  #isByHand = false
  #writes = 0

  constructor({ beginning, image, plan, controllerSeed, staleMs = 0, keeps, election }: SceneOptions) {
    this.beginning = beginning
    this.names = clusterNames(beginning.clusters)
    this.#edition = beginning.edition
    this.#staleMs = staleMs
    this.#faults = healingPlan(plan ?? { onCall: () => undefined, onDeliver: () => undefined })
    this.fleet = new SimulatedFleet({
      ...(image ? { image, seed: NEXT_FLEET_SEED } : { seed: FLEET_SEED }),
      workload: { chartOf: karpenterChart },
      plan: allOf(this.#ownPlan(), this.#faults),
      keeps: keeps ?? keepsWrites,
      notifications: actor => this.#people(actor),
      ...(controllerSeed === undefined ? {} : { controllerSeed }),
    })
    const { management, clock } = this.fleet
    this.leaders = election && new LeaderWatch(this.fleet, election.graceMs)
    this.view = management.view(FITOUT_USER)
    const serve = management.api.bind(management)
    management.api = user => (user === FITOUT_USER ? this.#served() : serve(user))
    this.audit = new History(clock.elapsed, line => this.#note(line))
    recordStore(management, { server: 'management', history: this.audit })
    const recentPlans = () => this.#recentPlans()
    const gates = { management, workloads: this.fleet.workloads, recentPlans }
    management.attach(watchGates(gates, opened => this.#noteGate(opened)))
    // A value or a pack that arrives turns over what it is for: what was read a moment before was true then.
    watchTurns(
      management,
      name => this.workload(name),
      (name, kind) => this.#turnedAt.set(`${NAMESPACE}/${name} ${kind}`, this.now),
    )
    this.start = startOf(management)
    for (const object of image ? this.#newObjects() : swarmObjects(beginning)) this.fleet.put(object)
    for (const name of this.names) this.versions.set(name, beginning.version)
  }

  /** Starts the controller, or two that stand for election; those of shards come later. */
  startControllers(): void {
    if (this.leaders === undefined) return this.fleet.start()
    for (let started = 0; started < 2; started += 1) this.fleet.stand({ kind: 'main' })
  }

  get edition(): Edition {
    return this.#edition
  }

  /** How many writes of the controller have reached the management cluster. */
  get writes(): number {
    return this.#writes
  }

  get now(): number {
    return this.fleet.clock.elapsed()
  }

  /** Ends all faults; trouble is ended by whoever made it. */
  heal(): void {
    this.#faults.heal()
    this.forbidden.clear()
    this.pageLimit = undefined
    this.view.follow()
    this.leaseless.clear()
    // Of several controllers the last one stays; who was elected is left alone.
    if (this.leaders === undefined)
      for (let start = 1; start < this.fleet.starts; start += 1) this.retired.add(`fitout-${start}`)
  }

  /** Whether all clusters are ready that can be. */
  isReady(): boolean {
    return this.names.every(name => this.lost.has(name) || this.fleet.isReady(`${NAMESPACE}/${name}`))
  }

  cluster(name: string): KubeObject | undefined {
    const { management } = this.fleet
    return management.table({ group: 'cluster.x-k8s.io', plural: 'clusters' }).get(`${NAMESPACE}/${name}`)
  }

  clusterFitout(name: string): KubeObject | undefined {
    const { management } = this.fleet
    return management.table({ group: 'fitout.dev', plural: 'clusterfitouts' }).get(`${NAMESPACE}/${name}`)
  }

  secret(name: string): KubeObject | undefined {
    return this.fleet.management.table({ group: '', plural: 'secrets' }).get(`${NAMESPACE}/${name}`)
  }

  workload(name: string): Store | undefined {
    return this.fleet.workloads.get(`${NAMESPACE}/${name}`)
  }

  /** The way from the controller to a cluster. */
  link(name: string) {
    return this.fleet.links.get(name === 'management' ? name : `${NAMESPACE}/${name}`)
  }

  /** Does what a person does to gates: they are not the controller's. */
  byHand(act: () => void): void {
    this.#isByHand = true
    act()
    this.#isByHand = false
  }

  edit(edition: Edition): void {
    const { steps } = this.beginning
    this.#formerPlans.push({ until: this.now, plan: swarmFitout(steps, this.#edition) })
    this.#edition = edition
    this.fleet.put(swarmFitout(steps, edition))
  }

  /** Puts the Secret of a cluster as it should be, with the value that it has or another one. */
  putValue(name: string, version = this.versions.get(name) ?? 1): void {
    this.versions.set(name, version)
    this.fleet.put(connectionOf(name, version))
  }

  /** Notes that a proof of a cluster does not hold any more from now on, whatever was read before. */
  disturb(name: string): void {
    this.#disturbedAt.set(`${NAMESPACE}/${name}`, this.now)
  }

  /** Lets a cluster be reached again, unless it is lost. */
  reach(name: string): void {
    if (!this.lost.has(name)) this.link(name)?.set({ kind: 'up', latencyMs: 3 })
  }

  #newObjects(): readonly KubeObject[] {
    const names = this.names.filter(name => this.cluster(name) === undefined)
    return clusterObjects(names, this.beginning.version)
  }

  #people({ name }: Actor): NotificationSink {
    return {
      name: 'people',
      send: async notification => {
        // Who leads again knows nothing of what it told when it led before.
        const terms = this.fleet.log.filter(({ message }) => message === 'leading').length
        this.messages.push({ t: this.now, by: `${name} ${terms}`, notification })
        return { kind: 'delivered' }
      },
    }
  }

  #served(): Api {
    const { api } = this.view
    return {
      ...api,
      list: (selection, call = {}) =>
        api.list(selection, this.pageLimit === undefined ? call : { ...call, limit: this.pageLimit }),
    }
  }

  #note({ actor, op, key }: HistoryLine): boolean {
    // Who leads says so every two seconds: that is nobody's work, and a LeaderWatch looks at it.
    if (key?.startsWith('Lease ')) return false
    if (actor === 'fitout' && !isRead(op)) this.#writes += 1
    return true
  }

  #noteGate(opened: OpenedGate): void {
    // What the controller shuts is judged by what it wrote.
    if (this.#isByHand || opened.problem === 'it was shut again') return
    const { problem, ...gate } = opened
    // Of what has turned over nothing else is excused than that it has.
    const [, kind = ''] = /": (\w+) /.exec(problem ?? '') ?? []
    const times = [
      this.#disturbedAt.get(opened.cluster) ?? -Infinity,
      this.#turnedAt.get(`${opened.cluster} ${kind}`) ?? -Infinity,
    ]
    const wasTrue = opened.t - Math.max(...times) <= PROOF_AGE_MS
    this.opened.push(problem === undefined || wasTrue ? gate : opened)
  }

  #recentPlans(): readonly KubeObject[] {
    return this.#formerPlans.filter(({ until }) => this.now - until <= this.#staleMs).map(({ plan }) => plan)
  }

  #ownPlan(): FaultPlan {
    return {
      onCall: call => {
        const { actor, kind, server } = call
        this.leaders?.heard(call)
        if (kind === 'Lease' && this.leaseless.has(actor))
          return { kind: 'fail', at: 'before', code: 'Unreachable' }
        if (this.retired.has(actor)) return { kind: 'crash', at: 'before' }
        if (server !== 'management' || !this.forbidden.has(kind)) return undefined
        return { kind: 'fail', at: 'before', code: 'Forbidden', status: 403 }
      },
      onDeliver: () => undefined,
    }
  }
}

function startOf(management: Store): Start {
  const objects = (group: string, plural: string) => [...management.table({ group, plural }).objects()]
  return {
    clusters: objects('cluster.x-k8s.io', 'clusters'),
    fitouts: objects('fitout.dev', 'fitouts'),
    clusterfitouts: objects('fitout.dev', 'clusterfitouts'),
    clusterresourcesets: objects('addons.cluster.x-k8s.io', 'clusterresourcesets'),
    secrets: objects('', 'secrets'),
  }
}

function isRead(op: HistoryLine['op']): boolean {
  return op === 'get' || op === 'list' || op === 'watch'
}

/** Whether a Cluster is there, and to stay. */
export function isThere(cluster: KubeObject | undefined): cluster is KubeObject {
  return cluster !== undefined && cluster.metadata.deletionTimestamp === undefined
}

/** Whether Cluster API is told to leave a Cluster alone. */
export function isPaused(cluster: KubeObject): boolean {
  return partOf(cluster, 'spec')['paused'] === true
}

/** Something that goes wrong; what it gives back puts it right again. */
export type Trouble = (scene: Scene, random: Random) => (() => void) | undefined
