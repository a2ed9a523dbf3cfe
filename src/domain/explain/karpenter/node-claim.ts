import { lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { Rule } from '../guide.ts'
import { conditionOf } from '../object/seen-object.ts'
import { describe } from '../show/commands.ts'
import { cloudWords } from '../workload/cloud-words.ts'

/** A node that was asked for and not made, or made and not joined. */
export const nodeClaimFailed: Rule = ({ object }, { facts }) => {
  if (!object) return undefined
  const launched = conditionOf(object, 'Launched')
  if (launched && launched.status !== 'True' && launched.reason !== 'AwaitingReconciliation') {
    const line = lineOf(object, sayCondition(launched))
    return cloudWords({ words: `${launched.reason} ${launched.message}`, who: 'Karpenter', line }, facts)
  }
  const registered = conditionOf(object, 'Registered')
  if (launched?.status !== 'True' || !registered || registered.status === 'True') return undefined
  return {
    reason: 'NodeNotRegistered',
    sentence: sentenceOf(`${nameOf(object.ref)} has a machine that does not join the cluster`),
    evidence: [lineOf(object, sayCondition(registered))],
    next: [
      {
        text: 'Give the role of the nodes an access entry of type EC2_LINUX, and let its security group reach the API server',
      },
      describe(object.ref, facts),
    ],
  }
}
