import { lineOf, lineOfAbsent, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { CauseRule } from '../guide.ts'
import { conditionOf } from '../object/seen-object.ts'
import { commit, kubectlDescribe, refresh } from '../show/commands.ts'

/** A CustomResourceDefinition that another one keeps from being served. One that is only missing may still come. */
export const definitionNotServed: CauseRule = ({ ref, object, via }, { facts }) => {
  if (!object) {
    if (!via) return undefined
    return {
      reason: 'DefinitionMissing',
      sentence: sentenceOf(`${nameOf(ref)} is not there`),
      evidence: [lineOfAbsent(ref)],
      next: [commit(`Let an earlier step bring ${nameOf(ref)}`), refresh(facts)],
    }
  }
  const refused = [conditionOf(object, 'NamesAccepted'), conditionOf(object, 'NonStructuralSchema')].find(
    (condition, index) => condition?.status === (index === 0 ? 'False' : 'True'),
  )
  if (!refused) return undefined
  return {
    reason: 'DefinitionMissing',
    sentence: sentenceOf(`${nameOf(ref)} is there but not served`),
    evidence: [lineOf(object, sayCondition(refused))],
    next: [
      commit(`Remove the other definition of these names, or correct ${nameOf(ref)}`),
      kubectlDescribe(ref, facts),
    ],
  }
}
