import { partOf } from '../../object/fields.ts'
import { jobsOf } from '../chain/neighbours.ts'
import { unreadyPods } from '../chain/pods.ts'
import { lineOf } from '../claim.ts'
import type { Lead, CauseRule } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionOf, type SeenObject } from '../seen-object.ts'
import { claimPodRefusal } from '../refusal/claim-as-said.ts'
import { warningsAbout } from './warnings-about.ts'

/** The pods of a Deployment, DaemonSet, StatefulSet, ReplicaSet or Job that are not ready. */
export const podsOf: Lead = ({ object }, inquiry) => (object ? unreadyPods(object, inquiry) : [])

/** The newest Job of a CronJob that has not ended well. */
export const jobsOfCron: Lead = ({ object }, inquiry) => (object ? jobsOf(object, inquiry) : [])

/** A controller that may not make its pods: the API server refuses them. */
export const podsRefused: CauseRule = ({ object }, inquiry) => {
  const words = object && refusalOf(object, inquiry)
  if (!object || words === undefined) return undefined
  return claimPodRefusal({ words, about: object.ref, line: said => lineOf(object, said) }, inquiry)
}

// DaemonSets, StatefulSets and Jobs have no condition for it.
function refusalOf(object: SeenObject, inquiry: Inquiry): string | undefined {
  const failure = conditionOf(object, 'ReplicaFailure')
  if (failure?.status === 'True') return failure.message
  const progress = conditionOf(object, 'Progressing')
  if (progress?.reason === 'ReplicaSetCreateError') return progress.message
  if (!lacksPods(object)) return undefined
  return warningsAbout(object.ref, inquiry, ['FailedCreate'])[0]?.message
}

function lacksPods({ fields, ref }: SeenObject): boolean {
  const [status, spec] = [partOf(fields, 'status'), partOf(fields, 'spec')]
  if (ref.kind === 'DaemonSet')
    return countOf(status['currentNumberScheduled']) < countOf(status['desiredNumberScheduled'])
  if (ref.kind === 'Job') return countOf(status['active']) === 0
  if (ref.kind === 'CronJob') return true
  return countOf(status['replicas']) < countOf(spec['replicas'] ?? 1)
}

function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
