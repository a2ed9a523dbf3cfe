import { lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { Rule } from '../guide.ts'
import { conditionOf } from '../object/seen-object.ts'
import { claimRefusal } from '../refusal/claim-refusal.ts'
import { commit, describe, refresh } from '../show/commands.ts'
import { sideOf } from './side-of.ts'

/** A Kustomization whose objects the API server of its cluster refuses. */
export const kustomizationRefused: Rule = ({ object }, inquiry) => {
  const ready = object && conditionOf(object, 'Ready')
  if (!object || ready?.status !== 'False') return undefined
  const about = { ...object.ref, on: sideOf(object) }
  return claimRefusal({ words: ready.message, about, line: words => lineOf(object, words) }, inquiry)
}

const phases: Readonly<Record<string, string>> = {
  BuildFailed: 'cannot be built',
  ReconciliationFailed: 'cannot be applied',
  PruneFailed: 'cannot delete what is no longer in Git',
  HealthCheckFailed: 'is applied, but something of it is not healthy',
  ArtifactFailed: 'cannot read its path from the source',
}

/** A Kustomization that kustomize-controller cannot build or apply. */
export const kustomizationFailed: Rule = ({ object }, { facts }) => {
  const ready = object && conditionOf(object, 'Ready')
  const phase =
    ready?.status === 'False' && Object.hasOwn(phases, ready.reason) ? phases[ready.reason] : undefined
  if (!object || !ready || phase === undefined) return undefined
  return {
    reason: 'KustomizationFailed',
    sentence: sentenceOf(`${nameOf(object.ref)} ${phase}`),
    evidence: [lineOf(object, sayCondition(ready))],
    next: [
      commit(`Correct what the path of ${nameOf(object.ref)} holds`),
      describe(object.ref, facts),
      refresh(facts),
    ],
  }
}
