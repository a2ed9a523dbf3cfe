import type { Change, ChangeHandler } from './change.ts'

interface Options {
  readonly onChange?: ChangeHandler
  readonly onRestored?: () => void
  readonly onBroken?: () => void
  readonly onHandlerError?: (error: unknown) => void
}

/** Tells handlers what happened, each in order, and keeps what they throw from everyone else. */
export class Announcer {
  readonly #options: Options
  /** Beside the one in the options: most of what is followed has no other. */
  #handlers: Set<ChangeHandler> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  subscribe(handler: ChangeHandler): () => void {
    const handlers = (this.#handlers ??= new Set())
    handlers.add(handler)
    return () => void handlers.delete(handler)
  }

  announce(changes: readonly Change[]): void {
    for (const change of changes) {
      this.#guard(() => this.#options.onChange?.(change))
      for (const handler of this.#handlers ?? []) this.#guard(() => handler(change))
    }
  }

  restored(): void {
    this.#guard(() => this.#options.onRestored?.())
  }

  broken(): void {
    this.#guard(() => this.#options.onBroken?.())
  }

  report(error: unknown): void {
    try {
      this.#options.onHandlerError?.(error)
    } catch {
      // A log that fails must not stop the news.
    }
  }

  #guard(tell: () => unknown): void {
    try {
      const answer = tell()
      // An async function passes for a handler, and its rejection would end the process.
      if (answer instanceof Promise) answer.catch((error: unknown) => this.report(error))
    } catch (error) {
      this.report(error)
    }
  }
}
