import type { BothSides } from './compare/target-changes.ts'
import { gatesOf } from './delivery/read-fleet-side.ts'
import type { ClusterOnSide } from './delivery/fleet-sides.ts'
import type { PlannedGate } from './fleet-change.ts'

/** The gates that open or close on clusters that exist: steps that are new, and steps that are no more. */
export function gateChanges({ before, after }: BothSides): readonly PlannedGate[] {
  const found = new Map<string, PlannedGate & { readonly clusters: string[] }>()
  const add = (op: PlannedGate['op'], cluster: ClusterOnSide, label: string) => {
    const step = gatesOf(cluster.fitout).find(gate => gate.label === label)?.step ?? ''
    const fitout = cluster.fitout ? `${cluster.namespace}/${cluster.fitout.metadata.name}` : ''
    const key = JSON.stringify([op, fitout, label])
    const known = found.get(key) ?? { label, step, fitout, op, clusters: [] }
    found.set(key, known)
    known.clusters.push(cluster.id)
  }
  for (const [id, was] of before.clusters) {
    const is = after.clusters.get(id)
    if (!is) continue
    const [old, now] = [new Set(was.openGates), new Set(is.openGates)]
    for (const label of now) if (!old.has(label)) add('opens', is, label)
    for (const label of old) if (!now.has(label)) add('closes', was, label)
  }
  return [...found.values()]
}
