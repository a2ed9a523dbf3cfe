import { answerTo, readyzIn } from '../read/answer-to.ts'
import type { ProofReading, ReadyzAnswer, UnreadPart } from '../read/query.ts'
import type { ResolvedProof } from '../resolve/resolved-proof.ts'
import { compareHealth, type Evidence, evidenceOf } from './evidence.ts'
import { judgeObject } from './judge-object.ts'
import { quoteMessage } from './quote-message.ts'
import { writeSentence } from './write-sentence.ts'

/** Whether a proof holds, and what was seen. */
export interface ProofVerdict {
  /** Failed if an object says so; InProgress if one is seen not to be Current; Unknown if only reading stands in the way. */
  readonly health: 'Current' | 'InProgress' | 'Failed' | 'Unknown'
  /** Worst first, then in the order of the proof; at most ten. */
  readonly evidence: readonly Evidence[]
  /** How much evidence there was before it was cut. */
  readonly total: number
  /** How much of it is not Current. */
  readonly open: number
  /** Why something of it could not be read; undefined if all of it could. */
  readonly unread: UnreadPart | undefined
  readonly sentence: string
}

const MAX_EVIDENCE = 10

/** What all expressions of one look at a cluster may cost: its steps share it in equal parts. A quarter of a second at the most. */
export const RECONCILE_COST = 1_000_000

/** Judges a proof by what was read. Total: whatever the objects are, it returns a verdict and never throws. */
export function judgeProof(
  proof: ResolvedProof,
  reading: ProofReading,
  { costLimit = RECONCILE_COST }: { readonly costLimit?: number } = {},
): ProofVerdict {
  const budget = { limit: costLimit, left: costLimit }
  const evidence = [
    ...(proof.asksReadyz ? [judgeReadyz(readyzIn(reading))] : []),
    ...proof.objects.flatMap(object => judgeObject(object, reading, budget)),
  ].toSorted(compareHealth)
  const open = evidence.filter(({ health }) => health !== 'Current').length
  return {
    health: healthOf(evidence),
    evidence: evidence.slice(0, MAX_EVIDENCE),
    total: evidence.length,
    open,
    unread: firstUnread(proof, reading),
    sentence: writeSentence(evidence, open),
  }
}

const apiServer = { on: 'Workload', apiVersion: 'v1', kind: 'APIServer' } as const

function judgeReadyz(answer: ReadyzAnswer): Evidence {
  const name = { name: '/readyz', namespace: undefined }
  switch (answer.kind) {
    case 'ready':
      return evidenceOf(apiServer, name, { health: 'Current', message: 'Ready' })
    case 'not-ready':
      return evidenceOf(apiServer, name, { health: 'InProgress', message: answer.message })
    default:
      return evidenceOf(apiServer, name, { health: 'Unknown', message: answer.reason })
  }
}

// A proof that looked at nothing holds nothing.
function healthOf([worst]: readonly Evidence[]): ProofVerdict['health'] {
  if (worst === undefined) return 'Unknown'
  switch (worst.health) {
    case 'Terminating':
    case 'NotFound':
      return 'InProgress'
    default:
      return worst.health
  }
}

function firstUnread(proof: ResolvedProof, reading: ProofReading): UnreadPart | undefined {
  const answers = [
    ...(proof.asksReadyz ? [readyzIn(reading)] : []),
    ...proof.objects.map(object => answerTo(object, reading)),
  ]
  const unread = answers.find(answer => answer.kind === 'unread')
  return unread && { message: quoteMessage(unread.reason), readError: unread.readError ?? 'Other' }
}
