import type { Clock } from '../../src/engine/clock.ts'

interface Alarm {
  readonly at: number
  readonly ring: () => void
}

/** A clock that stands still until a test moves it. */
interface ManualClock extends Clock {
  /** Lets everything happen that is due within so many milliseconds, in order, and all that follows from it. */
  readonly advance: (milliseconds: number) => Promise<void>
  /** Moves the wall clock alone, as a bad time server does. */
  readonly jump: (milliseconds: number) => void
  /** Moves the time without letting anyone act: the process was frozen. */
  readonly freeze: (milliseconds: number) => void
  /** How many sleep. */
  readonly sleepers: () => number
}

/** For tests: time that moves by hand. */
export function manualClock(): ManualClock {
  let elapsed = 0
  let offset = Date.UTC(2026, 0, 1)
  const alarms = new Set<Alarm>()

  async function advance(milliseconds: number): Promise<void> {
    const end = elapsed + milliseconds
    await settle()
    for (let next = earliest(); next && next.at <= end; next = earliest()) {
      elapsed = Math.max(elapsed, next.at)
      next.ring()
      await settle()
    }
    elapsed = Math.max(elapsed, end)
  }

  function earliest(): Alarm | undefined {
    let first: Alarm | undefined
    for (const alarm of alarms) if (!first || alarm.at < first.at) first = alarm
    return first
  }

  function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve()
    return new Promise(resolve => {
      const alarm = { at: elapsed + Math.max(0, milliseconds), ring }
      function ring(): void {
        alarms.delete(alarm)
        signal?.removeEventListener('abort', ring)
        resolve()
      }
      signal?.addEventListener('abort', ring)
      alarms.add(alarm)
    })
  }

  return {
    now: () => offset + elapsed,
    elapsed: () => elapsed,
    sleep,
    advance,
    jump: milliseconds => void (offset += milliseconds),
    freeze: milliseconds => void (elapsed += milliseconds),
    sleepers: () => alarms.size,
  }
}

/** Resolves when every promise that could continue has gone on. */
async function settle(): Promise<void> {
  await new Promise(resolve => {
    setImmediate(resolve)
  })
}
