import { type Fields, numberIn, partOf } from '../../object/fields.ts'
import { type Claim, lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import type { CauseRule } from '../guide.ts'
import type { SeenObject } from '../seen-object.ts'
import { changing, commit, kubectlDescribe } from '../show/commands.ts'
import { labelsLacking, nodesAskedFor, selectorPatch } from './node-demands.ts'
import { templateOf } from './set-amounts.ts'
import { sayTaint, tolerationPatch, untolerated } from './taints.ts'

/** A DaemonSet that wants no pods, because no node has the labels that it asks for, or all have taints. */
export const noNodeSelected: CauseRule = ({ object }, inquiry) => {
  if (!object || object.ref.kind !== 'DaemonSet') return undefined
  if (numberIn(partOf(object.fields, 'status'), 'desiredNumberScheduled', 1) !== 0) return undefined
  const nodes = inquiry.list({ on: object.ref.on, apiVersion: 'v1', kind: 'Node' })
  if (nodes.kind !== 'listed' || nodes.objects.length === 0) return undefined
  const { facts } = inquiry
  const selected = nodesAskedFor(templateOf(object), nodes.objects)
  return (
    labelsMissing(object, nodes.objects, facts) ??
    (selected.length > 0 ? allTainted(object, { nodes: nodes.objects, selected }, facts) : undefined) ??
    (selected.length === 0 ? affinityUnmet(object, facts) : undefined)
  )
}

function labelsMissing(
  object: SeenObject,
  nodes: readonly SeenObject[],
  facts: ExplainFacts,
): Claim | undefined {
  const template = templateOf(object)
  const alone = labelsLacking(template, nodes)
  const lacking = alone.length > 0 ? alone : labelsApart(template, nodes)
  const [label] = lacking
  if (label === undefined) return undefined
  const which = alone.length > 0 ? `label ${label}` : `labels ${lacking.join(' and ')} together`
  return {
    reason: 'Unschedulable',
    sentence: sentenceOf(`No node has ${which}, which ${nameOf(object.ref)} requires`),
    evidence: [lineOf(object, `spec.template.spec.nodeSelector requires ${lacking.join(' and ')}`)],
    next: [
      changing(
        object.ref,
        commit(
          `Change the scheduling constraints of ${nameOf(object.ref)}, or add the label to nodes`,
          selectorPatch(lacking),
        ),
      ),
      kubectlDescribe(object.ref, facts),
    ],
  }
}

// Each label is on a node, and all of them on none.
function labelsApart(template: Fields, nodes: readonly SeenObject[]): readonly string[] {
  const { nodeSelector } = template
  if (nodesAskedFor({ nodeSelector }, nodes).length > 0) return []
  return Object.entries(partOf(template, 'nodeSelector'))
    .map(([key, value]) => `${key}=${String(value)}`)
    .toSorted()
}

interface Nodes {
  readonly nodes: readonly SeenObject[]
  /** Those that have the labels that are asked for. */
  readonly selected: readonly SeenObject[]
}

function allTainted(object: SeenObject, { nodes, selected }: Nodes, facts: ExplainFacts): Claim | undefined {
  const pod = { ref: object.ref, fields: { spec: templateOf(object) } }
  // Kubernetes lets the pods of DaemonSets tolerate what it marks nodes with itself.
  const each = selected.map(node =>
    untolerated(pod, [node]).filter(({ key }) => !key.startsWith('node.kubernetes.io/')),
  )
  const taint = untolerated(pod, selected).find(({ key }) => !key.startsWith('node.kubernetes.io/'))
  if (!taint || each.some(taints => taints.length === 0)) return undefined
  const who =
    selected.length === nodes.length
      ? 'and every node has such a taint'
      : 'and every node that it selects has such a taint'
  return {
    reason: 'TaintsNotTolerated',
    sentence: sentenceOf(`${nameOf(object.ref)} does not tolerate taint "${sayTaint(taint)}", ${who}`),
    evidence: [
      lineOf(object),
      ...selected.slice(0, 1).map(node => lineOf(node, `has taint ${sayTaint(taint)}`)),
    ],
    next: [
      changing(
        object.ref,
        commit(
          `Give the pods of ${nameOf(object.ref)} a toleration, or add nodes without the taint`,
          tolerationPatch(taint, pod),
        ),
      ),
      kubectlDescribe(object.ref, facts),
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
    evidence: [lineOf(object, `nodeAffinity requires ${JSON.stringify(affinity[required])}`)],
    next: [
      changing(
        object.ref,
        commit(
          `Change the scheduling constraints of ${nameOf(object.ref)}, or add the labels to nodes`,
          'spec:\n  template:\n    spec:\n      affinity:\n        nodeAffinity: null',
        ),
      ),
      kubectlDescribe(object.ref, facts),
    ],
  }
}
