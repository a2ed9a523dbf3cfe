import { timestamp } from '../kube/timestamp.ts'
import { Program } from '../process/program.ts'
import { ConfigError } from './container-start.ts'
import type { Container, Pod, Probe } from './pod.ts'
import type { PodPlace } from './pod-place.ts'
import type { ContainerState } from './pod-status.ts'
import { RunningProbe } from './probe.ts'
import { PullError, type RunnableImage, processOf } from './runnable-image.ts'

const DEFAULT_PERIOD_SECONDS = 10
const FIRST_BACKOFF_MS = 1_000
const LONGEST_BACKOFF_MS = 30_000

/** One container that is a real process, started again whenever it ends, unless its pod says never. */
export class RunningContainer {
  readonly #pod: Pod
  readonly #container: Container
  readonly #image: RunnableImage
  readonly #place: PodPlace
  #program: Program | undefined
  #startAt = 0
  #readiness: RunningProbe | undefined
  #liveness: RunningProbe | undefined
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
    if (this.#isStopping || this.#state.phase === 'ended') return
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
    const { readinessProbe, livenessProbe } = this.#container
    // Sooner than a kubelet asks: a test waits for the answer.
    this.#readiness = this.#probeOf(readinessProbe, 0)
    // The programs of Flux and Karpenter are left alone: on a machine that is busy with several labs, a second may be short for them.
    const isImage = 'reference' in this.#image
    const period = (livenessProbe?.periodSeconds ?? DEFAULT_PERIOD_SECONDS) * 1000
    this.#liveness = isImage ? this.#probeOf(livenessProbe, period) : undefined
    this.#program.launch(exit => this.#ended(exit))
  }

  #probeOf(probe: Probe | undefined, everyMs: number): RunningProbe | undefined {
    if (!probe?.httpGet) return undefined
    const { path = '/', port } = probe.httpGet
    const url = () => `http://127.0.0.1:${this.#place.port(this.#containerPort(port))}${path}`
    return new RunningProbe({ probe, url, everyMs })
  }

  #ended(exit: NonNullable<Program['exit']>): void {
    if (this.#isStopping) return
    const lastExit = { ...exit, finishedAt: timestamp() }
    const { restarts, startedAt } = this.#state
    if (this.#pod.spec.restartPolicy === 'Never') {
      this.#state = { phase: 'ended', startedAt, isReady: false, restarts, lastExit }
      return
    }
    const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** restarts, LONGEST_BACKOFF_MS)
    this.#startAt = performance.now() + backoff
    this.#state = {
      phase: 'crashed',
      startedAt,
      isReady: false,
      restarts: restarts + 1,
      lastExit,
      waiting: {
        reason: 'CrashLoopBackOff',
        message: `back-off ${backoff / 1000}s restarting failed container=${this.name}`,
      },
    }
  }

  async #probe(): Promise<void> {
    this.#readiness?.tick()
    this.#liveness?.tick()
    // What hangs does not hear that it shall end: a kubelet kills it after its grace.
    if (this.#liveness?.isFailing === true) return this.#program?.kill()
    const isReady = this.#readiness?.isPassing ?? true
    if (isReady && !this.#state.isReady && 'program' in this.#image) this.#place.serve(this.#image)
    this.#state = { ...this.#state, isReady }
  }

  #containerPort(port: number | string): number {
    if (typeof port === 'number') return port
    return this.#container.ports?.find(({ name }) => name === port)?.containerPort ?? 0
  }
}

function withoutWaiting({ waiting: _, ...state }: ContainerState): ContainerState {
  return state
}
