import type { CauseReason } from '../../src/domain/explain/cause-reason.ts'
import { explain } from '../../src/domain/explain/explain.ts'
import type { CauseExample } from '../../src/domain/explain/pages/cause-page.ts'
import { formatWhy } from '../../src/domain/explain/show/format-why.ts'
import { stepNames } from '../situations/situation.ts'
import { situations } from '../situations/situations.ts'

/** The example on the page of a reason: the first situation that has it, and what `fitout why` says there. */
export function causeExample(reason: CauseReason): CauseExample {
  const example = situations.find(situation => situation.reason === reason)
  if (!example) throw new Error(`cannot make the page of ${reason}: no situation has this reason`)
  const says = formatWhy(explain(example.facts), { name: 'prod/payments-eu', steps: stepNames })
  return { situation: example.name, says }
}
