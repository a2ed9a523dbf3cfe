import { lineOf } from '../claim.ts'
import type { CauseRule } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionOf, isStale, type SeenCondition, type SeenObject } from '../seen-object.ts'
import { claimRefusal } from '../refusal/claim-refusal.ts'
import { warningsAbout } from '../workload/warnings-about.ts'
import { claimFailure } from './claim-failure.ts'
import { kustomizeTable } from './flux-tables.ts'
import { sideOf } from './side-of.ts'

/** A Kustomization whose objects the API server of its cluster refuses. */
export const kustomizationRefused: CauseRule = ({ object }, inquiry) => {
  const ready = object && failureOf(object, inquiry)
  if (!object || !ready) return undefined
  const about = { ...object.ref, on: sideOf(object) }
  return claimRefusal({ words: ready.message, about, line: words => lineOf(object, words) }, inquiry)
}

/** A Kustomization that kustomize-controller cannot build, apply or find healthy. */
export const kustomizationFailed: CauseRule = ({ object }, inquiry) => {
  const condition = object && failureOf(object, inquiry)
  if (!object || !condition) return undefined
  return claimFailure({ object, condition, cause: 'KustomizationFailed' }, kustomizeTable, inquiry)
}

const failures = kustomizeTable.reasons.filter(({ cause }) => cause !== undefined).map(({ reason }) => reason)

/**
 * What a Kustomization failed by.
 *
 * While it is tried again its condition no longer says it; the event does, and counts as long as the newest spec was never
 * reached.
 */
function failureOf(object: SeenObject, inquiry: Inquiry): SeenCondition | undefined {
  const ready = conditionOf(object, 'Ready')
  if (ready?.status === 'False') return ready
  if (ready?.status !== 'Unknown' || !isStale(object)) return undefined
  const [told] = warningsAbout(object.ref, inquiry, failures)
  return told && { type: 'Ready', status: 'False', ...told }
}
