import type { ProofVerdict } from './judge/judge-proof.ts'

/** Since when a proof has held without a break. There is none while it does not hold. */
export interface StabilityMemory {
  /** What was proven, where: another cluster or another proof begins again. */
  readonly of: string
  /** On our own monotonic clock, in milliseconds. */
  readonly sinceMs: number
}

/** One more look at a proof. */
export interface StabilityRead {
  readonly of: string
  readonly health: ProofVerdict['health']
  readonly stableForMs: number
  /** On our own monotonic clock, in milliseconds: times in objects are of other clocks. */
  readonly nowMs: number
}

/** Whether a proof has held for long enough. */
export interface Stability {
  /** To be given to the next fold. */
  readonly memory: StabilityMemory | undefined
  readonly holds: boolean
  readonly sinceMs: number | undefined
  /** In how many milliseconds it can hold at the earliest; undefined if it holds, or something must change first. */
  readonly dueInMs: number | undefined
}

const broken: Stability = { memory: undefined, holds: false, sinceMs: undefined, dueInMs: undefined }

/**
 * Returns whether a proof has held over its window, seen at its beginning and at its end.
 *
 * What was not Current, or could not be read, even once, begins again: nobody knows how it was in between.
 */
export function foldStability(memory: StabilityMemory | undefined, read: StabilityRead): Stability {
  const { of, health, stableForMs, nowMs } = read
  if (health !== 'Current') return broken
  const goesOn = memory !== undefined && memory.of === of && memory.sinceMs <= nowMs
  const sinceMs = goesOn ? memory.sinceMs : nowMs
  // The first read has the whole window before it, so that only a second one can find it over.
  const leftMs = sinceMs + stableForMs - nowMs
  const holds = leftMs <= 0
  return { memory: { of, sinceMs }, holds, sinceMs, dueInMs: holds ? undefined : leftMs }
}
