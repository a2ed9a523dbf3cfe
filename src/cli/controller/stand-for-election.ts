import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type RunningController, startController } from '../../controller/start-controller.ts'
import type { Log } from '../../controller/world.ts'
import { names } from '../../domain/api/api-names.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import { fenced } from '../../engine/election/fenced.ts'
import type { Leadership } from '../../engine/election/leadership.ts'
import { runElection } from '../../engine/election/run-election.ts'
import type { Metrics } from '../../engine/metrics/metrics.ts'
import { rateLimited } from '../../engine/rate/rate-limited.ts'
import { connect } from '../../kube/connect.ts'
import { httpSink } from '../../kube/notify/http-sink.ts'
import { systemClock } from '../../kube/system-clock.ts'
import { version } from '../version.ts'
import type { ControllerSettings } from './controller-settings.ts'

/** How long a stop may take: Kubernetes waits for 15 s, and a lease that is released early helps the next one. */
const STOP_MS = 8_000

/** One of several processes, of which one leads and works. */
export interface Candidate {
  readonly isReady: () => boolean
  /** Ends the work, then gives up the lease. */
  readonly stop: () => Promise<void>
}

interface Surroundings {
  readonly settings: ControllerSettings
  readonly log: Log
  readonly metrics: Metrics
}

/** Stands for election, and runs the controller whenever it leads. */
export function standForElection(management: Api, { settings, log, metrics }: Surroundings): Candidate {
  let running: RunningController | undefined
  const work = (leadership: Leadership, signal: AbortSignal) => {
    log.info('leading', { version })
    const mine = startController(
      worldOf(fenced(management, leadership), { settings, log, metrics }),
      settings,
    )
    running = mine
    signal.addEventListener('abort', () => void mine.stop(STOP_MS), { once: true })
  }
  const election = runElection(management, {
    namespace: settings.leaseNamespace,
    name: 'fitout-controller',
    identity: `${hostname()}_${randomUUID()}`,
    fieldManager: names.fieldManager,
    clock: systemClock,
    random: Math.random,
    onLeading: signal => work(election, signal),
    onError: error =>
      log.warn('cannot hold the lease', { error: String(error), ...leaseAdvice(error, settings) }),
  })
  return {
    // Who does not lead has nothing to do, and is ready to take over.
    isReady: () => !election.mayWrite() || running?.isReady() === true,
    stop: async () => {
      await running?.stop(STOP_MS)
      await election.stop()
    },
  }
}

function worldOf(management: Api, { settings: { qps, notify }, log, metrics }: Surroundings) {
  return {
    management: rateLimited(management, { qps, burst: qps * 2 }, systemClock),
    workloads: { connect },
    clock: systemClock,
    random: Math.random,
    log,
    metrics,
    ...(notify ? { notifications: httpSink(notify, systemClock) } : {}),
  }
}

function leaseAdvice(error: unknown, { leaseNamespace }: ControllerSettings): { readonly next?: string } {
  if (!hasCode(error, 'NotFound')) return {}
  return {
    next: `make namespace "${leaseNamespace}": kubectl apply --server-side -k deploy, or name another one with --lease-namespace`,
  }
}
