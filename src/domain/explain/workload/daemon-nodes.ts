import { partOf } from '../../health/read-field.ts'
import { lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { Rule } from '../guide.ts'
import { numberIn } from '../object/seen-object.ts'
import { commit, describe } from '../show/commands.ts'
import { templateOf } from './set-amounts.ts'
import { labelsLacking, selectorPatch } from './node-demands.ts'

/** A DaemonSet that wants no pods, because no node has the labels that it asks for. */
export const noNodeSelected: Rule = ({ object }, inquiry) => {
  if (!object || object.ref.kind !== 'DaemonSet') return undefined
  if (numberIn(partOf(object.fields, 'status'), 'desiredNumberScheduled', 1) !== 0) return undefined
  const nodes = inquiry.list({ on: object.ref.on, apiVersion: 'v1', kind: 'Node' })
  const lacking = nodes.kind === 'listed' ? labelsLacking(templateOf(object), nodes.objects) : []
  const [label] = lacking
  if (label === undefined) return undefined
  return {
    reason: 'Unschedulable',
    sentence: sentenceOf(`No node has label ${label}, which ${nameOf(object.ref)} selects nodes by`),
    evidence: [lineOf(object, `spec.template.spec.nodeSelector asks for ${label}`)],
    next: [
      commit(
        `Change what ${nameOf(object.ref)} asks of its nodes, or give nodes the label`,
        selectorPatch(lacking),
      ),
      describe(object.ref, inquiry.facts),
    ],
  }
}
