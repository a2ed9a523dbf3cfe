import type { FleetCluster } from '../../domain/fleet/fleet-snapshot.ts'
import { isReached, type WaitGoal } from '../../domain/fleet/wait-goal.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { jsonDocument } from '../io/json-document.ts'

/** What was told of each cluster; undefined of one that is not there. */
export type ClusterResult = Map<string, FleetCluster | undefined>

/** How the waiting ended. */
export interface Waited {
  readonly code: ExitCode
  readonly ids: readonly string[]
  readonly told: ClusterResult
}

/** The end of the waiting, for programs. */
export function waitDocument(text: string, goal: WaitGoal, { code, ids, told }: Waited): string {
  const result = code === 0 ? 'reached' : code === 3 ? 'timedOut' : 'failed'
  const clusters = ids.map(id => {
    const found = told.get(id)
    const reached = told.has(id) && isReached(goal, found)
    if (!found) return { cluster: id, reached }
    const { state, step, cause } = found
    return {
      cluster: id,
      reached,
      state,
      ...(step === undefined ? {} : { step }),
      ...(cause === undefined ? {} : { cause: { reason: cause.reason, message: cause.message } }),
    }
  })
  return jsonDocument('WaitResult', { for: text, result, clusters })
}
