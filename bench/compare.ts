/** One thing to measure. The first of a list is what the others are compared with. */
export interface Candidate {
  readonly name: string
  /** Does it once. Says how many MB of memory that took at most, where it is known. */
  readonly run: () => void | number | Promise<void | number>
  /** How much one run does, where people think in so much a second: 200 evaluations, 5 MB. */
  readonly work?: Work
}

interface Work {
  readonly amount: number
  readonly unit: string
}

export interface Figure {
  readonly name: string
  readonly medianMs: number
  /** Median against the median of the first candidate in the same run: figures of two machines can be compared, too. */
  readonly ratio: number
  /** Amount and unit done in a second, such as 37 MB. */
  readonly perSecond?: Work
  /** The most memory of all runs, in MB. */
  readonly peakMegabytes?: number
}

/**
 * Measures all candidates in turns and returns their medians.
 *
 * In turns, so that a machine that slows down meanwhile slows down all of them; medians, so that one hiccup does not count.
 */
export async function compare(
  candidates: readonly Candidate[],
  rounds: number,
  now = () => performance.now(),
): Promise<Figure[]> {
  const times = candidates.map((): number[] => [])
  const peaks = candidates.map((): number[] => [])
  // The round before the first fills the caches of the disk and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { run }] of candidates.entries()) {
      const start = now()
      const peak = await run()
      if (round === 0) continue
      times[index]?.push(now() - start)
      if (peak !== undefined) peaks[index]?.push(peak)
    }
  }
  const medians = times.map(median)
  const base = medians[0] ?? 0
  return candidates.map((candidate, index) => ({
    ...figure(candidate, medians[index] ?? 0, base),
    ...peakOf(peaks[index] ?? []),
  }))
}

function figure({ name, work }: Candidate, medianMs: number, base: number): Figure {
  const perSecond = work && { amount: work.amount / (medianMs / 1000), unit: work.unit }
  return { name, medianMs, ratio: medianMs / base, ...(perSecond ? { perSecond } : {}) }
}

function peakOf(peaks: readonly number[]): Pick<Figure, 'peakMegabytes'> {
  return peaks.length === 0 ? {} : { peakMegabytes: Math.max(...peaks) }
}

/** The middle of some values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return (low + high) / 2
}
