import { type Claim, nameOf, sentenceOf } from '../claim.ts'
import type { Inquiry } from '../inquiry.ts'
import { commit, describe } from '../show/commands.ts'
import { claimRefusal, type Said } from './claim-refusal.ts'

// Words that only an API server has for saying no.
const refusing = /(?:\bis forbidden: |\bis invalid: |denied the request: |\bdenied request: )(.{1,2000})/s

/** Makes a claim of what an API server says to pods that are to be made: as it is known, or as it says it. */
export function claimPodRefusal(said: Said, inquiry: Inquiry): Claim | undefined {
  return claimRefusal(said, inquiry) ?? asSaid(said, inquiry)
}

function asSaid({ words, about, line }: Said, { facts }: Inquiry): Claim | undefined {
  const [, cause] = refusing.exec(words) ?? []
  if (cause === undefined) return undefined
  return {
    reason: 'AdmissionRefused',
    sentence: sentenceOf(`${nameOf(about)} cannot make pods: ${cause}`),
    evidence: [line(words)],
    next: [
      commit(`Change ${nameOf(about)} so that the API server takes its pods, or what refuses them`),
      describe(about, facts),
    ],
  }
}
