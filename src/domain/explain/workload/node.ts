import { partOf, textIn } from '../../object/fields.ts'
import { lineOf, lineOfAbsent, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { Lead, CauseRule } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionOf, type SeenRef } from '../seen-object.ts'
import { commit, kubectlDescribe, refresh } from '../show/commands.ts'
import { ownerOf } from './container.ts'
import { warningsAbout } from './warnings-about.ts'

const networkWords =
  /cni plugin not initialized|cni config uninitialized|NetworkPluginNotReady|network plugin is not ready/i

/** The node that a pod is on. What runs in the network of the node does not wait for that of the pods. */
export const nodeOfPod: Lead = ({ object }, inquiry) => {
  const spec = object ? partOf(object.fields, 'spec') : {}
  const name = textIn(spec, 'nodeName')
  if (!object || name === '') return []
  const ref = { on: object.ref.on, apiVersion: 'v1', kind: 'Node', name }
  const node = inquiry.find(ref)
  if (typeof node === 'string') return []
  const isCutOff = conditionOf(node, 'Ready')?.status === 'Unknown'
  return spec['hostNetwork'] === true && !isCutOff ? [] : [ref]
}

/** A pod that was given to a node which is not there. */
export const nodeMissing: CauseRule = (subject, inquiry) => {
  const { object } = subject
  const name = object ? textIn(partOf(object.fields, 'spec'), 'nodeName') : ''
  if (!object || name === '') return undefined
  const ref = { on: object.ref.on, apiVersion: 'v1', kind: 'Node', name }
  if (inquiry.find(ref) !== 'absent') return undefined
  const owner = ownerOf(subject)
  const isNamed = subject.via !== undefined && namesNode(subject.via, name, inquiry)
  return {
    reason: 'NodeNotReady',
    sentence: sentenceOf(`${nameOf(ref)}, which spec.nodeName of ${nameOf(owner)} requires, does not exist`),
    evidence: [lineOf(object, `spec.nodeName is "${name}"`), lineOfAbsent(ref)],
    next: [
      commit(
        `Remove nodeName from ${nameOf(owner)}, or restore the node`,
        isNamed ? 'spec:\n  template:\n    spec:\n      nodeName: null' : undefined,
      ),
      kubectlDescribe(object.ref, inquiry.facts),
    ],
  }
}

function namesNode(maker: SeenRef, name: string, inquiry: Inquiry): boolean {
  const object = inquiry.find(maker)
  if (typeof object === 'string') return false
  return textIn(partOf(partOf(partOf(object.fields, 'spec'), 'template'), 'spec'), 'nodeName') === name
}

/** A node that does not say Ready, and why. */
export const nodeNotReady: CauseRule = ({ object }, { facts }) => {
  const ready = object && conditionOf(object, 'Ready')
  if (!object || !ready || ready.status === 'True') return undefined
  const evidence = [lineOf(object, sayCondition(ready))] as const
  if (networkWords.test(ready.message)) {
    return {
      reason: 'NetworkNotReady',
      sentence: sentenceOf(`${nameOf(object.ref)} has no network for pods: no CNI plugin has set it up`),
      evidence,
      next: [
        commit('Deliver the CNI in an earlier step, and check why it is not Ready there'),
        refresh(facts),
      ],
    }
  }
  const cause = ready.status === 'Unknown' ? 'has stopped reporting' : 'is not ready'
  return {
    reason: 'NodeNotReady',
    sentence: sentenceOf(`${nameOf(object.ref)} ${cause}`),
    evidence,
    next: [kubectlDescribe(object.ref, facts), refresh(facts)],
  }
}

/** A pod that gets no network: its node is ready, but the CNI plugin fails. */
export const networkOfPod: CauseRule = (subject, inquiry) => {
  const { object } = subject
  const [told] = object
    ? warningsAbout(object.ref, inquiry, ['FailedCreatePodSandBox', 'NetworkNotReady'])
    : []
  if (!object || !told || !/network|cni/i.test(told.message)) return undefined
  return {
    reason: 'NetworkNotReady',
    sentence: sentenceOf(
      `The CNI plugin cannot set up the network for the pods of ${nameOf(ownerOf(subject))}`,
    ),
    evidence: [lineOf(object, told.message)],
    next: [
      { text: 'Check that the CNI pods run on the node of this pod' },
      kubectlDescribe(object.ref, inquiry.facts),
    ],
  }
}
