import type { Api } from '../../src/engine/api/api.ts'
import { type Election, runElection } from '../../src/engine/election/run-election.ts'
import type { manualClock } from './manual-clock.ts'

/** A candidate that remembers its terms. */
interface SampleCandidate extends Election {
  readonly terms: readonly string[]
}

/** For tests: stands for election as `identity`. */
export function stand(api: Api, clock: ReturnType<typeof manualClock>, identity: string): SampleCandidate {
  const terms: string[] = []
  const election = runElection(api, {
    namespace: 'fitout-system',
    name: 'fitout',
    identity,
    fieldManager: 'fitout',
    clock,
    random: () => 0.5,
    onLeading: signal => {
      terms.push(`begins at ${clock.elapsed()}`)
      signal.addEventListener('abort', () => terms.push(`ends at ${clock.elapsed()}`))
    },
  })
  return { ...election, terms, mayWrite: election.mayWrite }
}
