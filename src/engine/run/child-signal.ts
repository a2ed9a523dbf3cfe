import type { Clock } from '../clock.ts'

/** A signal that ends with its parent, or by itself. */
export interface ChildSignal {
  readonly signal: AbortSignal
  readonly abort: () => void
  /** Lets go of the parent: a parent that lives long must not remember every child. */
  readonly release: () => void
}

const ended = new DOMException('This operation was aborted', 'AbortError')

/** Aborts. One reason for all: an error of its own for each, with its stack, costs more than all else here. */
export function endSignal(controller: AbortController): void {
  controller.abort(ended)
}

/** Makes a signal that aborts when `parent` does, if there is one, or when its own `abort` is called. */
export function childSignal(parent: AbortSignal | undefined): ChildSignal {
  const controller = new AbortController()
  const abort = (): void => endSignal(controller)
  if (parent?.aborted) abort()
  else parent?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    abort,
    release: () => parent?.removeEventListener('abort', abort),
  }
}

/** A signal that ends with its parent, or after so many milliseconds. */
export function limitedSignal(
  parent: AbortSignal | undefined,
  milliseconds: number,
  clock: Pick<Clock, 'sleep'>,
): ChildSignal {
  const child = childSignal(parent)
  const over = new AbortController()
  void clock.sleep(milliseconds, over.signal).then(() => over.signal.aborted || child.abort())
  const release = (): void => {
    over.abort('over')
    child.release()
  }
  return { ...child, release }
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
