/** With fewer runs the 95th percentile is the slowest, and says nothing. */
const RUNS_FOR_P95 = 20

/** How long something took, over many runs. */
export interface Durations {
  readonly count: number
  readonly median?: number
  readonly p95?: number
}

/** Sums up durations, in whole seconds. */
export function sumDurations(milliseconds: readonly (number | undefined)[]): Durations {
  const known = milliseconds.filter(one => one !== undefined).toSorted((a, b) => a - b)
  const median = quantile(known, 0.5)
  const p95 = known.length < RUNS_FOR_P95 ? undefined : quantile(known, 0.95)
  return {
    count: known.length,
    ...(median === undefined ? {} : { median }),
    ...(p95 === undefined ? {} : { p95 }),
  }
}

/** The smallest duration that so many runs did not exceed. */
function quantile(sorted: readonly number[], share: number): number | undefined {
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  return found === undefined ? undefined : Math.round(found / 1000)
}
