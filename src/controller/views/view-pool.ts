import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { certificateEnd } from '../../domain/kubeconfig/certificate-end.ts'
import { type ClusterAccess, parseKubeconfig } from '../../domain/kubeconfig/parse-kubeconfig.ts'
import { KubeconfigError } from '../../domain/kubeconfig/kubeconfig-error.ts'
import type { ObservedCluster } from '../../domain/plan/cluster-facts.ts'
import { sha256Hex } from '../../domain/bytes/sha256.ts'
import { readServerUrl } from '../../domain/kubeconfig/read-server-url.ts'
import { decodeBase64 } from '../../domain/bytes/base64.ts'
import { decodeUtf8Loosely } from '../../domain/bytes/utf8.ts'
import { ApiError, hasCode } from '../../engine/api/api-error.ts'
import type { Call } from '../../engine/api/api.ts'
import type { KubeObject, ObjectMeta } from '../../engine/api/kube-object.ts'
import { MemoryBudget } from '../../engine/budget/memory-budget.ts'
import { Backoff } from '../../engine/queue/backoff.ts'
import { fieldIn } from '../management/read-cluster.ts'
import { callProblem, readErrorOf } from '../management/call-problem.ts'
import { resources } from '../world/resources.ts'
import type { World } from '../world/world.ts'
import { viewMemory } from './view-budget.ts'
import { type ViewProblem, viewProblem } from './view-problem.ts'
import { WorkloadView } from './workload-view.ts'

/** A cluster that can be read, or why not and since when (wall clock). */
export type ViewResult =
  | {
      readonly kind: 'read'
      readonly view: WorkloadView
      readonly identity: string
      readonly version: string
    }
  | {
      readonly kind: 'unread'
      readonly problem: ViewProblem
      readonly since: number
      /** In how many milliseconds to try again: the longer it continues, the more rarely. */
      readonly retryInMs: number
    }

interface Entry {
  /** Of the Cluster: another one under the same name is another cluster. */
  readonly uid: string
  /** Which Secret and version of it the view is made from, the digest of the kubeconfig in it, and when it was read. */
  secret: { readonly version: string; readonly digest: string; readonly readAt: number } | undefined
  access: ClusterAccess | undefined
  view: WorkloadView | undefined
  seen: { readonly identity: string; readonly at: number } | undefined
  /** What its server says of itself, over which of its connections, and when. */
  version: { readonly text: string; readonly connection: number; readonly at: number } | undefined
  /** What the last look has found. */
  viewResult: ViewResult | undefined
  /** When it was last read, if it cannot be read now, by the monotonic clock. */
  unreadAt: number
  /** When it answered last, by the same clock. */
  answeredAt: number | undefined
}

const expired = {
  reason: 'KubeconfigExpired',
  message: 'Client certificate of the kubeconfig has expired',
} as const satisfies ViewProblem

/** How long credentials are used before the Secret is looked at again; managed clusters rotate them in minutes. */
const SECRET_MS = 10_000
/** How long it is believed that the same cluster is still behind the connection. */
const IDENTITY_MS = 30_000
/** How long the version of a server is believed over the same connection: servers that are upgraded end theirs. */
const VERSION_MS = 600_000
/** How soon a cluster that cannot be read is tried again: at least so long, and with every failure longer. */
const RETRY_AT_LEAST_MS = 5_000
const RETRY = { baseMs: 1_000, capMs: 15_000 }
/**
 * How long what is followed goes without a list, which finds events that a server has lost. In a large fleet longer, so
 * that lists cost the same.
 */
const RELIST_MS = 600_000
const RELIST_PER_CLUSTER_MS = 2_000
/** Two clocks drift apart by less than this while a cluster cannot be read: by more, one was set. */
const CLOCK_SET_MS = 5_000

/** The views of all workload clusters: one connection for each, recreated when its kubeconfig changes. */
export class ViewPool {
  readonly #world: World
  readonly #onChange: (key: string) => void
  readonly #entries = new Map<string, Entry>()
  /** Of all views together. */
  readonly #memory = new MemoryBudget(viewMemory)
  readonly #backoff: Backoff
  readonly #relistMs = (): number => Math.max(RELIST_MS, this.size * RELIST_PER_CLUSTER_MS)
  #isClosed = false

  constructor(world: World, onChange: (key: string) => void) {
    this.#world = world
    this.#onChange = onChange
    this.#backoff = new Backoff(RETRY, world.random)
  }

  /** Looks at a cluster. `fresh` takes nothing on trust: neither credentials nor identity. */
  async look(
    cluster: ObservedCluster,
    { fresh, ...call }: Call & { readonly fresh: boolean },
  ): Promise<ViewResult> {
    const key = qualifiedName(cluster)
    const entry = this.#entryOf(key, cluster.uid)
    entry.viewResult = await this.#lookAt(key, cluster, { entry, fresh, call })
    return entry.viewResult
  }

  /** What was found of each cluster that was looked at, the last time. */
  sights(): readonly ViewResult[] {
    return [...this.#entries.values()].flatMap(({ viewResult }) => viewResult ?? [])
  }

  async #lookAt(key: string, cluster: ObservedCluster, looking: Looking): Promise<ViewResult> {
    const { entry, fresh, call } = looking
    const { clock } = this.#world
    try {
      const view = await this.#viewOf(key, cluster, looking)
      const isKnown = entry.seen && !fresh && clock.elapsed() - entry.seen.at < IDENTITY_MS
      const [seen, version] =
        isKnown && entry.seen && entry.version
          ? [entry.seen, entry.version]
          : await Promise.all([this.#identify(view, call), this.#versionOf(view, looking)])
      entry.seen = seen
      entry.version = version
      entry.answeredAt = seen.at
      this.#backoff.reset(key)
      return { kind: 'read', view, identity: seen.identity, version: version.text }
    } catch (error) {
      entry.seen = undefined
      entry.version = undefined
      // The next look reads the Secret again: it may have been rotated.
      if (hasCode(error, 'Unauthorized', 'NotTrusted') && entry.secret)
        entry.secret = { ...entry.secret, readAt: -SECRET_MS }
      const problem = error instanceof KubeconfigNotRead ? error.problem : this.#problemOf(error, entry)
      const retryInMs = RETRY_AT_LEAST_MS + this.#backoff.fail(key)
      return { kind: 'unread', problem, since: this.#unreadSince(entry), retryInMs }
    }
  }

  // Patience is measured by the monotonic clock: the wall clock may have been set meanwhile.
  #unreadSince(entry: Entry): number {
    const { clock } = this.#world
    const known = entry.viewResult?.kind === 'unread' ? entry.viewResult.since : undefined
    if (known === undefined) entry.unreadAt = this.#heardAt(entry)
    const since = clock.now() - (clock.elapsed() - entry.unreadAt)
    return known !== undefined && Math.abs(known - since) < CLOCK_SET_MS ? known : since
  }

  #heardAt({ view, answeredAt }: Entry): number {
    const now = this.#world.clock.elapsed()
    const quietMs = view?.quietMs()
    const times = [
      ...(answeredAt === undefined ? [] : [answeredAt]),
      ...(quietMs === undefined ? [] : [now - quietMs]),
    ]
    return times.length === 0 ? now : Math.max(...times)
  }

  // Only who holds the kubeconfig can tell what is wrong with it.
  #problemOf(error: unknown, { access }: Entry): ViewProblem {
    const problem = viewProblem(error)
    if (!access || problem.reason === 'KubeconfigMalformed') return problem
    const end = 'certificate' in access.auth ? certificateEnd(access.auth.certificate) : undefined
    const isOver = end !== undefined && end < this.#world.clock.now()
    const at = readServerUrl(access.server)
    return {
      ...(isOver && problem.reason === 'KubeconfigRefused' ? expired : problem),
      ...(at ? { address: `${at.host}:${at.port}` } : {}),
    }
  }

  /** Ends the view of a cluster that is gone, or that no Fitout selects any more. */
  forget(key: string): void {
    this.#entries.get(key)?.view?.close()
    this.#entries.delete(key)
    this.#backoff.reset(key)
  }

  /** Ends all views for good: looks that are still under way find nothing. */
  close(): void {
    this.#isClosed = true
    for (const key of this.#entries.keys()) this.forget(key)
  }

  get size(): number {
    return this.#entries.size
  }

  #entryOf(key: string, uid: string): Entry {
    const known = this.#entries.get(key)
    if (known?.uid === uid) return known
    known?.view?.close()
    const entry: Entry = {
      uid,
      secret: undefined,
      access: undefined,
      view: undefined,
      seen: undefined,
      version: undefined,
      viewResult: undefined,
      unreadAt: 0,
      answeredAt: undefined,
    }
    this.#entries.set(key, entry)
    return entry
  }

  async #viewOf(
    key: string,
    cluster: ObservedCluster,
    { entry, fresh, call }: Looking,
  ): Promise<WorkloadView> {
    const { clock, workloads } = this.#world
    const isFresh = entry.secret && !fresh && clock.elapsed() - entry.secret.readAt < SECRET_MS
    if (isFresh && entry.view) return entry.view

    const { secret: before } = entry
    const readAt = clock.elapsed()
    // Mostly nothing has changed: then what is in it need not come again.
    if (entry.view && before) {
      const { metadata } = await this.#kubeconfigOf(cluster, { ...call, metadataOnly: true })
      if (metadata.resourceVersion && versionOf(metadata) === before.version) {
        entry.secret = { ...before, readAt }
        return entry.view
      }
    }
    const object = await this.#kubeconfigOf(cluster, call)
    const bytes = kubeconfigIn(object)
    const digest = sha256Hex([bytes])
    entry.secret = { version: versionOf(object.metadata), digest, readAt }
    if (entry.view && before?.digest === digest) return entry.view
    // Another kubeconfig ends what the old one allowed, also if the new one cannot be used.
    entry.view?.close()
    entry.view = undefined
    entry.access = undefined
    entry.seen = undefined
    entry.version = undefined
    // A copy: parts of a text hold all of it.
    entry.access = structuredClone(parseKubeconfig(decodeUtf8Loosely(bytes)))
    if (this.#isClosed) throw new ApiError('Cancelled', { call: `look at ${key}` })
    const memory = this.#memory.share()
    const connection = workloads.connect(entry.access, memory)
    entry.view = new WorkloadView(this.#world, connection, {
      memory,
      onChange: () => this.#onChange(key),
      relistMs: this.#relistMs,
    })
    return entry.view
  }

  async #kubeconfigOf(
    { namespace, name }: ObservedCluster,
    call: Call & { readonly metadataOnly?: boolean },
  ): Promise<KubeObject> {
    const secret = `${name}-kubeconfig`
    try {
      return await this.#world.management.get({ resource: resources.secret, namespace, name: secret }, call)
    } catch (error) {
      if (hasCode(error, 'NotFound'))
        throw new KubeconfigNotRead({
          reason: 'KubeconfigMissing',
          message: `Secret "${secret}" does not exist yet`,
        })
      const message = `Secret "${secret}" cannot be read: ${callProblem(error)}`
      const source = { kind: 'Secret', name: secret } as const
      throw new KubeconfigNotRead({
        reason: 'ClusterNotReadable',
        message,
        source,
        readError: readErrorOf(error),
      })
    }
  }

  async #identify(view: WorkloadView, call: Call): Promise<NonNullable<Entry['seen']>> {
    const identity = await view.identify(call)
    return { identity, at: this.#world.clock.elapsed() }
  }

  async #versionOf(
    view: WorkloadView,
    { entry, fresh, call }: Looking,
  ): Promise<NonNullable<Entry['version']>> {
    const { version: known } = entry
    const { connection } = view
    const at = this.#world.clock.elapsed()
    const isSame = known?.connection === connection && at - known.at < VERSION_MS
    return known && isSame && !fresh ? known : { text: await view.api.version(call), connection, at }
  }
}

interface Looking {
  readonly entry: Entry
  readonly fresh: boolean
  readonly call: Call
}

/** Inside of this file only: not an error to the world, but a fact. */
class KubeconfigNotRead extends Error {
  override readonly name = 'KubeconfigNotRead'
  readonly problem: ViewProblem

  constructor(problem: ViewProblem) {
    super(problem.message)
    this.problem = problem
  }
}

function versionOf({ uid = '', resourceVersion = '' }: ObjectMeta): string {
  return `${uid} ${resourceVersion}`
}

function kubeconfigIn(secret: KubeObject): Uint8Array {
  const encoded = fieldIn(secret['data'], 'value')
  if (typeof encoded !== 'string') {
    throw new KubeconfigError('MISSING', 'the Secret has no key "value"', { line: 1, column: 1, offset: 0 })
  }
  return decodeBase64(encoded).bytes
}
