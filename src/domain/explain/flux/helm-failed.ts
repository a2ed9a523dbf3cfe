import { lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { Rule, Subject } from '../guide.ts'
import { conditionOf, type SeenCondition, type SeenObject } from '../object/seen-object.ts'
import { claimRefusal } from '../refusal/claim-refusal.ts'
import { commit, describe, refresh, tryAgain } from '../show/commands.ts'
import { readComplaint } from './helm-complaints.ts'
import { sideOf } from './side-of.ts'

const installing = ['InstallFailed', 'UninstallFailed']
const upgrading = ['UpgradeFailed', 'RollbackFailed', 'TestFailed']

/** A release that the API server of its cluster refuses. */
export const helmRefused: Rule = (subject, inquiry) => {
  const { object } = subject
  const failure = failureOf(subject)
  if (!object || !failure) return undefined
  const about = { ...object.ref, on: sideOf(object) }
  return claimRefusal({ words: failure.message, about, line: words => lineOf(object, words) }, inquiry)
}

/** A release that Helm could not install or upgrade, in its own words. */
export const helmFailed: Rule = (subject, { facts }) => {
  const { object } = subject
  const failure = failureOf(subject)
  if (!object || !failure) return undefined
  const isUpgrade = upgrading.includes(failure.reason)
  const words = ownWords(failure.message)
  const given = givenUp(object)
  const complaint = readComplaint({ words, release: object, facts })
  const what = complaint?.sentence ?? `cannot be ${isUpgrade ? 'upgraded' : 'installed'}: ${words}`
  const advice = complaint?.next ?? [commit(`Correct the chart or the values of ${nameOf(object.ref)}`)]
  return {
    reason: complaint?.reason ?? (isUpgrade ? 'HelmUpgradeFailed' : 'HelmInstallFailed'),
    sentence: sentenceOf(`${nameOf(object.ref)} ${what}`),
    evidence: [
      lineOf(object, sayCondition({ ...failure, message: words })),
      ...(given === undefined ? [] : [lineOf(object, sayCondition(given))]),
    ],
    next: [
      ...advice,
      ...(given === undefined ? [] : [tryAgain(object.ref, facts)]),
      describe(object.ref, facts),
      refresh(facts),
    ],
  }
}

// Then not even a new chart or new values from elsewhere make helm-controller try again by itself.
function givenUp(object: SeenObject): SeenCondition | undefined {
  const stalled = conditionOf(object, 'Stalled')
  return stalled?.status === 'True' && stalled.reason === 'RetriesExceeded' ? stalled : undefined
}

// Released keeps what Helm said while Ready already tells of the next try.
function failureOf({ object }: Subject): SeenCondition | undefined {
  const told = object ? [conditionOf(object, 'Ready'), conditionOf(object, 'Released')] : []
  return told.find(
    condition => condition?.status === 'False' && [...installing, ...upgrading].includes(condition.reason),
  )
}

function ownWords(message: string): string {
  const [, words] = /^Helm \w+ failed for release \S+ with chart \S+: (.*)$/s.exec(message) ?? []
  return words ?? message
}
