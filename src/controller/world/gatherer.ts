import type { ExplainFacts } from '../../domain/explain/explain-facts.ts'
import { MAX_ROUNDS, neededReads } from '../../domain/explain/needed-reads.ts'
import type { Query, QueryAnswer } from '../../domain/proof/read/query.ts'

/** Finds out what explaining asks to know: on a live cluster, or in what a file holds. */
export interface Gatherer {
  /** What there is to know at first. */
  readonly start: () => Promise<ExplainFacts>
  /** Answers one query. Never throws for what a cluster does: what cannot be read is `unread`. */
  readonly read: (query: Query) => Promise<QueryAnswer>
}

/** Reads all that explaining asks for, round after round, as deep as it goes. */
export async function gatherFacts(gatherer: Gatherer): Promise<ExplainFacts> {
  const start = await gatherer.start()
  const answers = new Map(start.answers)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const queries = neededReads({ ...start, answers })
    if (queries.length === 0) break
    const read = await Promise.all(
      queries.map(async query => [query.key, await gatherer.read(query)] as const),
    )
    for (const [key, answer] of read) answers.set(key, answer)
  }
  return { ...start, answers }
}
