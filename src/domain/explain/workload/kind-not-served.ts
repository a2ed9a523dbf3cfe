import { lineAbout, sentenceOf } from '../claim.ts'
import type { CauseRule } from '../guide.ts'
import { apiGroup } from '../../object/api-group.ts'
import { kindUnknown } from '../refusal/claim-refusal.ts'
import { commit, refresh } from '../show/commands.ts'
import { isFluxDone } from './object-missing.ts'

/** An object of a kind that the cluster does not know, although nothing that could bring the kind is on its way. */
export const kindNotServed: CauseRule = ({ ref, via, isServed }, inquiry) => {
  // The version of what others name is our own guess.
  if (isServed || via || !isFluxDone(ref, inquiry)) return undefined
  const group = apiGroup(ref.apiVersion)
  const version = ref.apiVersion.slice(group.length + 1)
  const line = lineAbout(ref, `the cluster does not serve ${ref.apiVersion} ${ref.kind}`, 'NotFound')
  const claim = kindUnknown({ is: 'kind', kind: ref.kind, group, version }, { about: ref, line }, inquiry)
  if (claim?.reason !== 'DefinitionMissing' || !group.endsWith('.fluxcd.io')) return claim
  return {
    ...claim,
    reason: 'FluxNotInstalled',
    sentence: sentenceOf(
      `The cluster does not serve kind ${ref.kind}: Flux, or the controller for this kind, is not installed`,
    ),
    next: [
      commit('Deliver Flux with the controller of this kind in an earlier step'),
      refresh(inquiry.facts),
    ],
  }
}
