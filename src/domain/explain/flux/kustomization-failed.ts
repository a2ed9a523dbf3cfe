import { partOf, textIn } from '../../health/read-field.ts'
import { lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { Rule } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionOf, isStale, type SeenCondition, type SeenObject } from '../object/seen-object.ts'
import { claimRefusal } from '../refusal/claim-refusal.ts'
import { commit, describe, refresh } from '../show/commands.ts'
import { warningsAbout } from '../workload/warnings-about.ts'
import { sideOf } from './side-of.ts'

/** A Kustomization whose objects the API server of its cluster refuses. */
export const kustomizationRefused: Rule = ({ object }, inquiry) => {
  const ready = object && failureOf(object, inquiry)
  if (!object || !ready) return undefined
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
export const kustomizationFailed: Rule = ({ object }, inquiry) => {
  const { facts } = inquiry
  const ready = object && failureOf(object, inquiry)
  const phase = ready && Object.hasOwn(phases, ready.reason) ? phases[ready.reason] : undefined
  if (!object || !ready || phase === undefined) return undefined
  const found = complaintIn(ready.message, object)
  return {
    reason: 'KustomizationFailed',
    sentence: sentenceOf(`${nameOf(object.ref)} ${found?.sentence ?? phase}`),
    evidence: [lineOf(object, sayCondition(ready))],
    next: [
      commit(found?.advice ?? `Correct what the path of ${nameOf(object.ref)} holds`),
      describe(object.ref, facts),
      refresh(facts),
    ],
  }
}

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
  const [told] = warningsAbout(object.ref, inquiry, Object.keys(phases))
  return told && { type: 'Ready', status: 'False', ...told }
}

interface Complaint {
  readonly sentence: string
  readonly advice: string
}

// kustomize-controller: kustomization path not found; substitute from 'ConfigMap/x' error: …
function complaintIn(message: string, { ref, fields }: SeenObject): Complaint | undefined {
  if (message.includes('kustomization path not found')) {
    const path = textIn(partOf(fields, 'spec'), 'path', './')
    return {
      sentence: `is made from path "${path}", which its source does not have`,
      advice: `Correct spec.path of ${nameOf(ref)}, or commit what is to be there`,
    }
  }
  const [, file] =
    /accumulating resources from '([^'\s]{1,200})': open .{1,500}: no such file/s.exec(message) ?? []
  if (file !== undefined) {
    return {
      sentence: `cannot be built: its kustomization.yaml names "${file}", which is not there`,
      advice: `Commit "${file}", or take it from the kustomization.yaml in the path of ${nameOf(ref)}`,
    }
  }
  const [, kind, name] =
    /substitute from '(ConfigMap|Secret)\/([a-z0-9.-]{1,253})' error: .*not found/s.exec(message) ?? []
  if (kind === undefined) return undefined
  const holder = `${kind} "${name}"`
  return {
    sentence: `is filled from ${holder}, which does not exist`,
    advice: `Deliver ${holder} to namespace "${ref.namespace ?? ''}" in this step or an earlier one`,
  }
}
