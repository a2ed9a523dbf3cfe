import { namespaceRef } from '../seen-object.ts'
import { type Claim, lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { Inquiry } from '../inquiry.ts'
import { commit, kubectlDescribe } from '../show/commands.ts'
import { claimRefusal, type RefusalMessage } from './claim-refusal.ts'

// Words that only an API server has for saying no.
const refusing = /(?:\bis forbidden: |\bis invalid: |denied the request: |\bdenied request: )(.{1,2000})/s

/** Makes a claim of what an API server says to pods that are to be made: as it is known, or as it says it. */
export function claimPodRefusal(said: RefusalMessage, inquiry: Inquiry): Claim | undefined {
  return namespaceGoing(said, inquiry) ?? claimRefusal(said, inquiry) ?? asSaid(said, inquiry)
}

// unable to create new content in namespace shop because it is being terminated
function namespaceGoing({ words, about, line }: RefusalMessage, inquiry: Inquiry): Claim | undefined {
  const [, name] = /in namespace ([a-z0-9-]{1,63}) because it is being terminated/.exec(words) ?? []
  if (name === undefined) return undefined
  const ref = namespaceRef(about.on, name)
  const namespace = inquiry.find(ref)
  if (typeof namespace === 'string') return undefined
  return {
    reason: 'FinalizerStuck',
    sentence: sentenceOf(`${nameOf(ref)} is being deleted, so ${nameOf(about)} cannot create pods in it`),
    evidence: [line(words), lineOf(namespace)],
    next: [
      { text: `Wait until ${nameOf(ref)} is deleted, then deliver it again; a deletion cannot be cancelled` },
      kubectlDescribe(ref, inquiry.facts),
    ],
  }
}

function asSaid({ words, about, line }: RefusalMessage, { facts }: Inquiry): Claim | undefined {
  const [, cause] = refusing.exec(words) ?? []
  if (cause === undefined) return undefined
  return {
    reason: 'AdmissionRefused',
    sentence: sentenceOf(`${nameOf(about)} cannot create pods: ${cause}`),
    evidence: [line(words)],
    next: [
      commit(
        `Change ${nameOf(about)} so that the API server accepts its pods, or the policy that rejects them`,
      ),
      kubectlDescribe(about, facts),
    ],
  }
}
