import type { Candidate } from '../../controller/stand-for-election.ts'
import type { Shard } from '../../domain/shard/shard.ts'
import type { VirtualClock } from '../clock/virtual-clock.ts'
import type { ApiCaller } from '../faults/actor.ts'

/** A process that was started, and what runs in it. */
export interface StartedProcess {
  readonly actor: ApiCaller
  readonly candidate: Candidate
}

const RESTART_MS = 2000

/** One `fitout controller` of a simulated fleet: it stands for election, and is started again when it dies. */
export class FleetProcess {
  readonly shard: Shard
  readonly #clock: VirtualClock
  readonly #start: () => StartedProcess
  #running: StartedProcess
  #isOver = false

  constructor(shard: Shard, clock: VirtualClock, start: () => StartedProcess) {
    this.shard = shard
    this.#clock = clock
    this.#start = start
    this.#running = this.#startAgain()
  }

  /** The one that runs now, or ran last. Its name is its identity in the election. */
  get actor(): ApiCaller {
    return this.#running.actor
  }

  /** Whether it leads, by its own clock. */
  get isLeading(): boolean {
    return !this.actor.isDead && this.#running.candidate.isLeading()
  }

  /** Whether it is not started again. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Tells it to end, as Kubernetes does; what it has not done after some seconds it never does. */
  async stop(): Promise<void> {
    const { actor, candidate } = this.#running
    this.#isOver = true
    await Promise.race([candidate.stop(), this.#clock.sleep(GRACE_MS)])
    actor.kill()
  }

  #startAgain(): StartedProcess {
    const running = this.#start()
    this.#running = running
    running.actor.signal.addEventListener('abort', () => {
      this.#clock.after(RESTART_MS, () => this.#isOver || this.#startAgain())
    })
    return running
  }
}

const GRACE_MS = 15_000
