import { resources } from '../../controller/world/resources.ts'
import type { FleetScope } from '../../domain/fleet/within-scope.ts'
import { instantOf } from '../../domain/plan/step-status.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import { controllerNote } from './controller-note.ts'
import { callManagement } from '../link/call-management.ts'
import type { FleetSource } from '../link/fleet-source.ts'
import { type FollowedFleet, followLive } from './follow-live.ts'
import type { Link, LiveFleet } from '../link/link.ts'
import { readFleet } from './read-live.ts'

/** The fleet of a management cluster. */
export function liveFleet(link: Link): LiveFleet {
  return { link, source: scope => liveSource(link, scope), mayListAll: () => mayListAll(link) }
}

function liveSource(link: Link, scope: FleetScope): FleetSource {
  let followed: FollowedFleet | undefined
  return {
    read: options => readFleet(link, scope, options),
    follow: signal => {
      followed = followLive(link, scope, signal)
      return followed.pictures
    },
    note: fleet => {
      const since = followed?.silentSince()
      // Who hears nothing cannot tell whether the controller runs.
      if (since === undefined) return controllerNote(fleet)
      return `not connected since ${instantOf(since)}; the output is as of then`
    },
  }
}

async function mayListAll(link: Link): Promise<boolean> {
  const asked = { what: 'list clusters', right: 'list clusters' }
  return callManagement(link, asked, async () => {
    try {
      await link.management.list({ resource: resources.cluster }, { limit: 1 })
      return true
    } catch (error) {
      if (hasCode(error, 'Forbidden')) return false
      throw error
    }
  })
}
