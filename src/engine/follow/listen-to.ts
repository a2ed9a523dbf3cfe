import type { Api, OpenWatch, Selection, WatchListener } from '../api/api.ts'
import { endSignal } from '../run/child-signal.ts'

interface From {
  readonly selection: Selection
  readonly resourceVersion: string
}

/** Tells a listener what a watch says, also where the API can only be read event by event. */
export function listenTo(
  api: Pick<Api, 'watch' | 'listen'>,
  { selection, resourceVersion }: From,
  listener: WatchListener,
): OpenWatch {
  return (
    api.listen?.(selection, resourceVersion, listener) ??
    new EventPump(api, { selection, resourceVersion }, listener)
  )
}

/** Reads a watch event by event, and tells its listener. */
class EventPump implements OpenWatch {
  readonly #listener: WatchListener
  readonly #life = new AbortController()
  /** Only there while it is paused. */
  #resumed: PromiseWithResolvers<void> | undefined

  constructor(api: Pick<Api, 'watch'>, from: From, listener: WatchListener) {
    this.#listener = listener
    void this.#run(api, from)
  }

  pause(): void {
    this.#resumed ??= Promise.withResolvers()
  }

  resume(): void {
    this.#resumed?.resolve()
    this.#resumed = undefined
  }

  end(): void {
    endSignal(this.#life)
    this.resume()
  }

  async #run(api: Pick<Api, 'watch'>, { selection, resourceVersion }: From): Promise<void> {
    const { signal } = this.#life
    try {
      for await (const event of api.watch(selection, resourceVersion, { signal })) {
        if (signal.aborted) return
        this.#listener.onEvent(event)
        await this.#resumed?.promise
        if (signal.aborted) return
      }
      this.#tellEnd(undefined)
    } catch (error) {
      // Nothing is told before whoever listens has this pump.
      await Promise.resolve()
      this.#tellEnd(error)
    }
  }

  #tellEnd(error: unknown): void {
    if (!this.#life.signal.aborted) this.#listener.onEnd(error)
  }
}
