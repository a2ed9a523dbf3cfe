import { findCluster } from '../../domain/fleet/find-cluster.ts'
import { type FleetSnapshot, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { demandCluster } from '../fleet/named-clusters.ts'

/** Gives every name its namespace for good. One that no cluster has yet is looked for in `home`. */
export function pinNames(names: readonly string[], fleet: FleetSnapshot, home: string): readonly string[] {
  return names.map(name => {
    if (name.includes('/')) return name
    return findCluster(fleet, name).kind === 'none'
      ? `${home}/${name}`
      : idOf(demandCluster(fleet, name, 'wait'))
  })
}
