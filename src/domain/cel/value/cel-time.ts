/** A length of time in nanoseconds, within 64 bits. */
export class CelDuration {
  readonly nanoseconds: bigint

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds
  }
}

/** A moment, and the offset from UTC in which it was written: `string()` gives it back in the same zone. */
export class CelTimestamp {
  /** Since 1970-01-01T00:00:00Z. */
  readonly nanoseconds: bigint
  readonly offsetSeconds: number

  constructor(nanoseconds: bigint, offsetSeconds = 0) {
    this.nanoseconds = nanoseconds
    this.offsetSeconds = offsetSeconds
  }
}

/** Nanoseconds in a second. */
export const SECOND = 1_000_000_000n

const MIN_SECONDS = -62_135_596_800n
const MAX_SECONDS = 253_402_300_799n

/** Whether a moment lies in the years 1 to 9999, the only ones a timestamp can hold. */
export function isTimestamp(nanoseconds: bigint): boolean {
  return nanoseconds >= MIN_SECONDS * SECOND && nanoseconds < (MAX_SECONDS + 1n) * SECOND
}

/** Whole seconds since 1970, rounded down, as Go's `Unix()`. */
export function unixSeconds(nanoseconds: bigint): bigint {
  const seconds = nanoseconds / SECOND
  return nanoseconds % SECOND < 0n ? seconds - 1n : seconds
}
