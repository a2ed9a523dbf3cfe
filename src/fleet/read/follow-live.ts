import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import type { FleetScope } from '../../domain/fleet/within-scope.ts'
import type { Link } from '../link/link.ts'
import { buildSnapshot } from './build-snapshot.ts'
import { type FollowedLists, followLists } from './follow-lists.ts'
import { readFleet } from './read-live.ts'
import { seeControllers } from './see-controllers.ts'

/** Changes come in flocks: one picture for all of them. */
const BATCH_MS = 100
/** Without a change there is a picture as often: someone has to notice that the controller died. */
const QUIET_MS = 30_000

/** A fleet that is followed, and how well that goes. */
export interface FollowedFleet {
  readonly pictures: AsyncIterable<FleetSnapshot>
  /** Since when nothing is heard of the management cluster; undefined while all is well. */
  readonly silentSince: () => number | undefined
}

/** Follows the fleet of a management cluster: a picture now, and after each flock of changes. */
export function followLive(link: Link, scope: FleetScope, signal: AbortSignal): FollowedFleet {
  let followed: FollowedLists | undefined
  const onFollowed = (lists: FollowedLists) => void (followed = lists)
  return {
    pictures: pictures(link, scope, { signal, onFollowed }),
    silentSince: () => followed?.silentSince(),
  }
}

interface Following {
  readonly signal: AbortSignal
  /** Told when following begins. */
  readonly onFollowed: (followed: FollowedLists) => void
}

async function* pictures(
  link: Link,
  scope: FleetScope,
  { signal, onFollowed }: Following,
): AsyncIterable<FleetSnapshot> {
  // Read once first: whoever may not, or reaches nobody, is told so; following would try for ever.
  yield await readFleet(link, scope)
  let wake = new AbortController()
  const followed = followLists(link, scope, () => wake.abort())
  onFollowed(followed)
  try {
    while (!signal.aborted) {
      await link.clock.sleep(QUIET_MS, AbortSignal.any([wake.signal, signal]))
      await link.clock.sleep(BATCH_MS, signal)
      wake = new AbortController()
      const lists = followed.lists()
      if (signal.aborted || !lists) continue
      const seen = await seeControllers(link, lists.clusters)
      yield buildSnapshot(lists, { now: link.clock.now(), scope, seen })
    }
  } finally {
    await followed.stop()
  }
}
