import { lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { CauseRule, CauseSubject } from '../guide.ts'
import { conditionOf, type SeenCondition, type SeenObject } from '../seen-object.ts'
import { claimRefusal } from '../refusal/claim-refusal.ts'
import { kubectlDescribe, refresh, tryAgain } from '../show/commands.ts'
import { claimFailure } from './claim-failure.ts'
import { helmTable } from './flux-tables.ts'
import { readComplaint } from './helm-complaints.ts'
import { sideOf } from './side-of.ts'

/** A release that the API server of its cluster refuses. */
export const helmRefused: CauseRule = (subject, inquiry) => {
  const { object } = subject
  const failure = failureOf(subject)
  if (!object || !failure) return undefined
  const about = { ...object.ref, on: sideOf(object) }
  return claimRefusal({ words: failure.message, about, line: words => lineOf(object, words) }, inquiry)
}

/** A release that Helm could not install, upgrade or test, or not even begin with. */
export const helmFailed: CauseRule = (subject, inquiry) => {
  const { object } = subject
  const failure = failureOf(subject)
  if (!object || !failure) return undefined
  const { facts } = inquiry
  const condition = { ...failure, message: ownWords(failure.message) }
  const given = givenUp(object)
  const afterwards = given === undefined ? [] : [tryAgain(object.ref, facts)]
  const isUpgrade = failure.reason.startsWith('Upgrade') || failure.reason.startsWith('Rollback')
  const cause = isUpgrade ? 'HelmUpgradeFailed' : 'HelmInstallFailed'
  const complaint = readComplaint({ words: condition.message, release: object, inquiry })
  const claim = claimFailure({ object, condition, cause, afterwards }, helmTable, inquiry)
  const more = given === undefined ? [] : [lineOf(object, sayCondition(given))]
  if (!complaint) return claim && { ...claim, evidence: [...claim.evidence, ...more] }
  return {
    reason: complaint.reason ?? cause,
    sentence: sentenceOf(`${nameOf(object.ref)} ${complaint.sentence}`),
    evidence: [lineOf(object, sayCondition(condition)), ...more],
    next: [...complaint.next, ...afterwards, kubectlDescribe(object.ref, facts), refresh(facts)],
  }
}

// Then not even a new chart or new values from elsewhere make helm-controller try again by itself.
function givenUp(object: SeenObject): SeenCondition | undefined {
  const stalled = conditionOf(object, 'Stalled')
  return stalled?.status === 'True' && stalled.reason === 'RetriesExceeded' ? stalled : undefined
}

// What became of the last try: while Ready already tells of the next, or of the way back, these keep what Helm said.
const lastTry = ['Released', 'TestSuccess', 'Remediated'] as const
// They say what was done about a failure, not what failed.
const aftermath: ReadonlySet<string> = new Set(['RollbackSucceeded', 'UninstallSucceeded', 'RetriesExceeded'])

function failureOf({ object }: CauseSubject): SeenCondition | undefined {
  if (!object) return undefined
  const ready = conditionOf(object, 'Ready')
  const isTold = ready?.status === 'False' && !aftermath.has(ready.reason)
  if (isTold) return ready
  const failed = lastTry.map(type => conditionOf(object, type)).find(one => one?.status === 'False')
  const stalled = conditionOf(object, 'Stalled')
  return failed ?? (stalled?.status === 'True' ? stalled : ready?.status === 'False' ? ready : undefined)
}

function ownWords(message: string): string {
  const [, words] = /^Helm \w+ failed for release \S+ with chart \S+: (.*)$/s.exec(message) ?? []
  return words ?? message
}
