import type { NotificationSink } from '../../src/controller/world/notification-sink.ts'
import type { Random } from '../../src/engine/clock.ts'
import type { Api, ObjectRef } from '../../src/engine/api/api.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import type { ApiCaller } from '../../src/simulator/faults/actor.ts'
import { type FaultPlan, allOf } from '../../src/simulator/faults/fault-plan.ts'
import { type HealingPlan, healingPlan } from '../../src/simulator/faults/healing-plan.ts'
import { History, type HistoryLine, keepsWrites } from '../../src/simulator/faults/history.ts'
import { karpenterChart } from '../simulator/sample-packs.ts'
import type { FleetImage } from '../../src/simulator/fleet/simulated-fleet.ts'
import type { StaleView } from '../../src/simulator/store/stale-view.ts'
import type { Model, Store } from '../../src/simulator/store/store.ts'
import { textAt } from '../check/history/fields.ts'
import type { Start } from '../check/history/world.ts'
import type { Message } from '../check/one-message.ts'
import { recordStore } from '../check/record-store.ts'
import { Obstacles } from './obstacles.ts'
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
import { Truth } from '../truth/know-truth.ts'
import type { Place } from '../truth/object-facts.ts'
import { MeasuredFleet } from '../truth/read-figures.ts'
import { type Ask, SeenFacts, factsByKind } from '../truth/seen-facts.ts'
import { type TrueStep, trueSteps } from '../truth/step-facts.ts'
import { DelayWatch } from '../truth/watch-delays.ts'
import { type OpenedGate, watchGates } from '../truth/watch-gates.ts'
import { LieWatch, type Voice } from '../truth/watch-lies.ts'
import { MessageWatch } from '../truth/watch-messages.ts'
import { setDoor } from '../truth/workload-door.ts'

/** Every fleet is the same; a seed only decides on what happens to it. */
const FLEET_SEED = 1
/** Of a fleet that continues: what comes to it has other identifiers than what was there. */
const NEXT_FLEET_SEED = 2
const FITOUT_USER = 'system:serviceaccount:fitout-system:fitout'
const NAMESPACE = 'default'
/** What proofs are about. */
const proving: ReadonlySet<string> = new Set([
  'DaemonSet',
  'Deployment',
  'HelmRelease',
  'Namespace',
  'Node',
  'NodePool',
  'Pod',
  'Secret',
])
/** What a look may take, with the write that it ends with. */
const LOOK_MS = 35_000

export interface SceneOptions {
  readonly beginning: Beginning
  /** Clusters that were fitted out before, by the same plan; the others are new. */
  readonly image?: FleetImage
  readonly plan?: FaultPlan
  /** Decides on what the controller leaves to chance. */
  readonly controllerSeed?: number
  /** How long a plan that was changed may still be acted on. */
  readonly staleMs?: number
  /** How late a write may arrive that was sent in time. */
  readonly lateMs?: number
  /** For how long a cluster may be called ready that is not. */
  readonly lieMs?: number
  readonly workers?: number
  readonly keeps?: (line: HistoryLine) => boolean
  /** Several candidates stand for election; of a cluster that goes to another shard they may not know for so long. */
  readonly election?: { readonly graceMs: number }
}

/** A fleet with the plan of the swarm, all that is written down of it, and the hands of people and fate. */
export class Scene {
  readonly fleet: MeasuredFleet
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
  readonly obstacles = new Obstacles()
  /** What is so, whatever anybody says. */
  readonly truth: Truth
  readonly lies: LieWatch
  readonly delays: DelayWatch
  readonly told: MessageWatch
  /** Clusters that were recreated, or cannot be reached any more: not all that was decided on them was ever said. */
  readonly cutShort = new Set<string>()
  /** Clusters that were moved: their labels are another client's. */
  readonly moved = new Set<string>()
  /** How many objects a page of a list has at most, whatever is asked for. */
  pageLimit: number | undefined
  readonly #faults: HealingPlan
  readonly #staleMs: number
  readonly #formerPlans: { readonly until: number; readonly edition: Edition }[] = []
  readonly #seen = new WeakMap<Store, SeenFacts>()
  /** What the controller got last of what facts rest on, by kind and name. */
  readonly #served = new Map<string, KubeObject | undefined>()
  readonly #lateMs: number
  #edition: Edition
  #isByHand = false
  #isWatching = false
  /** Whether calls and events meet faults. */
  #isFaulty: boolean
  #writes = 0

  constructor(options: SceneOptions) {
    const {
      beginning,
      image,
      plan,
      controllerSeed,
      staleMs = 0,
      lateMs = 0,
      keeps,
      workers,
      election,
    } = options
    this.beginning = beginning
    this.names = clusterNames(beginning.clusters)
    this.#edition = beginning.edition
    this.#staleMs = staleMs
    this.#lateMs = lateMs
    this.#isFaulty = plan !== undefined
    this.#faults = healingPlan(plan ?? { onCall: () => undefined, onDeliver: () => undefined })
    this.fleet = new MeasuredFleet({
      ...(image ? { image, seed: NEXT_FLEET_SEED } : { seed: FLEET_SEED }),
      workload: { chartOf: karpenterChart },
      plan: allOf(this.#ownPlan(), this.obstacles, this.#faults),
      ...(workers === undefined ? {} : { workers }),
      keeps: keeps ?? keepsWrites,
      notifications: actor => this.#people(actor, options.lieMs ?? Infinity),
      ...(controllerSeed === undefined ? {} : { controllerSeed }),
    })
    const { management, clock } = this.fleet
    this.leaders = election && new LeaderWatch(this.fleet, election.graceMs)
    this.view = management.view(FITOUT_USER)
    const serve = management.api.bind(management)
    management.api = user => (user === FITOUT_USER ? this.#servedApi() : serve(user))
    this.audit = new History(clock.elapsed, line => this.#note(line))
    recordStore(management, { server: 'management', history: this.audit })
    management.admit = this.obstacles.admit(FITOUT_USER)
    this.#openDoors()
    const gates = {
      now: () => this.now,
      plans: () => this.#recentPlans(),
      seen: (name: string) => this.#seenOf(name),
      windowMs: () => LOOK_MS + (this.#isFaulty ? this.#lateMs : 0),
    }
    management.attach(watchGates(gates, opened => this.#noteGate(opened)))
    this.start = startOf(management)
    for (const object of image ? this.#newObjects() : swarmObjects(beginning)) this.fleet.put(object)
    for (const name of this.names) this.versions.set(name, beginning.version)
    this.truth = new Truth(this)
    this.#isWatching = true
    this.lies = new LieWatch(this, this.truth)
    this.delays = new DelayWatch(this, this.truth)
    this.told = new MessageWatch(this)
    management.attach(this.#words(options.lieMs ?? Infinity))
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

  /** Ends what goes wrong with single calls and events. */
  healFaults(): void {
    this.#faults.heal()
    this.#isFaulty = false
  }

  /** Ends all faults; trouble is ended by whoever made it. */
  heal(): void {
    this.healFaults()
    this.forbidden.clear()
    this.obstacles.clear(this.now)
    this.fleet.cutOff.clear()
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

  /** Whether there is a plan at all. */
  get hasPlan(): boolean {
    return this.fleet.management.table({ group: 'fitout.dev', plural: 'fitouts' }).size > 0
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
    this.#formerPlans.push({ until: this.now, edition: this.#edition })
    this.#edition = edition
    this.fleet.put(swarmFitout(steps, edition))
  }

  /** Puts the Secret of a cluster as it should be, with the value that it has or another one. */
  putValue(name: string, version = this.versions.get(name) ?? 1): void {
    this.versions.set(name, version)
    this.fleet.put(connectionOf(name, version))
  }

  /** An object of the management cluster as the controller would be shown it now. */
  shown(plural: 'secrets' | 'configmaps', name: string): KubeObject | undefined {
    const { management } = this.fleet
    return management.table({ group: '', plural }).getAt(`${NAMESPACE}/${name}`, this.view.revision)
  }

  /** Why the controller cannot read a cluster; undefined when it can. */
  hiddenBy(name: string): string | undefined {
    if (this.astray.has(name)) return 'its kubeconfig leads elsewhere'
    if (this.link(name)?.state.kind !== 'up') return 'it cannot be reached'
    return this.obstacles.hides(name)
  }

  /** Whether the controller can find out that a word is not true any more, and take it back. */
  canSay(voice: Voice, name: string): boolean {
    if (this.leaders?.isLed(`${NAMESPACE}/${name}`) === false) return false
    const isDenied = this.obstacles.denied.has(voice === 'FitoutReady' ? voice : 'status')
    const isForbidden = ['Cluster', 'ClusterFitout', 'Fitout'].some(kind => this.forbidden.has(kind))
    return this.#isManagementCurrent() && !isDenied && !isForbidden
  }

  /** Whether nothing of the management cluster keeps the gates of a cluster shut. */
  isCalm(name: string): boolean {
    const isDeliverable = !this.fleet.cutOff.has(`${NAMESPACE}/${name}`)
    const isAsked = !this.obstacles.isAvoided(name, this.now)
    const isOpen = this.forbidden.size === 0 && this.obstacles.isOpen
    const isLed = this.leaders?.isLed(`${NAMESPACE}/${name}`) !== false
    return this.#isManagementCurrent() && isOpen && isDeliverable && isAsked && isLed
  }

  #isManagementCurrent(): boolean {
    const isUp = this.link('management')?.state.kind === 'up'
    return isUp && !this.#isFaulty && this.view.revision === this.fleet.management.revision
  }

  /** Lets a cluster be reached again, unless it is lost. */
  reach(name: string): void {
    if (!this.lost.has(name)) this.link(name)?.set({ kind: 'up', latencyMs: 3 })
  }

  #newObjects(): readonly KubeObject[] {
    const names = this.names.filter(name => this.cluster(name) === undefined)
    return clusterObjects(names, this.beginning.version)
  }

  #people({ name }: ApiCaller, lieMs: number): NotificationSink {
    return {
      name: 'people',
      send: async notification => {
        // Who leads again knows nothing of what it told when it led before.
        const terms = this.fleet.log.filter(({ message }) => message === 'leading').length
        this.messages.push({ t: this.now, by: `${name} ${terms}`, notification })
        this.told.hear(notification, of => this.lies.trueAt(of), lieMs)
        return { kind: 'delivered' }
      },
    }
  }

  #servedApi(): Api {
    const { api } = this.view
    return {
      ...api,
      list: (selection, call = {}) =>
        api.list(selection, this.pageLimit === undefined ? call : { ...call, limit: this.pageLimit }),
      get: (ref, call) => {
        this.#noteServed(ref)
        return api.get(ref, call)
      },
    }
  }

  #noteServed({ resource: { plural }, name }: ObjectRef): void {
    if (plural === 'secrets' || plural === 'configmaps')
      this.#served.set(`${plural} ${name}`, this.shown(plural, name))
  }

  /** Hears when a cluster is called ready. */
  #words(lieMs: number): Model {
    return {
      changed: ({ kind }, { before, after }) => {
        if (kind === 'ClusterFitout' && after && isCalledReady(after) && !isCalledReady(before))
          this.lies.called(after.metadata.name, lieMs)
      },
      restored: () => undefined,
    }
  }

  /** Stands at the door of every workload cluster, from before the controller comes to it. */
  #openDoors(): void {
    const { management, workloads } = this.fleet
    for (const key of workloads.keys()) this.#openDoor(key.replace(`${NAMESPACE}/`, ''))
    management.attach({
      changed: ({ kind }, { after }) => {
        // Its kubeconfig is the first that there is of a cluster.
        const [, name] = (kind === 'Secret' && /^(.+)-kubeconfig$/.exec(after?.metadata.name ?? '')) || []
        if (name !== undefined) this.#openDoor(name)
      },
      restored: () => undefined,
    })
  }

  #openDoor(name: string): void {
    const workload = this.workload(name)
    if (workload === undefined || this.#seen.has(workload)) return
    const seen = new SeenFacts()
    this.#seen.set(workload, seen)
    // Whatever changes there is looked at, so that no truth is missed that lasts for a moment.
    workload.attach({
      changed: ({ kind }) => {
        if (proving.has(kind) && this.#isWatching) this.truth.untrueSteps(name)
      },
      restored: () => undefined,
    })
    setDoor(workload, FITOUT_USER, {
      onAsk: ask => this.#noteAsked(seen, ask, { name, workload }),
      isEndless: () => this.obstacles.hostile.get(name) === 'endless',
    })
  }

  #noteAsked(seen: SeenFacts, ask: Ask, of: Pick<Place, 'name' | 'workload'>): void {
    const editions = this.#recentEditions()
    const key = `${this.beginning.steps} ${[...editions].join()}`
    const facts = factsByKind(key, () => this.#plansOf(editions)).get(ask.kind)
    if (facts === undefined) return
    const now: Place = { ...of, shown: (plural, name) => this.shown(plural, name) }
    const last: Place = { ...of, shown: (plural, name) => this.#served.get(`${plural} ${name}`) }
    seen.ask(facts, ask, { places: [now, last], now: this.now })
  }

  #seenOf(name: string): SeenFacts | undefined {
    const workload = this.workload(name)
    return workload && this.#seen.get(workload)
  }

  #note({ actor, op, key }: HistoryLine): boolean {
    // Who leads says so every two seconds: that is nobody's work, and a LeaderWatch looks at it.
    if (key?.startsWith('Lease ')) return false
    if (actor === 'fitout' && !isRead(op)) this.#writes += 1
    return true
  }

  #noteGate(opened: OpenedGate): void {
    if (this.#isByHand) return
    this.opened.push(opened)
    this.delays.opened(opened.cluster, opened.step)
  }

  /** The plan, and those that it has replaced not long ago, each once. */
  #recentPlans(): readonly (readonly TrueStep[])[] {
    return this.#plansOf(this.#recentEditions())
  }

  #recentEditions(): ReadonlySet<Edition> {
    const recent = this.#formerPlans.filter(({ until }) => this.now - until <= this.#staleMs)
    return new Set([this.#edition, ...recent.map(({ edition }) => edition)])
  }

  #plansOf(editions: ReadonlySet<Edition>): readonly (readonly TrueStep[])[] {
    return [...editions].map(edition => trueSteps(this.beginning.steps, edition))
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

function isCalledReady(clusterFitout: KubeObject | undefined): boolean {
  return textAt(clusterFitout, 'status', 'state') === 'Ready'
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

/** Something that goes wrong; what it gives back puts it right again. */
export type Trouble = (scene: Scene, random: Random) => (() => void) | undefined
