import { partOf } from '../../health/read-field.ts'
import { type Claim, lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import type { Rule } from '../guide.ts'
import { numberIn, type SeenObject } from '../object/seen-object.ts'
import { changing, commit, describe } from '../show/commands.ts'
import { labelsLacking, selectorPatch } from './node-demands.ts'
import { templateOf } from './set-amounts.ts'
import { sayTaint, tolerationPatch, untolerated } from './taints.ts'

/** A DaemonSet that wants no pods, because no node has the labels that it asks for, or all have taints. */
export const noNodeSelected: Rule = ({ object }, inquiry) => {
  if (!object || object.ref.kind !== 'DaemonSet') return undefined
  if (numberIn(partOf(object.fields, 'status'), 'desiredNumberScheduled', 1) !== 0) return undefined
  const nodes = inquiry.list({ on: object.ref.on, apiVersion: 'v1', kind: 'Node' })
  if (nodes.kind !== 'listed' || nodes.objects.length === 0) return undefined
  const { facts } = inquiry
  return (
    labelsMissing(object, nodes.objects, facts) ??
    allTainted(object, nodes.objects, facts) ??
    affinityUnmet(object, facts)
  )
}

function labelsMissing(
  object: SeenObject,
  nodes: readonly SeenObject[],
  facts: ExplainFacts,
): Claim | undefined {
  const lacking = labelsLacking(templateOf(object), nodes)
  const [label] = lacking
  if (label === undefined) return undefined
  return {
    reason: 'Unschedulable',
    sentence: sentenceOf(`No node has label ${label}, which ${nameOf(object.ref)} selects nodes by`),
    evidence: [lineOf(object, `spec.template.spec.nodeSelector asks for ${label}`)],
    next: [
      changing(
        object.ref,
        commit(
          `Change what ${nameOf(object.ref)} asks of its nodes, or give nodes the label`,
          selectorPatch(lacking),
        ),
      ),
      describe(object.ref, facts),
    ],
  }
}

function allTainted(
  object: SeenObject,
  nodes: readonly SeenObject[],
  facts: ExplainFacts,
): Claim | undefined {
  const pod = { ref: object.ref, fields: { spec: templateOf(object) } }
  // Kubernetes lets the pods of DaemonSets tolerate what it marks nodes with itself.
  const each = nodes.map(node =>
    untolerated(pod, [node]).filter(({ key }) => !key.startsWith('node.kubernetes.io/')),
  )
  const taint = untolerated(pod, nodes).find(({ key }) => !key.startsWith('node.kubernetes.io/'))
  if (!taint || each.some(taints => taints.length === 0)) return undefined
  return {
    reason: 'TaintsNotTolerated',
    sentence: sentenceOf(
      `${nameOf(object.ref)} does not tolerate taint "${sayTaint(taint)}", and every node has one like it`,
    ),
    evidence: [
      lineOf(object),
      ...nodes.slice(0, 1).map(node => lineOf(node, `has taint ${sayTaint(taint)}`)),
    ],
    next: [
      changing(
        object.ref,
        commit(
          `Give the pods of ${nameOf(object.ref)} a toleration, or add nodes without the taint`,
          tolerationPatch(taint, pod),
        ),
      ),
      describe(object.ref, facts),
    ],
  }
}

function affinityUnmet(object: SeenObject, facts: ExplainFacts): Claim | undefined {
  const affinity = partOf(partOf(templateOf(object), 'affinity'), 'nodeAffinity')
  const required = 'requiredDuringSchedulingIgnoredDuringExecution'
  if (!(required in affinity)) return undefined
  return {
    reason: 'Unschedulable',
    sentence: sentenceOf(`No node matches the nodeAffinity of ${nameOf(object.ref)}`),
    evidence: [lineOf(object, `nodeAffinity asks for ${JSON.stringify(affinity[required])}`)],
    next: [
      changing(
        object.ref,
        commit(
          `Change what ${nameOf(object.ref)} asks of its nodes, or give nodes the labels`,
          'spec:\n  template:\n    spec:\n      affinity:\n        nodeAffinity: null',
        ),
      ),
      describe(object.ref, facts),
    ],
  }
}
