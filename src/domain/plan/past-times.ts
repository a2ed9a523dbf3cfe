import type { ClusterFacts } from './cluster-facts.ts'
import { instantOf, readInstant } from './step-status.ts'

/** Clocks of two processes differ by no more; a time that is farther ahead was written before a clock was set back. */
const SKEW_MS = 5_000

/** The facts without times that are still to come: they count as now, so that nothing waits longer than its time again. */
export function withPastTimes(facts: ClusterFacts): ClusterFacts {
  const { previous, now } = facts
  if (!previous) return facts
  const isAhead = (text: string | undefined) => (readInstant(text) ?? now) - now > SKEW_MS
  const past = <Timed extends object>(timed: Timed): Timed => {
    const ahead = Object.entries(timed).filter(([name, value]) => times.has(name) && isAhead(value))
    if (ahead.length === 0) return timed
    return { ...timed, ...Object.fromEntries(ahead.map(([name]) => [name, instantOf(now)])) }
  }
  const { steps, cause } = previous
  return {
    ...facts,
    previous: {
      ...previous,
      ...(steps === undefined ? {} : { steps: steps.map(past) }),
      ...(cause === undefined ? {} : { cause: past(cause) }),
    },
  }
}

const times: ReadonlySet<string> = new Set(['since', 'openedAt', 'readyAt', 'unreadSince', 'unprovenSince'])
