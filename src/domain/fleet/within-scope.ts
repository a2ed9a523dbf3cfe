import { matchesSelector, type Selector } from '../labels/selector.ts'
import type { FleetSnapshot } from './fleet-snapshot.ts'

/** Which clusters of a fleet are meant. */
export interface FleetScope {
  /** Undefined for all. */
  readonly namespace: string | undefined
  readonly selector: Selector
}

/** A fleet without what is out of scope. */
export function withinScope(fleet: FleetSnapshot, { namespace, selector }: FleetScope): FleetSnapshot {
  const isNear = (one: { readonly namespace: string }) =>
    namespace === undefined || one.namespace === namespace
  return {
    ...fleet,
    fitouts: fleet.fitouts.filter(isNear),
    clusters: fleet.clusters.filter(cluster => isNear(cluster) && matchesSelector(selector, cluster.labels)),
  }
}
