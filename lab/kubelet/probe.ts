import type { Probe } from './pod.ts'

/** How a container is asked how it does. */
interface ProbeParts {
  readonly probe: Probe
  readonly url: () => string
  /** How often it is asked at most. */
  readonly everyMs: number
}

/** Asks a container again and again how it does, as a kubelet does, and counts what it answers. */
export class RunningProbe {
  readonly #parts: ProbeParts
  #askAt: number
  #isAsking = false
  #failures = 0
  #isAnswered = false

  constructor(parts: ProbeParts) {
    this.#parts = parts
    this.#askAt = performance.now() + (parts.probe.initialDelaySeconds ?? 0) * 1000
  }

  /** Whether the last answer was a good one, or too few were bad since. */
  get isPassing(): boolean {
    return this.#isAnswered && !this.isFailing
  }

  /** Whether so many answers in a row were bad that something must happen. */
  get isFailing(): boolean {
    return this.#failures >= (this.#parts.probe.failureThreshold ?? 3)
  }

  /** Asks, if it is time and nobody asks already. It does not wait: who answers late must not keep the others waiting. */
  tick(): void {
    if (this.#isAsking || performance.now() < this.#askAt) return
    this.#askAt = performance.now() + this.#parts.everyMs
    void this.#ask()
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    const answers = await this.#answers()
    this.#isAsking = false
    this.#failures = answers ? 0 : this.#failures + 1
    this.#isAnswered ||= answers
  }

  async #answers(): Promise<boolean> {
    try {
      const timeout = (this.#parts.probe.timeoutSeconds ?? 1) * 1000
      const answer = await fetch(this.#parts.url(), { signal: AbortSignal.timeout(timeout) })
      await answer.body?.cancel()
      return answer.status < 400
    } catch {
      return false
    }
  }
}
