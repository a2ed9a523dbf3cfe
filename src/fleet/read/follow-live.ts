import { resources } from '../../controller/world/resources.ts'
import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import type { FleetScope } from '../../domain/fleet/within-scope.ts'
import type { Resource } from '../../engine/api/api.ts'
import { followSelection, type Followed } from '../../engine/follow/follow-selection.ts'
import type { Link } from '../link/link.ts'
import { buildSnapshot } from './build-snapshot.ts'
import { readFleet } from './read-live.ts'
import { seeControllers } from './see-controllers.ts'

/** Changes come in flocks: one picture for all of them. */
const BATCH_MS = 100
/** Without a change there is a picture as often: someone has to notice that the controller died. */
const QUIET_MS = 30_000
/** A watch that breaks is fixed within seconds. */
const SILENCE_MS = 15_000

/** A fleet that is followed, and how well that goes. */
export interface FollowedFleet {
  readonly pictures: AsyncIterable<FleetSnapshot>
  /** Since when nothing is heard of the management cluster; undefined while all is well. */
  readonly silentSince: () => number | undefined
}

/** Follows the fleet of a management cluster: a picture now, and after each flock of changes. */
export function followLive(link: Link, scope: FleetScope, signal: AbortSignal): FollowedFleet {
  const followed: Followed[] = []
  return {
    pictures: pictures(link, scope, { signal, followed }),
    silentSince: () => silentSince(followed, link.clock.now()),
  }
}

interface Following {
  readonly signal: AbortSignal
  /** Filled when following begins. */
  readonly followed: Followed[]
}

async function* pictures(
  link: Link,
  scope: FleetScope,
  { signal, followed }: Following,
): AsyncIterable<FleetSnapshot> {
  // Read once first: whoever may not, or reaches nobody, is told so; following would try for ever.
  yield await readFleet(link, scope)
  let wake = new AbortController()
  const follow = (resource: Resource): Followed => {
    const selection = { resource, ...(scope.namespace === undefined ? {} : { namespace: scope.namespace }) }
    const { clock, random } = link
    const one = followSelection(link.management, selection, { clock, random, onChange: () => wake.abort() })
    followed.push(one)
    return one
  }
  const [clusters, fitouts, clusterFitouts] = [
    follow(resources.cluster),
    follow(resources.fitout),
    follow(resources.clusterFitout),
  ]
  try {
    while (!signal.aborted) {
      await link.clock.sleep(QUIET_MS, AbortSignal.any([wake.signal, signal]))
      await link.clock.sleep(BATCH_MS, signal)
      wake = new AbortController()
      // Half a fleet must not pass for a whole one: what is not listed yet would be gone.
      if (signal.aborted || !followed.every(one => one.state().synced)) continue
      const lists = {
        clusters: clusters.list(),
        fitouts: fitouts.list(),
        clusterFitouts: clusterFitouts.list(),
      }
      const seen = await seeControllers(link, lists.clusters)
      yield buildSnapshot(lists, { now: link.clock.now(), scope, seen })
    }
  } finally {
    await Promise.all(followed.map(one => one.stop()))
  }
}

function silentSince(followed: readonly Followed[], now: number): number | undefined {
  const broken = followed
    .map(one => one.state())
    .filter(({ phase, lastError }) => phase === 'Broken' || lastError !== undefined)
    .map(({ since }) => since)
  const first = Math.min(...broken)
  return broken.length > 0 && now - first > SILENCE_MS ? first : undefined
}
