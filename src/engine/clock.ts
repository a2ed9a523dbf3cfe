/** Time, as everything outside of adapters gets it. */
export interface Clock {
  /** Wall clock, milliseconds since 1970: for what people read. May jump. */
  readonly now: () => number
  /** Milliseconds from an unknown start: for durations. Never goes back. */
  readonly elapsed: () => number
  /** Resolves after so many milliseconds, or at once when the signal aborts (it does not throw: look at the signal). */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** A number from 0 up to but not including 1. */
export type Random = () => number
