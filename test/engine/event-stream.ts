import { type ApiErrorCode, ApiError } from '../../src/engine/api/api-error.ts'
import type { WatchEvent } from '../../src/engine/api/api.ts'

/** One open watch of the sample server: events are pushed in at one end and read at the other. */
export class EventStream {
  readonly #events: WatchEvent[] = []
  #end: { readonly error: ApiError | undefined } | undefined
  #wake: () => void = () => undefined
  /** A half-open connection: nothing comes out any more, and nobody says so. */
  isHeld = false

  constructor(signal: AbortSignal | undefined) {
    signal?.addEventListener('abort', () => this.end('Cancelled'), { once: true })
  }

  get isOpen(): boolean {
    return this.#end === undefined
  }

  push(event: WatchEvent): void {
    this.#events.push(event)
    this.#wake()
  }

  /** Ends the stream: in order, or with an error. */
  end(code?: ApiErrorCode): void {
    this.#end ??= { error: code && new ApiError(code, { call: 'watch' }) }
    this.#wake()
  }

  async *read(): AsyncGenerator<WatchEvent> {
    for (;;) {
      const event = this.isHeld ? undefined : this.#events.shift()
      if (event) yield event
      else if (this.#end?.error) throw this.#end.error
      else if (this.#end) return
      else await this.#woken()
    }
  }

  async #woken(): Promise<void> {
    await new Promise<void>(resolve => {
      this.#wake = resolve
    })
  }
}
