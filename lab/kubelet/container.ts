import { timestamp } from '../kube/timestamp.ts'
import { Program } from '../process/program.ts'
import { ConfigError } from './container-start.ts'
import type { Container, Pod } from './pod.ts'
import type { PodPlace } from './pod-place.ts'
import type { ContainerState } from './pod-status.ts'
import { PullError, type RunnableImage, processOf } from './runnable-image.ts'

const UNREADY_AFTER = 3
const FIRST_BACKOFF_MS = 1_000
const LONGEST_BACKOFF_MS = 30_000

/** One container that is a real process, started again whenever it ends. */
export class RunningContainer {
  readonly #pod: Pod
  readonly #container: Container
  readonly #image: RunnableImage
  readonly #place: PodPlace
  #program: Program | undefined
  #startAt = 0
  #failedProbes = 0
  #isStopping = false
  #state: ContainerState = { phase: 'starting', startedAt: timestamp(), isReady: false, restarts: 0 }

  constructor(parts: { pod: Pod; container: Container; image: RunnableImage; place: PodPlace }) {
    this.#pod = parts.pod
    this.#container = parts.container
    this.#image = parts.image
    this.#place = parts.place
  }

  get name(): string {
    return this.#container.name
  }

  get state(): ContainerState {
    return this.#state
  }

  get program(): Program | undefined {
    return this.#program
  }

  /** Starts what should run and probes what runs. Called again and again. */
  async tick(): Promise<void> {
    if (this.#isStopping) return
    if (this.#program?.isRunning) await this.#probe()
    else if (performance.now() >= this.#startAt) await this.#start()
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
    await this.#program?.stop(graceMs)
  }

  async #start(): Promise<void> {
    try {
      await this.#launch()
      this.#state = { ...withoutWaiting(this.#state), phase: 'running', startedAt: timestamp() }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const isKnown = error instanceof ConfigError || error instanceof PullError
      const reason = isKnown ? error.name : 'CreateContainerError'
      this.#startAt = performance.now() + FIRST_BACKOFF_MS
      this.#state = { ...this.#state, waiting: { reason, message } }
    }
  }

  async #launch(): Promise<void> {
    const { site, logName } = this.#place
    const parts = { image: this.#image, pod: this.#pod, container: this.#container, place: this.#place }
    const how = await processOf(parts)
    if (this.#isStopping) return
    this.#program = new Program({ name: logName, ...how, logFile: site.log(logName) })
    this.#program.launch(exit => this.#ended(exit))
  }

  #ended(exit: NonNullable<Program['exit']>): void {
    if (this.#isStopping) return
    const { restarts } = this.#state
    const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** restarts, LONGEST_BACKOFF_MS)
    this.#startAt = performance.now() + backoff
    this.#failedProbes = 0
    this.#state = {
      phase: 'crashed',
      startedAt: this.#state.startedAt,
      isReady: false,
      restarts: restarts + 1,
      lastExit: { ...exit, finishedAt: timestamp() },
      waiting: {
        reason: 'CrashLoopBackOff',
        message: `back-off ${backoff / 1000}s restarting failed container=${this.name}`,
      },
    }
  }

  async #probe(): Promise<void> {
    const answers = await this.#answers()
    this.#failedProbes = answers ? 0 : this.#failedProbes + 1
    if (answers && !this.#state.isReady) {
      this.#state = { ...this.#state, isReady: true }
      if ('program' in this.#image) this.#place.serve(this.#image)
    }
    if (this.#failedProbes >= UNREADY_AFTER) this.#state = { ...this.#state, isReady: false }
  }

  async #answers(): Promise<boolean> {
    const probe = this.#container.readinessProbe?.httpGet
    if (!probe) return true
    const port = this.#place.port(this.#containerPort(probe.port))
    try {
      const url = `http://127.0.0.1:${port}${probe.path ?? '/'}`
      const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) })
      await answer.body?.cancel()
      return answer.status < 400
    } catch {
      return false
    }
  }

  #containerPort(port: number | string): number {
    if (typeof port === 'number') return port
    return this.#container.ports?.find(({ name }) => name === port)?.containerPort ?? 0
  }
}

function withoutWaiting({ waiting: _, ...state }: ContainerState): ContainerState {
  return state
}
