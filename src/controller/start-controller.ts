import { type Shard, allClusters, writesFitouts } from '../domain/shard/shard.ts'
import type { Change } from '../engine/follow/change.ts'
import { runController, type Controller } from '../engine/run/run-controller.ts'
import type { ApiErrorCode } from '../engine/api/api-error.ts'
import { keyOf } from '../engine/queue/key.ts'
import { Patience } from '../engine/api/patience.ts'
import { reconcileCluster } from './cluster/reconcile-cluster.ts'
import { keysOfChange } from './management/keys-of-change.ts'
import { type Dependencies, makeDependencies } from './cluster/dependencies.ts'
import { fitoutsOfChange } from './fitout/fitouts-of-change.ts'
import { reconcileFitout } from './fitout/reconcile-fitout.ts'
import type { FollowedScope } from './management/follow-scope.ts'
import { followManagement, type Management } from './management/management.ts'
import { Notices } from './notify/notices.ts'
import { shardMoveOf, shardFilter, warnOfShards } from './cluster/shard-filter.ts'
import type { World } from './world/world.ts'

/** A controller that is at work. */
export interface RunningController {
  /** Whether it has read the whole management cluster once. */
  readonly isReady: () => boolean
  /** Ends all of it; gives the keys that were still being worked on after so many milliseconds. */
  readonly stop: (withinMs: number) => Promise<readonly string[]>
}

export interface StartOptions {
  /** How many clusters are worked on at once. */
  readonly workers?: number
  /** The namespaces whose clusters are fitted out; all, if none are named. */
  readonly namespaces?: readonly string[] | undefined
  /** Which clusters are worked on; all by default. */
  readonly shard?: Shard
}

/** What comes in bursts, as when a pack is applied, is looked at together. */
const BURST_MS = 50
/** While it lasts, reconciles become rarer; a gate still opens within two of them. */
const LONG_BURST_MS = 200
/** How long all reads of a workload cluster may take in one look: what is not read by then is told as unread. */
const PATIENCE_MS = 20_000
/** How long a look may take, with what is written and said about it. */
const DEADLINE_MS = 90_000
/** A reconcile that fails is retried before the last status is too old to be believed. */
const BACKOFF = { baseMs: 500, capMs: 20_000 }
/** Counting the clusters of a Fitout takes the longer the more there are: it can wait. */
const COUNT_EVERY_MS = 1_000

/** Starts to fit out the clusters of a management cluster. Whoever calls this must be the leader. */
export function startController(
  world: World,
  { workers = 8, namespaces, shard = allClusters }: StartOptions = {},
): RunningController {
  const management = followManagement(world, namespaces)
  const isOurs = shardFilter(shard, management)
  // An event of a workload cluster queues its Cluster; it is the reconcile that starts the watches.
  const dependencies = makeDependencies(world, management, { isOurs, onChange: key => wake(key) })
  const { figures } = dependencies
  const wake = (key: string): void => {
    figures.wakes.heard(key)
    clusters.add(key)
  }
  const clusters: Controller = runClusters(dependencies, workers)
  const fitouts = runFitouts(world, management)
  const notices = world.notifications && new Notices(world, world.notifications)
  for (const scope of management.scopes) {
    void startWork(dependencies, scope, { clusters, fitouts, wake, notices, shard })
    void tellWhatIsUnread(world, scope)
  }
  return {
    isReady: () => management.isSynced(),
    stop: async withinMs => {
      const told = notices?.stop(withinMs)
      const left = await Promise.all([clusters.stop(withinMs), fitouts.stop(withinMs)])
      await told
      dependencies.views.close()
      dependencies.proofs.close()
      figures.stop()
      await management.stop()
      return left.flat()
    },
  }
}

function runClusters(dependencies: Dependencies, workers: number): Controller {
  const { world, management, figures } = dependencies
  const { clock, random, metrics, log } = world
  return runController({
    name: 'cluster',
    clock,
    random,
    metrics,
    workers,
    minIntervalMs: BURST_MS,
    maxIntervalMs: LONG_BURST_MS,
    deadlineMs: DEADLINE_MS,
    backoff: BACKOFF,
    reconcile: async (key, signal, place) => {
      const patience = new Patience(clock, place, PATIENCE_MS)
      return figures.wakes.during(key, () => reconcileCluster(dependencies, key, { signal, patience }))
    },
    isBehind: key => management.cluster.isBehind(key) || management.clusterFitout.isBehind(key),
    onError: (key, error) => log.warn('cannot reconcile cluster', { cluster: key, error: String(error) }),
  })
}

function runFitouts(world: World, management: Management): Controller {
  const { clock, random, metrics, log } = world
  return runController({
    name: 'fitout',
    clock,
    random,
    metrics,
    workers: 1,
    minIntervalMs: COUNT_EVERY_MS,
    reconcile: async (key, signal) => reconcileFitout(world, { management, key, call: { signal } }),
    isBehind: key => management.fitout.isBehind(key),
    onError: (key, error) => log.warn('cannot summarize Fitout', { fitout: key, error: String(error) }),
  })
}

/** How long reading everything may take before it is worth a word. */
const UNREAD_MS = 10_000
/** What stays so for long is told less often. */
const LONG_UNREAD_MS = 600_000

// A management cluster without the CRDs, or without rights, would otherwise look like one without clusters.
async function tellWhatIsUnread(
  { clock, log }: World,
  { namespace, unread, whenSynced }: FollowedScope,
): Promise<void> {
  const over = new AbortController()
  void whenSynced().then(() => over.abort())
  for (let pauseMs = UNREAD_MS; !over.signal.aborted; pauseMs = Math.min(pauseMs * 2, LONG_UNREAD_MS)) {
    await clock.sleep(pauseMs, over.signal)
    for (const { kind, error } of over.signal.aborted ? [] : unread())
      log.warn('cannot read the management cluster', {
        ...(namespace === undefined ? {} : { namespace }),
        kind,
        error: error ?? 'no response yet',
        next: nextOf(error, namespace),
      })
  }
}

function nextOf(error: ApiErrorCode | undefined, namespace: string | undefined): string {
  if (error === 'NotServed' || error === 'NotFound')
    return 'install Cluster API and Fitout: kubectl apply --server-side -k deploy'
  if (error !== 'Forbidden') return 'check the API server of the management cluster'
  if (namespace === undefined)
    return 'give the service account the permissions of deploy/controller/cluster-role.yaml'
  return `apply deploy/namespaced/access in namespace "${namespace}", or remove the namespace from --namespaces`
}

interface Work {
  readonly clusters: Controller
  readonly fitouts: Controller
  /** Has a cluster looked at because something happened. */
  readonly wake: (key: string) => void
  readonly notices: Notices | undefined
  readonly shard: Shard
}

// Nothing is decided before everything was read once: half a namespace would look like one without Fitouts.
async function startWork(dependencies: Dependencies, scope: FollowedScope, work: Work): Promise<void> {
  const { world, management, figures, isOurs } = dependencies
  const { clusters, fitouts, wake, notices, shard } = work
  const { objects, whenSynced, subscribe } = scope
  if (!(await whenSynced())) return
  figures.start()
  warnOfShards(world, shard, objects.cluster.list())
  notices?.take(objects.clusterFitout.list().filter(object => isOurs(keyOf(object))))
  const summed = writesFitouts(shard) ? fitouts : undefined
  subscribe((kind, change) => {
    if (kind === 'cluster') changeShard(dependencies, work, change)
    if (kind !== 'clusterFitout' || isOurs(change.key)) figures.heard(kind, change)
    if (kind === 'clusterFitout' && isOurs(change.key)) notices?.heard(change)
    // One that left must be looked at once more, to be forgotten.
    for (const key of keysOfChange(kind, change, management)) if (kind === 'cluster' || isOurs(key)) wake(key)
    for (const key of fitoutsOfChange(kind, change, management)) summed?.add(key)
  })
  for (const key of objects.cluster.list().map(keyOf)) if (isOurs(key)) clusters.add(key)
  for (const fitout of objects.fitout.list()) summed?.add(keyOf(fitout))
}

const MAIN: Shard = { kind: 'main' }

/** Lets a cluster that left its shard go, or takes one that came as after a restart. */
function changeShard(
  { world, management, figures }: Dependencies,
  { shard, notices }: Work,
  change: Change,
): void {
  const { key } = change
  if (change.kind !== 'removed' && shardMoveOf(MAIN, change) === 'left')
    warnOfShards(world, shard, [change.after])
  switch (shardMoveOf(shard, change)) {
    case 'left':
      notices?.forget(key)
      return figures.confirmations.forget(key)
    case 'came':
      figures.confirmations.begin(key)
      return notices?.take([management.clusterFitout.get(key) ?? []].flat())
    case undefined:
  }
}
