import type { StepStatus } from '../plan/step-status.ts'
import { type ExplainFacts, valueOf } from './explain-facts.ts'
import { Inquiry } from './inquiry.ts'
import { isReady } from './seen-object.ts'

const presetNames: Readonly<Record<string, string>> = {
  api: 'API server',
  coredns: 'DNS',
  calico: 'CNI',
  cilium: 'CNI',
  flux: 'Flux',
  karpenter: 'Karpenter',
}

/** What was checked and is OK. Only what was read can be, and nothing that a step is said to wait for. */
export function ruledOut(facts: ExplainFacts): readonly string[] {
  const isRead = isSameCluster(facts)
  const steps = valueOf(facts.status)?.steps ?? []
  const doubted = new Set(steps.filter(step => !isFine(step, facts)).map(step => labelOf(step, facts)))
  const isUnread = steps.some(
    ({ unreadSince, reason }) => unreadSince !== undefined || reason === 'ProofNotRead',
  )
  const all = [
    ...(isRead ? ['API server', ...steps.map(step => labelOf(step, facts))] : []),
    ...(areSetsFine(facts) ? ['bindings and hashes'] : []),
    ...(areNodesFine(facts) ? ['nodes'] : []),
    // Who may not read what a proof asks for may lack a permission.
    ...(isRead && !isUnread ? ['kubeconfig'] : []),
  ]
  return [...new Set(all)].filter(label => !doubted.has(label))
}

// Of another cluster than the one that was proven, nothing is known to be fine.
function isSameCluster(facts: ExplainFacts): boolean {
  const view = valueOf(facts.view)
  const pinned = valueOf(facts.status)?.cluster?.identity
  return view?.kind === 'read' && (pinned === undefined || pinned === view.identity)
}

// What was read just now is newer than the status.
function isFine({ name, state, unreadSince, unprovenSince }: StepStatus, facts: ExplainFacts): boolean {
  if (state !== 'Ready' || unreadSince !== undefined || unprovenSince !== undefined) return false
  const seen = facts.steps.get(name)
  return seen === undefined || (seen.proof?.health === 'Current' && seen.unread === undefined)
}

// Two steps may prove the same part of a cluster: it is fine if both do.
function labelOf({ name }: StepStatus, facts: ExplainFacts): string {
  const plan = valueOf(facts.fitout)?.spec.steps.find(step => step.name === name)
  return presetNames[plan?.proof.preset ?? ''] ?? `step ${name}`
}

function areSetsFine({ resourceSets }: ExplainFacts): boolean {
  const sets = [...resourceSets.values()]
  return sets.length > 0 && sets.every(set => set.kind === 'read' && set.value.verdict === 'applied')
}

function areNodesFine(facts: ExplainFacts): boolean {
  const nodes = new Inquiry(facts).list({ on: 'Workload', apiVersion: 'v1', kind: 'Node' })
  if (nodes.kind !== 'listed' || nodes.objects.length === 0) return false
  return nodes.objects.every(isReady)
}
