import type { Clock } from '../engine/clock.ts'

// Timers take no more, and fire at once when asked for more.
const MAX_TIMER_MS = 2 ** 31 - 1

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    const end = performance.now() + milliseconds
    let left = signal?.aborted ? 0 : milliseconds
    while (left > 0) {
      await pause(Math.min(left, MAX_TIMER_MS), signal)
      left = signal?.aborted ? 0 : end - performance.now()
    }
  },
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    // Up, not down: a timer may fire a part of a millisecond early.
    const timer = setTimeout(finish, Math.ceil(milliseconds))
    signal?.addEventListener('abort', finish, { once: true })
  })
}
