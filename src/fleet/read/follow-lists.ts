import { resources } from '../../controller/world/resources.ts'
import type { FleetScope } from '../../domain/fleet/within-scope.ts'
import type { Resource } from '../../engine/api/api.ts'
import { followSelection } from '../../engine/follow/follow-selection.ts'
import type { Link } from '../link/link.ts'
import type { Lists } from './build-snapshot.ts'

/** A watch that breaks is fixed within seconds. */
const SILENCE_MS = 15_000

/** The objects of a fleet, followed. */
export interface FollowedLists {
  /** Undefined until all are listed: half a fleet must not pass for a whole one, what is not listed yet would be gone. */
  readonly lists: () => Lists | undefined
  /** Since when nothing is heard of the management cluster; undefined while all is well. */
  readonly silentSince: () => number | undefined
  readonly stop: () => Promise<void>
}

/** Follows the objects of a fleet, and tells of each change. */
export function followLists(link: Link, { namespace }: FleetScope, onChange: () => void): FollowedLists {
  const { management, clock, random } = link
  const follow = (resource: Resource) => {
    const selection = { resource, ...(namespace === undefined ? {} : { namespace }) }
    return followSelection(management, selection, { clock, random, onChange })
  }
  const clusters = follow(resources.cluster)
  const fitouts = follow(resources.fitout)
  const clusterFitouts = follow(resources.clusterFitout)
  const all = [clusters, fitouts, clusterFitouts]
  return {
    lists: () =>
      all.every(one => one.state().synced)
        ? { clusters: clusters.list(), fitouts: fitouts.list(), clusterFitouts: clusterFitouts.list() }
        : undefined,
    silentSince: () => {
      const broken = all
        .map(one => one.state())
        .filter(({ phase, lastError }) => phase === 'Broken' || lastError !== undefined)
      const first = Math.min(...broken.map(({ since }) => since))
      return broken.length > 0 && clock.now() - first > SILENCE_MS ? first : undefined
    },
    stop: async () => void (await Promise.all(all.map(one => one.stop()))),
  }
}
