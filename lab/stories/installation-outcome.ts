import { firstDifference } from '../faults/end-state.ts'
import { type Outcome, allOpenedOnce } from './installation-scene.ts'

/** An outcome, to be compared with `asUsual`. */
type Verdict = Pick<Outcome, 'labels' | 'broken'> & {
  /** Where statuses and deliveries first differ from those of the first time. */
  readonly difference: string
}

/** No gate was lost, none opened twice, none was taken away, no rule was broken, and all ended as it did the first time. */
export const asUsual: Verdict = { labels: allOpenedOnce, broken: [], difference: '' }

/** Gives a judge, who compares every outcome with the first one. */
export function judgeOfOutcomes(): (outcome: Outcome) => Verdict {
  let usual: string | undefined
  return ({ labels, broken, endState }) => {
    usual ??= endState
    return { labels, broken, difference: endState === usual ? '' : firstDifference(endState, usual) }
  }
}
