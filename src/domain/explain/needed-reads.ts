import type { Query } from '../proof/read/query.ts'
import type { ExplainFacts } from './explain-facts.ts'
import { explainWith } from './explain.ts'
import { Inquiry } from './inquiry.ts'

/** After so many rounds the answer is as deep as it gets. */
export const MAX_ROUNDS = 6

const MAX_READS = 48
const MAX_READS_AT_ONCE = 16

/**
 * Says what to read next for a deeper answer; nothing when there is none, or enough was read.
 *
 * Read it, put the answers under the keys of the queries, and ask again: at most `MAX_ROUNDS` times. What cannot be read
 * gets an answer too, `unread`, or it is asked for again.
 */
export function neededReads(facts: ExplainFacts): readonly Query[] {
  const room = MAX_READS - facts.answers.size
  if (room <= 0) return []
  const inquiry = new Inquiry(facts)
  explainWith(facts, inquiry)
  return inquiry.open.slice(0, Math.min(room, MAX_READS_AT_ONCE))
}
