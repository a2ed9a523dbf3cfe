import type { Clock } from '../../engine/clock.ts'

/** How late timers of a thawed process are: answers that came meanwhile may be heard first, and acted on. */
const LATE_MS = 20

/** A process in the simulation. It can be frozen, as by SIGSTOP, and killed. */
export class ApiCaller {
  readonly name: string
  /** Aborted when it dies. */
  readonly signal: AbortSignal
  readonly #end = new AbortController()
  #thawed: Promise<void> | undefined
  #thaw: (() => void) | undefined
  /** By how much its clock on the wall is wrong. */
  #skewMs = 0

  constructor(name: string) {
    this.name = name
    this.signal = this.#end.signal
  }

  get isDead(): boolean {
    return this.signal.aborted
  }

  get isFrozen(): boolean {
    return this.#thawed !== undefined
  }

  /** Whether `pass` would not let it continue at once. */
  get isHeld(): boolean {
    return this.isFrozen || this.isDead
  }

  kill(): void {
    this.#end.abort('dead')
    this.thaw()
  }

  freeze(): void {
    this.#thawed ??= new Promise(resolve => (this.#thaw = resolve))
  }

  thaw(): void {
    this.#thaw?.()
    this.#thaw = undefined
    this.#thawed = undefined
  }

  /** Moves its clock on the wall, as a bad time server does. Durations do not notice. */
  jump(milliseconds: number): void {
    this.#skewMs += milliseconds
  }

  /** Lets the actor continue: at once, when it is thawed, or never, when it is dead. */
  async pass(): Promise<void> {
    while (this.#thawed !== undefined) await this.#thawed
    if (this.isDead) await new Promise<never>(() => {})
  }

  /** The clock as the actor sees it: time continues while it is frozen, and it does not wake up before it is thawed. */
  clock(clock: Clock): Clock {
    return {
      now: () => clock.now() + this.#skewMs,
      elapsed: clock.elapsed,
      sleep: async (milliseconds, signal) => {
        await clock.sleep(milliseconds, signal)
        if (!this.isFrozen) return this.pass()
        await this.pass()
        await clock.sleep(LATE_MS)
      },
    }
  }
}
