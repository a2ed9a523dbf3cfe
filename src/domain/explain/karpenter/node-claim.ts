import { type Claim, lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import type { CauseRule } from '../guide.ts'
import { conditionOf, type SeenCondition, type SeenObject } from '../seen-object.ts'
import { commit, kubectlDescribe } from '../show/commands.ts'
import { cloudWords } from '../workload/cloud-words.ts'

/** A node that was asked for and not made, or made and not joined. */
export const nodeClaimFailed: CauseRule = ({ object }, { facts }) => {
  if (!object) return undefined
  const launched = conditionOf(object, 'Launched')
  if (launched && launched.status !== 'True' && launched.reason !== 'AwaitingReconciliation') {
    const line = lineOf(object, sayCondition(launched))
    const known = cloudWords(
      { words: `${launched.reason} ${launched.message}`, who: 'Karpenter', line },
      facts,
    )
    return known ?? notLaunched(object, launched, facts)
  }
  const registered = conditionOf(object, 'Registered')
  if (launched?.status !== 'True' || !registered) return undefined
  if (registered.status === 'True') return notInitialized(object, facts)
  return {
    reason: 'NodeNotRegistered',
    sentence: sentenceOf(`${nameOf(object.ref)} has an instance that does not join the cluster`),
    evidence: [lineOf(object, sayCondition(registered))],
    next: [
      {
        text: 'Give the role of the nodes an access entry of type EC2_LINUX, and allow traffic from its security group to the API server',
      },
      kubectlDescribe(object.ref, facts),
    ],
  }
}

function notLaunched(object: SeenObject, launched: SeenCondition, facts: ExplainFacts): Claim {
  return {
    reason: 'NodeLaunchFailed',
    sentence: sentenceOf(`${nameOf(object.ref)} has no instance: ${launched.message || launched.reason}`),
    evidence: [lineOf(object, sayCondition(launched))],
    next: [
      commit('Correct the node class or the requirements of the NodePool'),
      kubectlDescribe(object.ref, facts),
    ],
  }
}

// The machine is a node, and something on it is still to come: a taint to be taken away, a resource, the kubelet.
function notInitialized(object: SeenObject, facts: ExplainFacts): Claim | undefined {
  const initialized = conditionOf(object, 'Initialized')
  if (!initialized || initialized.status === 'True' || initialized.message === '') return undefined
  return {
    reason: 'NodeNotReady',
    sentence: sentenceOf(`The node of ${nameOf(object.ref)} is not initialized: ${initialized.message}`),
    evidence: [lineOf(object, sayCondition(initialized))],
    next: [
      {
        text: 'Start the component that removes the taint or registers the resource: a CNI, a device plugin or a driver',
      },
      kubectlDescribe(object.ref, facts),
    ],
  }
}
