/** How many tests and checks ended in which way. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** How many tests were skipped for one reason. */
export interface Skip {
  readonly reason: string
  readonly count: number
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    nothing,
  )
}

/** The last line of every run. Machines read it: the words and their order are fixed; the reasons of what was skipped come last. */
export function closingLine({ passed, failed, skipped }: Tally, skips: readonly Skip[] = []): string {
  const counts = `${passed} passed, ${failed} failed`
  if (skipped === 0) return counts
  const reasons = Map.groupBy(skips, ({ reason }) => reason)
  const words = [...reasons].map(
    ([reason, all]) => `${all.reduce((n, { count }) => n + count, 0)}: ${reason}`,
  )
  return `${counts}, ${skipped} skipped${words.length === 0 ? '' : ` (${words.join('; ')})`}`
}
