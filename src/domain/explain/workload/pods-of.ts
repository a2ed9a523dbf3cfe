import { partOf } from '../../health/read-field.ts'
import { unreadyPods } from '../chain/pods.ts'
import { lineOf } from '../claim.ts'
import type { Lead, Rule, Subject } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionOf, type SeenObject } from '../object/seen-object.ts'
import { claimRefusal } from '../refusal/claim-refusal.ts'
import { warningsAbout } from './warnings-about.ts'

/** The pods of a Deployment, DaemonSet, StatefulSet, ReplicaSet or Job that are not ready. */
export const podsOf: Lead = ({ object }, inquiry) => (object ? unreadyPods(object, inquiry) : [])

/** A controller that may not make its pods: the API server refuses them. */
export const podsRefused: Rule = (subject, inquiry) => {
  const { object } = subject
  if (!object) return undefined
  const failure = conditionOf(object, 'ReplicaFailure')
  if (failure?.status === 'True') {
    return claimRefusal(
      { words: failure.message, about: object.ref, line: words => lineOf(object, words) },
      inquiry,
    )
  }
  return refusedByEvent(subject, inquiry)
}

// DaemonSets and StatefulSets have no condition for it.
function refusedByEvent({ object }: Subject, inquiry: Inquiry) {
  if (!object || !lacksPods(object)) return undefined
  const [event] = warningsAbout(object.ref, inquiry, ['FailedCreate'])
  return (
    event &&
    claimRefusal({ words: event.message, about: object.ref, line: words => lineOf(object, words) }, inquiry)
  )
}

function lacksPods({ fields, ref }: SeenObject): boolean {
  const [status, spec] = [partOf(fields, 'status'), partOf(fields, 'spec')]
  if (ref.kind === 'DaemonSet')
    return countOf(status['currentNumberScheduled']) < countOf(status['desiredNumberScheduled'])
  if (ref.kind === 'Job') return countOf(status['active']) === 0
  return countOf(status['replicas']) < countOf(spec['replicas'] ?? 1)
}

function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
