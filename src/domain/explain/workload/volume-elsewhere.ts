import { type Fields, itemsIn, partOf, textIn, textsIn } from '../../object/fields.ts'
import { type Claim, lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { CauseSubject } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import type { SeenObject } from '../seen-object.ts'
import { commit, kubectlDescribe } from '../show/commands.ts'
import type { EvidenceLine } from '../why.ts'
import { ownerOf } from './container.ts'
import type { Scheduling } from './scheduling.ts'
import { claimsOfPod } from './volume.ts'

/** A pod without a node, and the words of the scheduler. */
interface Case {
  readonly subject: CauseSubject
  readonly scheduling: Scheduling
  readonly line: EvidenceLine
  readonly inquiry: Inquiry
}

/** A pod that mounts a volume which no node that takes the pod can reach. */
export function volumeElsewhere({ subject, scheduling, line, inquiry }: Case): Claim | undefined {
  if (!isVolumeElsewhere(scheduling)) return undefined
  const volume = claimsOfPod(subject, inquiry).flatMap(ref => volumeOf(inquiry.find(ref), inquiry))[0]
  if (!volume) return undefined
  const wanted = affinityOf(volume)
  const owner = nameOf(ownerOf(subject))
  return {
    reason: 'Unschedulable',
    sentence: sentenceOf(
      `${nameOf(volume.ref)}, which ${owner} mounts, requires ${wanted}, which no node for its pods has`,
    ),
    evidence: [line, lineOf(volume, `spec.nodeAffinity requires ${wanted}`)],
    next: [
      commit(`Add a node with ${wanted} that accepts the pods of ${owner}, or use another volume`),
      kubectlDescribe(volume.ref, inquiry.facts),
    ],
  }
}

/** Whether the scheduler says of nodes that a volume of the pod cannot be used there. */
export function isVolumeElsewhere({ refusals }: Scheduling): boolean {
  const conflict = /volume node affinity conflict|match PersistentVolume's node affinity/
  return refusals.some(({ words }) => conflict.test(words))
}

function volumeOf(claim: ReturnType<Inquiry['find']>, inquiry: Inquiry): readonly SeenObject[] {
  if (typeof claim === 'string') return []
  const name = textIn(partOf(claim.fields, 'spec'), 'volumeName')
  if (name === '') return []
  const { on } = claim.ref
  const volume = inquiry.find({ on, apiVersion: 'v1', kind: 'PersistentVolume', name })
  return typeof volume === 'string' || affinityOf(volume) === '' ? [] : [volume]
}

// As Kubernetes writes it: zone In [a, b].
function affinityOf({ fields }: SeenObject): string {
  const required = partOf(partOf(partOf(fields, 'spec'), 'nodeAffinity'), 'required')
  const terms = itemsIn(required, 'nodeSelectorTerms')
  return terms.map(term => itemsIn(term, 'matchExpressions').map(sayDemand).join(' and ')).join(' or ')
}

function sayDemand(demand: Fields): string {
  const values = textsIn(demand, 'values')
  return `${textIn(demand, 'key')} ${textIn(demand, 'operator')}${values.length > 0 ? ` [${values.join(', ')}]` : ''}`
}
