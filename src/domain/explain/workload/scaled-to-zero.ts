import { partOf } from '../../health/read-field.ts'
import { lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { Rule } from '../guide.ts'
import { numberIn } from '../object/seen-object.ts'
import { describe, refresh, scaleUp } from '../show/commands.ts'

/** A controller of pods that is told to have none. */
export const scaledToZero: Rule = ({ object }, { facts }) => {
  if (!object || !['Deployment', 'StatefulSet', 'ReplicaSet'].includes(object.ref.kind)) return undefined
  if (numberIn(partOf(object.fields, 'spec'), 'replicas', 1) !== 0) return undefined
  return {
    reason: 'ScaledToZero',
    sentence: sentenceOf(`${nameOf(object.ref)} is scaled to zero, so nothing of it runs`),
    evidence: [lineOf(object, 'spec.replicas is 0')],
    next: [scaleUp(object.ref, facts), describe(object.ref, facts), refresh(facts)],
  }
}
