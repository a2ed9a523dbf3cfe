import { lineOf, lineOfAbsent, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { CauseRule } from '../guide.ts'
import { conditionOf } from '../seen-object.ts'
import { commit, kubectlDescribe, refresh } from '../show/commands.ts'

/** A CustomResourceDefinition that another one keeps from being served. One that is only missing may still come. */
export const definitionNotServed: CauseRule = ({ ref, object, via }, { facts }) => {
  if (!object) {
    if (!via) return undefined
    return {
      reason: 'DefinitionMissing',
      sentence: sentenceOf(`${nameOf(ref)} does not exist`),
      evidence: [lineOfAbsent(ref)],
      next: [commit(`Deliver ${nameOf(ref)} in an earlier step`), refresh(facts)],
    }
  }
  const refused = [conditionOf(object, 'NamesAccepted'), conditionOf(object, 'NonStructuralSchema')].find(
    (condition, index) => condition?.status === (index === 0 ? 'False' : 'True'),
  )
  if (!refused) return undefined
  return {
    reason: 'DefinitionMissing',
    sentence: sentenceOf(`${nameOf(ref)} exists but is not served`),
    evidence: [lineOf(object, sayCondition(refused))],
    next: [
      commit(`Remove the other CustomResourceDefinition with these names, or correct ${nameOf(ref)}`),
      kubectlDescribe(ref, facts),
    ],
  }
}
