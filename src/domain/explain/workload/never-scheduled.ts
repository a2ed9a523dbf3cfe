import { partOf, textIn } from '../../object/fields.ts'
import { lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { CauseRule } from '../guide.ts'
import { conditionOf } from '../seen-object.ts'
import { changing, commit, kubectlDescribe } from '../show/commands.ts'
import { ownerOf } from './container.ts'

const USUAL = 'default-scheduler'

/** A pod that no scheduler has looked at: the one that it names does not run. */
export const neverScheduled: CauseRule = (subject, { facts }) => {
  const { object } = subject
  const spec = object ? partOf(object.fields, 'spec') : {}
  if (!object || textIn(spec, 'nodeName') !== '' || conditionOf(object, 'PodScheduled')) return undefined
  if (textIn(partOf(object.fields, 'status'), 'phase') !== 'Pending') return undefined
  const scheduler = textIn(spec, 'schedulerName', USUAL)
  const owner = nameOf(ownerOf(subject))
  const isUsual = scheduler === USUAL
  return {
    reason: 'Unschedulable',
    actor: isUsual ? 'Operator' : 'Git',
    sentence: sentenceOf(`Scheduler "${scheduler}" has not processed the pods of ${owner}`),
    evidence: [
      lineOf(object, `spec.schedulerName is "${scheduler}", and the pod has no condition PodScheduled`),
    ],
    next: [
      isUsual
        ? { text: 'Start kube-scheduler of the control plane of the cluster' }
        : changing(
            ownerOf(subject),
            commit(
              `Start scheduler "${scheduler}", or remove schedulerName from ${owner}`,
              subject.via && `spec:\n  template:\n    spec:\n      schedulerName: ${USUAL}`,
            ),
          ),
      kubectlDescribe(object.ref, facts),
    ],
  }
}
