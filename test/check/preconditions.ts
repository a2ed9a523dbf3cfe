import { type History, type Line, describeCall, isManagementWrite, isUnread } from './history/line.ts'
import { type Violation, breach } from './violation.ts'

type Demand = (line: Line) => readonly string[]

/** What writes must insist on, so that a change in between gives a conflict instead of a wrong write. */
const demands: readonly Demand[] = [clusterWithoutVersion, deletionWithoutUid, updateWithoutVersion]

/** Finds writes that would hit another object, or another version, than the one that was decided on. */
export function checkPreconditions(history: History): readonly Violation[] {
  return history.filter(isManagementWrite).flatMap(line => {
    if (isUnread(line)) return []
    const missing = [...new Set(demands.flatMap(demand => demand(line)))]
    if (missing.length === 0) return []
    return breach('preconditions', line, `${describeCall(line)} does not name ${missing.join(' and ')}`)
  })
}

// Gates above all: nobody but the Cluster that was proven may get one.
function clusterWithoutVersion({ resource, subresource, op, uid, rv }: Line): readonly string[] {
  if (resource !== 'clusters' || subresource !== undefined || op === 'delete') return []
  return [...(uid === undefined ? ['uid'] : []), ...(rv === undefined ? ['resourceVersion'] : [])]
}

function deletionWithoutUid({ op, uid }: Line): readonly string[] {
  return op === 'delete' && uid === undefined ? ['uid'] : []
}

function updateWithoutVersion({ op, rv }: Line): readonly string[] {
  return op === 'update' && rv === undefined ? ['resourceVersion'] : []
}
