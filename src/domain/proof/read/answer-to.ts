import type { ResolvedObject } from '../resolve/resolved-proof.ts'
import type { ProofReading, QueryAnswer, ReadyzAnswer } from './query.ts'

const notYet = { kind: 'unread', reason: 'Not read yet' } as const

/** What was read for an object of a proof, by its own query or by one that read more. */
export function answerTo({ keys }: ResolvedObject, { answers }: ProofReading): QueryAnswer {
  for (const key of keys) {
    const answer = answers.get(key)
    if (answer) return answer
  }
  return notYet
}

/** What was read at `/readyz`. */
export function readyzIn({ readyz = notYet }: ProofReading): ReadyzAnswer {
  return readyz
}
