import { names } from '../domain/api/api-names.ts'
import { type Shard, leaseNameOf, writesFitouts } from '../domain/shard/shard.ts'
import { hasCode } from '../engine/api/api-error.ts'
import type { Api } from '../engine/api/api.ts'
import { fenced } from '../engine/election/fenced.ts'
import type { Leadership } from '../engine/election/leadership.ts'
import { runElection } from '../engine/election/run-election.ts'
import { rateLimited } from '../engine/run/rate-limited.ts'
import type { NotificationSink } from './world/notification-sink.ts'
import { type RunningController, startController } from './start-controller.ts'
import type { World } from './world/world.ts'

/** How long a stop may take: Kubernetes waits for 15 s, and a lease that is released early helps the next one. */
const STOP_MS = 8_000

/** One of several processes, of which one leads and works. */
export interface Candidate {
  readonly isReady: () => boolean
  /** Whether it leads, and may write. */
  readonly isLeading: () => boolean
  /** Ends the work, then gives up the lease. */
  readonly stop: () => Promise<void>
}

/** For what, as whom, and with what a process stands for election. */
export interface CandidateOptions {
  /** The management cluster, over a connection of its own: a renewal must not wait behind all else that is asked. */
  readonly leases: Api
  readonly leaseNamespace: string
  readonly shard: Shard
  /** The namespaces whose clusters are fitted out; all, if none are named. */
  readonly namespaces?: readonly string[] | undefined
  /** Where the management cluster is, for people who read that it does not answer. */
  readonly server?: string
  /** Another one for every process. */
  readonly identity: string
  readonly workers: number
  /** Calls a second to the management cluster; without a limit by default. */
  readonly qps?: number
}

/** Stands for election, and runs the controller whenever it leads. */
export function standForElection(world: World, options: CandidateOptions): Candidate {
  const { leases, leaseNamespace, shard, namespaces, identity, workers, server } = options
  const { clock, random, log } = world
  const lease = leaseNameOf(shard)
  let running: RunningController | undefined
  const work = (leadership: Leadership, signal: AbortSignal) => {
    log.info('leading', { lease, sumsUpFitouts: writesFitouts(shard) })
    // Of one term: what an earlier one has left unfinished must not write in the next.
    const term: Leadership = { mayWrite: () => !signal.aborted && leadership.mayWrite() }
    const mine = startController(worldOfLeader(world, term, options), { workers, shard, namespaces })
    running = mine
    signal.addEventListener('abort', () => void mine.stop(STOP_MS), { once: true })
  }
  const election = runElection(leases, {
    namespace: leaseNamespace,
    name: lease,
    identity,
    fieldManager: names.fieldManager,
    clock,
    random,
    onLeading: signal => work(election, signal),
    onError: error =>
      log.warn('cannot acquire or renew the Lease', {
        lease,
        ...(server === undefined ? {} : { server }),
        error: String(error),
        ...leaseAdvice(error, options),
      }),
  })
  return {
    // Who does not lead has nothing to do, and is ready to take over.
    isReady: () => !election.mayWrite() || running?.isReady() === true,
    isLeading: election.mayWrite,
    stop: async () => {
      await running?.stop(STOP_MS)
      await election.stop()
    },
  }
}

function worldOfLeader(world: World, leadership: Leadership, { qps }: CandidateOptions): World {
  const { management, notifications, clock } = world
  const own = fenced(management, leadership)
  return {
    ...world,
    management: qps === undefined ? own : rateLimited(own, { qps, burst: qps * 2 }, clock),
    ...(notifications ? { notifications: fencedSink(notifications, leadership) } : {}),
  }
}

// A process that was stopped for minutes knows old news, and wakes up with them.
function fencedSink(sink: NotificationSink, { mayWrite }: Leadership): NotificationSink {
  return {
    name: sink.name,
    send: async (notification, signal) =>
      mayWrite()
        ? sink.send(notification, signal)
        : { kind: 'failed', reason: 'this process is not the leader' },
  }
}

function leaseAdvice(
  error: unknown,
  { leaseNamespace, shard }: CandidateOptions,
): { readonly next?: string } {
  if (hasCode(error, 'Forbidden'))
    return {
      next: `allow the service account to get and update Lease "${leaseNameOf(shard)}" in namespace "${leaseNamespace}"`,
    }
  if (!hasCode(error, 'NotFound')) return {}
  return {
    next: `create namespace "${leaseNamespace}": kubectl apply --server-side -k deploy, or set another one with --lease-namespace`,
  }
}
