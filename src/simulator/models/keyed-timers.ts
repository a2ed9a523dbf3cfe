import type { VirtualClock } from '../clock/virtual-clock.ts'

interface Due {
  readonly at: number
  readonly cancel: () => void
}

/** Work by key, after a while: asking twice is asking once, and of two times the sooner counts. */
export class KeyedTimers {
  readonly #clock: VirtualClock
  readonly #work: (key: string) => void
  readonly #due = new Map<string, Due>()

  constructor(clock: VirtualClock, work: (key: string) => void) {
    this.#clock = clock
    this.#work = work
  }

  ask(key: string, milliseconds: number): void {
    const at = this.#clock.elapsed() + milliseconds
    const known = this.#due.get(key)
    if (known !== undefined && known.at <= at) return
    known?.cancel()
    const cancel = this.#clock.after(milliseconds, () => {
      this.#due.delete(key)
      this.#work(key)
    })
    this.#due.set(key, { at, cancel })
  }
}
