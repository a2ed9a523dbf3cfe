import { type Claim, sentenceOf } from '../claim.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import { refresh } from '../show/commands.ts'
import type { EvidenceLine } from '../why.ts'

/** Words of something that asked a cloud, who asked, and the line that has them. */
export interface CloudError {
  readonly words: string
  readonly who: string
  readonly line: EvidenceLine
}

const denied =
  /AccessDenied|UnauthorizedOperation|not authorized to (?:perform|call)|AuthCheckFailed|AuthFailure|InvalidIdentityToken/
const action = /authorized to (?:perform|call):? ([A-Za-z0-9]{1,40}(?::[A-Za-z0-9]{1,60})?)/
const queue = /NonExistentQueue|QueueDoesNotExist|specified queue does not exist/
const capacity =
  /InsufficientInstanceCapacity|InsufficientCapacity|VcpuLimitExceeded|MaxSpotInstanceCountExceeded/

/** Makes a claim of the words with which a cloud refuses; undefined for all others. */
export function cloudWords(said: CloudError, facts: ExplainFacts): Claim | undefined {
  const { words, who, line } = said
  if (queue.test(words)) {
    return {
      reason: 'QueueMissing',
      sentence: sentenceOf(`The interruption queue of ${who} does not exist`),
      evidence: [line],
      next: [
        {
          text: 'Create the queue with Terraform, or correct settings.interruptionQueue: it takes a queue name, not a URL',
        },
        refresh(facts),
      ],
    }
  }
  if (denied.test(words)) {
    const [, call] = action.exec(words) ?? []
    return {
      reason: 'CloudAccessDenied',
      sentence: sentenceOf(
        `The cloud provider denies ${who} ${call === undefined ? 'a call' : `the call ${call}`}`,
      ),
      evidence: [line],
      next: [
        {
          text: `Give the role of ${who} ${call === undefined ? 'the missing permission' : `permission ${call}`}, and allow the service account in its trust policy`,
        },
        refresh(facts),
      ],
    }
  }
  if (!capacity.test(words)) return undefined
  return {
    reason: 'CloudCapacityMissing',
    sentence: sentenceOf(`The cloud provider has no capacity for ${who}`),
    evidence: [line],
    next: [
      { text: 'Allow more instance types or zones in the NodePool, or request a higher account limit' },
      refresh(facts),
    ],
  }
}
