import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { destination, pino, stdTimeFunctions } from 'pino'
import { type Candidate, standForElection } from '../../controller/stand-for-election.ts'
import type { Log, World } from '../../controller/world/world.ts'
import type { Api } from '../../engine/api/api.ts'
import {
  type HealthOptions,
  type HealthServer,
  ListenError,
  serveHealth,
} from '../../engine/metrics/serve-health.ts'
import type { Metrics } from '../../engine/metrics/metrics.ts'
import { promMetrics } from '../../engine/metrics/prom-metrics.ts'
import { connect } from '../../kube/connect.ts'
import { httpSink } from '../../kube/notify/http-sink.ts'
import { systemClock } from '../../kube/system-clock.ts'
import type { UserConnection } from '../../kube/user/user-connection.ts'
import { findManagement } from '../connection/find-management.ts'
import type { ExitCode } from '../command/exit-code.ts'
import type { Io } from '../io/io.ts'
import { Refusal } from '../command/refusal.ts'
import { version } from '../command/version.ts'
import {
  type Address,
  type ControllerFlags,
  type ControllerSettings,
  readControllerSettings,
} from './controller-settings.ts'
import { checkKeyFile } from './notify-target.ts'
import { collectAtRest } from './rest-collector.ts'

/** Runs the controller until the process is asked to end. */
export async function runFitoutController(flags: ControllerFlags, io: Io): Promise<ExitCode> {
  // Most of the heap are watches that wait. V8 would let it grow to a multiple of what lives before it looks for garbage.
  setFlagsFromString('--heap-growing-percent=30')
  collectAtRest()
  const settings = readControllerSettings(flags)
  await checkKeyFile(settings.notify)
  const log = logTo(flags['log-level'])
  const management = await findManagement(flags, io)
  refuseProxy(management)
  const connection = connect(management)
  const leases = connect(management)
  const { context } = management
  const server = new URL(management.server).host
  const stopped = io.whenStopped()
  const metrics = promMetrics({ prefix: 'fitout_', measuresProcess: true })
  // Nobody leads before it can be asked how it is.
  let candidate: Candidate | undefined
  const isReady = () => candidate?.isReady() ?? false
  const endpoints = await serveAll(settings, { isAlive: () => true, isReady, metrics })
  candidate = standForElection(worldOf(connection.api, { settings, log, metrics }), {
    ...settings,
    leases: leases.api,
    server,
    // `fitout check` looks for the Pod that holds the Lease.
    identity: `${io.env['POD_NAME'] ?? hostname()}_${randomUUID()}`,
  })
  log.info('started', { version, port: endpoints[0]?.port, context, server })
  await stopped
  log.info('stopping', {})
  await candidate.stop()
  for (const endpoint of endpoints) await endpoint.stop()
  connection.close()
  leases.close()
  log.info('stopped', {})
  return 0
}

// It talks to servers that others name, and a proxy sees and decides whom it reaches.
function refuseProxy({ context, proxy }: UserConnection): void {
  if (proxy === undefined) return
  throw new Refusal(
    `cannot use context "${context}": it sets proxy-url, which the controller does not support`,
    { exitCode: 4, fix: 'run the controller where it reaches the API servers directly' },
  )
}

interface Surroundings {
  readonly settings: ControllerSettings
  readonly log: Log
  readonly metrics: Metrics
}

function worldOf(management: Api, { settings: { notify }, log, metrics }: Surroundings): World {
  return {
    management,
    workloads: { connect },
    clock: systemClock,
    random: Math.random,
    log,
    metrics,
    ...(notify ? { notifications: httpSink(notify, systemClock) } : {}),
  }
}

type Pages = Omit<HealthOptions, 'host' | 'port'>

/** Health and metrics, each at its address, or both at one. */
async function serveAll(
  { health, metrics: apart }: ControllerSettings,
  { metrics, ...probes }: Pages & Required<Pick<Pages, 'metrics'>>,
): Promise<readonly HealthServer[]> {
  if (!apart) return [await listen(health, { ...probes, metrics })]
  const first = await listen(health, probes)
  try {
    return [first, await listen(apart, { metrics })]
  } catch (error) {
    // What still listens would keep the process alive.
    await first.stop()
    throw error
  }
}

async function listen({ host, port }: Address, options: Pages): Promise<HealthServer> {
  try {
    return await serveHealth({ host, port, ...options })
  } catch (error) {
    if (error instanceof ListenError)
      throw new Refusal(error.message, { hint: 'fitout controller --address 127.0.0.1:0' })
    throw error
  }
}

function logTo(level: ControllerFlags['log-level']): Log {
  const logger = pino(
    {
      level,
      base: {},
      messageKey: 'message',
      // For people, and for programs that do not know the numbers of one library.
      formatters: { level: label => ({ level: label }) },
      timestamp: stdTimeFunctions.isoTime,
    },
    destination({ dest: 2, sync: true }),
  )
  return {
    info: (message, fields) => logger.info(fields, message),
    warn: (message, fields) => logger.warn(fields, message),
  }
}
