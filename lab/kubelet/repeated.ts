import { pause } from '../kube/until.ts'

/** Does something again and again until it is stopped. What fails is tried again the next time. */
export class Repeated {
  readonly #work: () => Promise<void>
  readonly #everyMs: number
  readonly #end = new AbortController()
  #loop: Promise<void> = Promise.resolve()

  constructor(work: () => Promise<void>, everyMs: number) {
    this.#work = work
    this.#everyMs = everyMs
  }

  start(): void {
    this.#loop = this.#run()
  }

  /** Returns when what is under way has ended. */
  async stop(): Promise<void> {
    this.#end.abort()
    await this.#loop
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      await this.#work().catch(() => undefined)
      await pause(this.#everyMs, this.#end.signal)
    }
  }
}
