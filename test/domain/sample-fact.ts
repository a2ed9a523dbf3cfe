import type { ClusterFitout, ClusterFitoutStatus } from '../../src/domain/api/schema/cluster-fitout-schema.ts'
import { NOON } from './sample-facts.ts'
import { type NotificationFact, factOf } from '../../src/domain/notify/fact.ts'

const at = '2026-11-16T12:00:00Z'
const ready = { type: 'Ready', reason: 'Some', message: 'All steps are ready', lastTransitionTime: at }
const stalled = { ...ready, type: 'Stalled', status: 'True' as const }

/** For tests: a ClusterFitout with this status. */
export function aClusterFitout(
  status: ClusterFitoutStatus,
  metadata: Partial<ClusterFitout['metadata']> = {},
): ClusterFitout {
  return {
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'ClusterFitout',
    metadata: { name: 'blue', namespace: 'prod', uid: 'uid-blue', ...metadata },
    spec: { fitout: 'eks' },
    status: { fitout: { name: 'eks', uid: 'uid-eks', generation: 2 }, ...status },
  }
}

/** For tests: what a cluster says that lacks a key. */
export function heldStatus(parts: Partial<ClusterFitoutStatus> = {}): ClusterFitoutStatus {
  return {
    state: 'Held',
    cause: {
      reason: 'HandOverKeyMissing',
      message: 'Secret "blue-eks" lacks key "queue"',
      step: 'karpenter',
      actor: 'Git',
      next: 'Add the key: kubectl edit secret blue-eks',
      since: at,
    },
    conditions: [{ ...ready, status: 'False' }, stalled],
    ...parts,
  }
}

/** For tests: what a cluster says that is ready since noon, or since then. */
export function readyStatus(since = at): ClusterFitoutStatus {
  return { state: 'Ready', conditions: [{ ...ready, status: 'True', lastTransitionTime: since }] }
}

/** For tests: a fact at noon. */
export function aFact(
  status: ClusterFitoutStatus,
  metadata: Partial<ClusterFitout['metadata']> = {},
): NotificationFact {
  const fact = factOf(aClusterFitout(status, metadata), NOON)
  if (!fact) throw new Error('there is no fact in it')
  return fact
}
