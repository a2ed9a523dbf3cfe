import { randomUUID } from 'node:crypto'
import { homedir, hostname } from 'node:os'
import { destination, pino } from 'pino'
import { names } from '../../domain/api/api-names.ts'
import { startController } from '../../controller/start-controller.ts'
import type { Log, World } from '../../controller/world.ts'
import { fenced } from '../../engine/election/fenced.ts'
import { runElection } from '../../engine/election/run-election.ts'
import { ListenError, serveHealth } from '../../engine/endpoints/serve-health.ts'
import { promMetrics } from '../../engine/metrics/prom-metrics.ts'
import { rateLimited } from '../../engine/rate/rate-limited.ts'
import { connect } from '../../kube/connect.ts'
import { systemClock } from '../../kube/system-clock.ts'
import { readUserKubeconfig } from '../../kube/user-kubeconfig.ts'
import { UserKubeconfigError } from '../../kube/user/user-kubeconfig-error.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Io } from '../io/io.ts'
import { Refusal } from '../refusal.ts'
import { version } from '../version.ts'
import { type ControllerFlags, type ControllerSettings, readSettings } from './controller-settings.ts'

/** How long a stop may take: Kubernetes waits for 30 s, and a lease that is released early helps the next one. */
const STOP_MS = 8_000

/** Runs the controller until the process is told to end. */
export async function runFitoutController(flags: ControllerFlags, io: Io): Promise<ExitCode> {
  const settings = readSettings(flags)
  const log = logTo(flags['log-level'])
  const connection = connect(await managementOf(flags, io))
  const stopped = io.whenStopped()
  const metrics = promMetrics({ prefix: 'fitout_', measuresProcess: true })
  const state = { isReady: () => false, stop: async () => undefined as unknown }
  const random = Math.random
  const election = runElection(connection.api, {
    namespace: settings.leaseNamespace,
    name: 'fitout-controller',
    identity: `${hostname()}_${randomUUID()}`,
    fieldManager: names.fieldManager,
    clock: systemClock,
    random,
    onLeading: signal => {
      const world: World = {
        management: rateLimited(fenced(connection.api, election), limitsOf(settings), systemClock),
        workloads: { connect: access => connect(access) },
        clock: systemClock,
        random,
        log,
        metrics,
      }
      log.info('leading', { version })
      const running = startController(world, { workers: settings.workers })
      state.isReady = running.isReady
      const stop = async () => running.stop(STOP_MS)
      state.stop = stop
      signal.addEventListener('abort', () => void stop(), { once: true })
    },
    onError: error => log.warn('cannot hold the lease', { error: String(error) }),
  })
  const health = await listen(settings, {
    isAlive: () => true,
    // Who does not lead has nothing to do, and is ready to take over.
    isReady: () => !election.mayWrite() || state.isReady(),
    metrics,
  })
  log.info('started', { version, port: health.port })
  await stopped
  log.info('stopping', {})
  await state.stop()
  await election.stop()
  await health.stop()
  connection.close()
  log.info('stopped', {})
  return 0
}

function limitsOf({ qps }: ControllerSettings): { readonly qps: number; readonly burst: number } {
  return { qps, burst: qps * 2 }
}

async function managementOf({ kubeconfig, context }: ControllerFlags, io: Io) {
  try {
    return await readUserKubeconfig({
      ...(kubeconfig === undefined ? {} : { path: kubeconfig }),
      ...(context === undefined ? {} : { context }),
      env: io.env,
      home: homedir(),
    })
  } catch (error) {
    if (error instanceof UserKubeconfigError) throw new Refusal(error.message, { exitCode: 4 })
    throw error
  }
}

async function listen(
  { host, port }: ControllerSettings,
  options: Omit<Parameters<typeof serveHealth>[0], 'host' | 'port'>,
): ReturnType<typeof serveHealth> {
  try {
    return await serveHealth({ host, port, ...options })
  } catch (error) {
    if (error instanceof ListenError)
      throw new Refusal(error.message, { hint: 'fitout controller --address 127.0.0.1:0' })
    throw error
  }
}

function logTo(level: ControllerFlags['log-level']): Log {
  const logger = pino({ level, base: {}, messageKey: 'message' }, destination({ dest: 2, sync: true }))
  return {
    info: (message, fields) => logger.info(fields, message),
    warn: (message, fields) => logger.warn(fields, message),
  }
}
