import type { Clock } from '../engine/clock.ts'

// Timers take no more, and fire at once when asked for more.
const MAX_TIMER_MS = 2 ** 31 - 1

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  // Not async: that would keep a frame for each that sleeps, and a fleet has tens of thousands.
  sleep: (milliseconds, signal) =>
    signal?.aborted || milliseconds <= 0
      ? Promise.resolve()
      : new Promise(resolve => sleepUntil(performance.now() + milliseconds, signal, resolve)),
}

function sleepUntil(end: number, signal: AbortSignal | undefined, resolve: () => void): void {
  const finish = (): void => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', finish)
    if (signal?.aborted || performance.now() >= end) resolve()
    else sleepUntil(end, signal, resolve)
  }
  // Up, not down: a timer may fire a part of a millisecond early.
  const timer = setTimeout(finish, Math.ceil(Math.min(end - performance.now(), MAX_TIMER_MS)))
  signal?.addEventListener('abort', finish)
}
