import { lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { Rule, Subject } from '../guide.ts'
import { conditionOf, type SeenCondition } from '../object/seen-object.ts'
import { claimRefusal } from '../refusal/claim-refusal.ts'
import { commit, describe, refresh } from '../show/commands.ts'
import type { NextAction } from '../why.ts'
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

const known: readonly { readonly words: RegExp; readonly sentence: string; readonly advice: string }[] = [
  {
    words: /another operation \(install\/upgrade\/rollback\) is in progress/,
    sentence: 'is locked by an operation that did not end',
    advice: 'Let helm-controller unlock it: suspend the HelmRelease in Git and resume it',
  },
  {
    words: /invalid ownership metadata/,
    sentence: 'meets objects that another release or hand has made',
    advice: 'Label and annotate these objects as those of the release, or leave them out of the chart',
  },
  {
    words: /field is immutable/,
    sentence: 'changes a field that cannot be changed',
    advice: 'Set spec.upgrade.force in Git, or delete the object so that it is made anew',
  },
]

/** A release that Helm could not install or upgrade, in its own words. */
export const helmFailed: Rule = (subject, { facts }) => {
  const { object } = subject
  const failure = failureOf(subject)
  if (!object || !failure) return undefined
  const isUpgrade = upgrading.includes(failure.reason)
  const found = known.find(({ words }) => words.test(failure.message))
  const what =
    found?.sentence ?? `cannot be ${isUpgrade ? 'upgraded' : 'installed'}: ${ownWords(failure.message)}`
  const advice: NextAction = commit(
    found?.advice ?? `Correct the chart or the values of ${nameOf(object.ref)}`,
  )
  return {
    reason: isUpgrade ? 'HelmUpgradeFailed' : 'HelmInstallFailed',
    sentence: sentenceOf(`${nameOf(object.ref)} ${what}`),
    evidence: [lineOf(object, sayCondition({ ...failure, message: ownWords(failure.message) }))],
    next: [advice, describe(object.ref, facts), refresh(facts)],
  }
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
