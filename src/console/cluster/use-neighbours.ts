import { useMemo } from 'react'
import { idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { byUrgency, needsAction } from '../../domain/fleet/sum-fleet.ts'
import { useFleet } from '../data/fleet-store.ts'

/** The clusters before and behind one, among those that need attention; it may be none of them itself. */
export function useNeighbours(id: string): {
  readonly previous: string | undefined
  readonly next: string | undefined
} {
  const { clusters } = useFleet()
  return useMemo(() => {
    const ids = byUrgency(clusters.filter(one => needsAction(one) || idOf(one) === id)).map(idOf)
    const at = ids.indexOf(id)
    return { previous: ids[at - 1], next: ids[at + 1] }
  }, [clusters, id])
}
