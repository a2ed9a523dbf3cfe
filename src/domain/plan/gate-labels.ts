import { names } from '../api/api-names.ts'
import type { Fitout, FitoutStep } from '../api/schema/fitout-schema.ts'
import { needsHandOver } from '../hand-over/cluster-identity.ts'
import { addresseeOf } from '../hand-over/wrap/hand-over-name.ts'
import type { ObservedCluster } from './cluster-facts.ts'

/**
 * The labels of a Cluster that are Fitout's: gates that it opened and that are still in the plan, those that open now,
 * and the address of its hand-overs. What is not among them any more is withdrawn.
 */
export function labelsOf(
  fitout: Fitout,
  cluster: ObservedCluster,
  { opening, begun }: { readonly opening: readonly FitoutStep[]; readonly begun: readonly FitoutStep[] },
): Readonly<Record<string, string>> {
  const opens = new Set(opening.map(({ name }) => name))
  const gates = fitout.spec.steps.flatMap(({ name, gate }) => {
    if (!gate) return []
    const isLatched = cluster.ownLabels.has(gate.label)
    return isLatched || opens.has(name) ? [[gate.label, gate.value] as const] : []
  })
  // The address comes along with the first gate, or when a hand-over is next: a write of its own is rarely worth it.
  const isWorthIt = opening.length > 0 || cluster.ownLabels.size > 0 || begun.some(needsHandOver)
  const address =
    isWorthIt && fitout.spec.steps.some(needsHandOver)
      ? [[names.addresseeLabel, addresseeOf(cluster)] as const]
      : []
  return Object.fromEntries([...gates, ...address])
}

/** Whether the Cluster has just these labels of Fitout's already. */
export function hasLabels(cluster: ObservedCluster, wanted: Readonly<Record<string, string>>): boolean {
  const own = [...cluster.ownLabels]
  return (
    own.length === Object.keys(wanted).length && own.every(label => wanted[label] === cluster.labels[label])
  )
}
