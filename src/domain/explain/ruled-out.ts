import { type ExplainFacts, valueOf } from './explain-facts.ts'
import { Inquiry } from './inquiry.ts'
import { isReady } from './object/seen-object.ts'

const presetNames: Readonly<Record<string, string>> = {
  api: 'API server',
  coredns: 'DNS',
  calico: 'CNI',
  cilium: 'CNI',
  flux: 'Flux',
  karpenter: 'Karpenter',
}

/** What was checked and is fine. Only what was read can be. */
export function ruledOut(facts: ExplainFacts): readonly string[] {
  const isRead = isSameCluster(facts)
  const all = [
    ...(isRead ? ['API server', ...readySteps(facts)] : []),
    ...(areSetsFine(facts) ? ['bindings and hashes'] : []),
    ...(areNodesFine(facts) ? ['nodes'] : []),
    ...(isRead ? ['kubeconfig'] : []),
  ]
  return [...new Set(all)]
}

// Of another cluster than the one that was proven, nothing is known to be fine.
function isSameCluster(facts: ExplainFacts): boolean {
  const view = valueOf(facts.view)
  const pinned = valueOf(facts.status)?.cluster?.identity
  return view?.kind === 'read' && (pinned === undefined || pinned === view.identity)
}

function readySteps(facts: ExplainFacts): readonly string[] {
  const plans = valueOf(facts.fitout)?.spec.steps ?? []
  const ready = (valueOf(facts.status)?.steps ?? []).filter(
    ({ state, unreadSince }) => state === 'Ready' && unreadSince === undefined,
  )
  return ready.map(({ name }) => {
    const preset = plans.find(plan => plan.name === name)?.proof.preset ?? ''
    return presetNames[preset] ?? `step ${name}`
  })
}

function areSetsFine({ resourceSets }: ExplainFacts): boolean {
  const sets = [...resourceSets.values()]
  return sets.length > 0 && sets.every(set => set.kind === 'read' && set.value.verdict === 'applied')
}

function areNodesFine(facts: ExplainFacts): boolean {
  const nodes = new Inquiry(facts).list({ on: 'workload', apiVersion: 'v1', kind: 'Node' })
  if (nodes.kind !== 'listed' || nodes.objects.length === 0) return false
  return nodes.objects.every(isReady)
}
