import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import { type Claim, lineAbout, lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import { valueOf } from '../explain-facts.ts'
import type { CauseRule, CauseSubject } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionOf, labelsIn, type SeenObject } from '../seen-object.ts'
import { act, changing, commit, kubectlDescribe, refresh, restart } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'
import { clusterRef } from '../stages/step-asked.ts'
import type { EvidenceLine } from '../why.ts'
import { ownerOf } from './container.ts'
import { beyondNodes, labelsLacking, nodesAskedFor, selectorPatch } from './node-demands.ts'
import { lackingResources, type Scheduling, schedulingOf } from './scheduling.ts'
import { sayTaint, tolerationPatch, untolerated } from './taints.ts'
import { volumeElsewhere } from './volume-elsewhere.ts'

/** A pod without a node, and the words of the scheduler taken apart. */
interface Case {
  readonly subject: CauseSubject
  readonly scheduling: Scheduling
  readonly line: EvidenceLine
  readonly inquiry: Inquiry
}

type CaseRule = (given: Case) => Claim | undefined

// A cluster of Fargate nodes has taints on all of them, so it comes before taints.
const rules: readonly CaseRule[] = [
  gated,
  noNodes,
  cordoned,
  fargateProfileMissing,
  taintsNotTolerated,
  labelsMissing,
  resourcesInsufficient,
  portsTaken,
  volumeElsewhere,
  others,
]

/** A pod that no node takes, and what it is about the nodes. */
export const unschedulable: CauseRule = (subject, inquiry) => {
  const { object } = subject
  const scheduling = object && schedulingOf(object)
  if (!object || !scheduling) return undefined
  const line = lineOf(object, `${scheduling.reason}: ${scheduling.message}`)
  for (const rule of rules) {
    const claim = rule({ subject, scheduling, line, inquiry })
    if (claim) return claim
  }
  return undefined
}

function noNodes({ subject, scheduling, line, inquiry: { facts } }: Case): Claim | undefined {
  if (scheduling.nodes !== 0) return undefined
  const cluster = valueOf(facts.cluster)
  const workers = cluster && conditionOf({ fields: cluster }, 'WorkersAvailable')
  const more =
    workers && workers.status !== 'True' ? [lineAbout(clusterRef(facts), sayCondition(workers))] : []
  return {
    reason: 'NoNodes',
    sentence: sentenceOf(`The cluster has no node for ${nameOf(ownerOf(subject))}`),
    evidence: [line, ...more],
    next: [
      commit('Give the Cluster a MachineDeployment or a node group, or a Fargate profile for the namespace'),
      kubectlDescribe(clusterRef(facts), facts),
    ],
  }
}

// Where nodes have other faults than a taint, these must be fixed first.
function cordoned({ subject, scheduling, line, inquiry }: Case): Claim | undefined {
  const cordons = scheduling.refusals.filter(({ words }) => words === 'node(s) were unschedulable')
  const isAll = scheduling.refusals.every(one => cordons.includes(one) || isTaint(one.words))
  if (cordons.length === 0 || !isAll) return undefined
  const node = nodesOf(inquiry, subject).find(
    ({ fields }) => partOf(fields, 'spec')['unschedulable'] === true,
  )
  if (!node) return undefined
  return {
    reason: 'Unschedulable',
    actor: 'Operator',
    sentence: sentenceOf(
      cordons.length === scheduling.refusals.length
        ? `Every node is cordoned, so ${nameOf(ownerOf(subject))} cannot be scheduled`
        : `${nameOf(node.ref)} is cordoned, and ${nameOf(ownerOf(subject))} does not tolerate the taints of the others`,
    ),
    evidence: [line, lineOf(node, 'spec.unschedulable is true')],
    next: [
      act(`Uncordon ${nameOf(node.ref)} unless it is cordoned on purpose`, node.ref, {
        facts: inquiry.facts,
        verb: `uncordon ${shellWord(node.ref.name)}`,
      }),
      refresh(inquiry.facts),
    ],
  }
}

const fargateLabel = 'eks.amazonaws.com/compute-type'

function fargateProfileMissing({ subject, line, inquiry }: Case): Claim | undefined {
  const { object } = subject
  const nodes = nodesOf(inquiry, subject)
  const isOnlyFargate =
    nodes.length > 0 && nodes.every(({ fields }) => labelsIn(fields)[fargateLabel] === 'fargate')
  const isCovered = object && 'eks.amazonaws.com/fargate-profile' in labelsIn(object.fields)
  if (!object || !isOnlyFargate || isCovered) return undefined
  const namespace = object.ref.namespace ?? ''
  return {
    reason: 'FargateProfileMissing',
    sentence: sentenceOf(
      `No Fargate profile covers ${nameOf(ownerOf(subject))}, and all nodes are Fargate nodes`,
    ),
    evidence: [line, ...nodes.slice(0, 1).map(node => lineOf(node, `has label ${fargateLabel}=fargate`))],
    next: [
      { text: `Add a Fargate profile for namespace "${namespace}" with Terraform` },
      restart(ownerOf(subject), 'pods from before the profile are never scheduled to Fargate', inquiry.facts),
    ],
  }
}

function taintsNotTolerated({ subject, scheduling, line, inquiry }: Case): Claim | undefined {
  const tainted = scheduling.refusals.filter(({ words }) => isTaint(words))
  const count = tainted.reduce((sum, { nodes }) => sum + nodes, 0)
  const { object } = subject
  if (!object || count === 0 || count !== scheduling.nodes) return undefined
  // The taint of a node that has other labels than those asked for says nothing.
  const nodes = nodesOf(inquiry, subject)
  const asked = nodesAskedFor(partOf(object.fields, 'spec'), nodes)
  const [taint] = untolerated(object, asked.length > 0 ? asked : nodes)
  const which = taint ? `taint "${sayTaint(taint)}"` : 'a taint'
  return {
    reason: 'TaintsNotTolerated',
    sentence: sentenceOf(
      `${nameOf(ownerOf(subject))} does not tolerate ${which}, and every node has such a taint`,
    ),
    evidence: [line],
    next: [
      changing(
        ownerOf(subject),
        commit(
          `Give the pods of ${nameOf(ownerOf(subject))} a toleration, or add nodes without the taint`,
          taint && subject.via && tolerationPatch(taint, object),
        ),
      ),
      kubectlDescribe(ownerOf(subject), inquiry.facts),
    ],
  }
}

function isTaint(words: string): boolean {
  return /untolerated taint|taints that the pod didn't tolerate/.test(words)
}

function labelsMissing({ subject, scheduling, line, inquiry }: Case): Claim | undefined {
  const { object } = subject
  const count = scheduling.refusals
    .filter(({ words }) => words === "node(s) didn't match Pod's node affinity/selector")
    .reduce((sum, { nodes }) => sum + nodes, 0)
  if (!object || count === 0) return undefined
  const nodes = nodesOf(inquiry, subject)
  const [label, ...more] = labelsLacking(partOf(object.fields, 'spec'), nodes)
  if (label === undefined) return undefined
  const owner = nameOf(ownerOf(subject))
  return {
    reason: 'Unschedulable',
    sentence: sentenceOf(`No node has label ${label}, which ${owner} requires`),
    evidence: [line],
    next: [
      changing(
        ownerOf(subject),
        commit(
          `Change the scheduling constraints of ${owner}, or add the label to nodes`,
          subject.via && selectorPatch([label, ...more]),
        ),
      ),
      kubectlDescribe(ownerOf(subject), inquiry.facts),
    ],
  }
}

function resourcesInsufficient({ subject, scheduling, line, inquiry }: Case): Claim | undefined {
  const { facts } = inquiry
  const lacking = lackingResources(scheduling)
  if (lacking.length === 0) return undefined
  const owner = nameOf(ownerOf(subject))
  const maker = inquiry.find(ownerOf(subject))
  const over =
    typeof maker === 'string'
      ? undefined
      : lacking.flatMap(resource => beyondNodes(maker, resource, nodesOf(inquiry, subject)) ?? [])[0]
  return {
    reason: 'ResourcesInsufficient',
    sentence: sentenceOf(
      over
        ? `${owner} requests ${over.asked} ${over.resource}, but no node has more than ${over.most}`
        : `No node has enough ${lacking.join(' and ')} for ${owner}`,
    ),
    evidence: [line],
    next: [
      // How much would be enough, only its people know.
      changing(ownerOf(subject), commit(`Add nodes, or lower the resource requests of ${owner}`)),
      kubectlDescribe(subject.ref, facts),
      refresh(facts),
    ],
  }
}

function gated({ subject, scheduling, line, inquiry: { facts } }: Case): Claim | undefined {
  const { object } = subject
  if (!object || scheduling.reason !== 'SchedulingGated') return undefined
  const gates = itemsIn(partOf(object.fields, 'spec'), 'schedulingGates').map(gate => textIn(gate, 'name'))
  const which = gates.length === 0 ? 'A scheduling gate' : `Scheduling gate "${gates.join('", "')}"`
  return {
    reason: 'Unschedulable',
    sentence: sentenceOf(`${which} blocks the pods of ${nameOf(ownerOf(subject))}`),
    evidence: [line],
    next: [
      changing(
        ownerOf(subject),
        commit(
          `Start the controller that removes the gate, or remove it from ${nameOf(ownerOf(subject))}`,
          subject.via && 'spec:\n  template:\n    spec:\n      schedulingGates: null',
        ),
      ),
      kubectlDescribe(subject.ref, facts),
    ],
  }
}

function portsTaken({ subject, scheduling, line, inquiry: { facts } }: Case): Claim | undefined {
  const isMeant = scheduling.refusals.some(({ words }) => words.includes("didn't have free ports"))
  const spec = subject.object ? partOf(subject.object.fields, 'spec') : {}
  const ports = itemsIn(spec, 'containers')
    .flatMap(container => itemsIn(container, 'ports'))
    .flatMap(({ hostPort }) => (typeof hostPort === 'number' && hostPort > 0 ? [hostPort] : []))
  if (!isMeant || ports.length === 0) return undefined
  const owner = nameOf(ownerOf(subject))
  const which = [...new Set(ports)].join(', ')
  return {
    reason: 'Unschedulable',
    sentence: sentenceOf(`No node that fits ${owner} has host port ${which} free`),
    evidence: [line],
    next: [
      commit(`Remove hostPort ${which} from ${owner}, or from the pod that uses it, or add nodes`),
      kubectlDescribe(subject.ref, facts),
    ],
  }
}

function others({ subject, scheduling, line, inquiry: { facts } }: Case): Claim {
  // Of nodes that the pod tolerates, there is more to say.
  const refusals = scheduling.refusals.toSorted((a, b) => Number(isTaint(a.words)) - Number(isTaint(b.words)))
  const words = refusals.map(one => `${one.nodes} ${one.words}`).join(', ')
  const owner = nameOf(ownerOf(subject))
  return {
    reason: 'Unschedulable',
    sentence: sentenceOf(`No node fits ${owner}: ${words || scheduling.message}`),
    evidence: [line],
    next: [
      commit(`Change the scheduling constraints of ${owner}, or add nodes that fit`),
      kubectlDescribe(subject.ref, facts),
    ],
  }
}

function nodesOf(inquiry: Inquiry, { ref: { on } }: CauseSubject): readonly SeenObject[] {
  const nodes = inquiry.list({ on, apiVersion: 'v1', kind: 'Node' })
  return nodes.kind === 'listed' ? nodes.objects : []
}
