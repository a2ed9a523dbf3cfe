import { partOf } from '../../object/fields.ts'
import { lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { CauseRule } from '../guide.ts'
import { commit, refresh } from '../show/commands.ts'

/** An object of Flux that someone has suspended, and that is not ready. */
export const suspended: CauseRule = ({ object }, { facts }) => {
  if (!object || partOf(object.fields, 'spec')['suspend'] !== true) return undefined
  return {
    reason: 'FluxSuspended',
    sentence: sentenceOf(`${nameOf(object.ref)} is suspended, so Flux does not reconcile it`),
    evidence: [lineOf(object, 'spec.suspend is true')],
    next: [commit(`Resume ${nameOf(object.ref)}`, 'spec:\n  suspend: false'), refresh(facts)],
  }
}
