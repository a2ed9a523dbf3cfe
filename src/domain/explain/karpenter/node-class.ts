import { partOf, itemsIn } from '../../object/fields.ts'
import { lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { CauseRule } from '../guide.ts'
import { conditionOf, conditionsOf, type SeenCondition, type SeenObject } from '../seen-object.ts'
import { commit, kubectlDescribe, refresh } from '../show/commands.ts'
import { cloudWords } from '../workload/cloud-words.ts'

const networks = [
  { type: 'SubnetsReady', reason: 'SubnetsNotFound', terms: 'subnetSelectorTerms', thing: 'subnet' },
  {
    type: 'SecurityGroupsReady',
    reason: 'SecurityGroupsNotFound',
    terms: 'securityGroupSelectorTerms',
    thing: 'security group',
  },
] as const

/** A class whose selectors find no subnet, or no security group. */
export const networkNotFound: CauseRule = ({ object }, { facts }) => {
  if (!object) return undefined
  for (const { type, reason, terms, thing } of networks) {
    const condition = conditionOf(object, type)
    if (condition?.status !== 'False' || condition.reason !== reason) continue
    const tags = tagsOf(object, terms)
    const wanted = tags === '' ? 'its selector' : `tag ${tags}`
    return {
      reason,
      sentence: sentenceOf(`${nameOf(object.ref)} selects no ${thing} by ${wanted}`),
      evidence: [lineOf(object, sayCondition(condition))],
      next: [
        { text: `Tag the ${thing}s of the cluster with Terraform${tags === '' ? '' : `: ${tags}`}` },
        commit(`Or correct spec.${terms} of ${nameOf(object.ref)}`),
        refresh(facts),
      ],
    }
  }
  return undefined
}

/** A class with which the cloud does not let Karpenter make nodes. */
export const nodeClassRefused: CauseRule = ({ object }, { facts }) => {
  const condition = object && wrongIn(object)
  if (!object || !condition) return undefined
  return cloudWords(
    {
      words: `${condition.reason} ${condition.message}`,
      who: 'Karpenter',
      line: lineOf(object, sayCondition(condition)),
    },
    facts,
  )
}

/** A class that says that it is not ready. */
export const nodeClassNotReady: CauseRule = ({ object }, { facts }) => {
  const condition = object && wrongIn(object)
  if (!object || !condition) return undefined
  return {
    reason: 'NodeClassNotReady',
    sentence: sentenceOf(`${nameOf(object.ref)} is not ready: ${condition.reason || condition.type}`),
    evidence: [lineOf(object, sayCondition(condition))],
    next: [commit(`Correct ${nameOf(object.ref)}`), kubectlDescribe(object.ref, facts)],
  }
}

// Ready only repeats the others.
function wrongIn(object: SeenObject): SeenCondition | undefined {
  const wrong = conditionsOf(object).filter(({ status }) => status === 'False')
  return wrong.find(({ type }) => type !== 'Ready') ?? wrong[0]
}

function tagsOf({ fields }: SeenObject, terms: string): string {
  const tags = itemsIn(partOf(fields, 'spec'), terms).flatMap(term => Object.entries(partOf(term, 'tags')))
  return tags
    .map(([key, value]) => `${key}=${String(value)}`)
    .toSorted()
    .join(', ')
}
