import type { ClusterFitoutStatus } from '../api/schema/cluster-fitout-schema.ts'
import { isEqual } from '../object/is-equal.ts'

const wording: ReadonlySet<string> = new Set(['message', 'evidence'])

/**
 * Whether a status says anything new besides its wording: another state, reason, time or step.
 *
 * Which replica is still missing changes every second while all goes well; nobody acts on it, and each write costs.
 */
export function isStatusChange(before: unknown, after: ClusterFitoutStatus): boolean {
  return !isEqual(before, after, wording)
}
