import { readClusterFitout } from '../../domain/validation/read-fitout.ts'
import type { Health } from '../../domain/health/health.ts'
import type { StepStatus } from '../../domain/plan/step-status.ts'
import type { ObjectListResponse, ObjectRow } from '../api/object-list-response.ts'
import type { SeenFleet } from '../fleet/seen-fleet.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import { demandSeenCluster } from './cluster-answer.ts'

/** Which objects of a cluster are wanted. */
export interface ObjectQuestion {
  readonly health: string | undefined
  readonly step: string | undefined
  /** How many objects the pages before had. */
  readonly cursor: string | undefined
}

const PAGE = 100
const worstFirst: readonly Health[] = [
  'Failed',
  'NotFound',
  'Terminating',
  'InProgress',
  'Unknown',
  'Current',
]

/** The objects of the proofs of a cluster, worst first, as its ClusterFitout has them: at most ten of a step. */
export function objectListAnswer(
  view: SeenFleet,
  id: string,
  { health, step, cursor = '0' }: ObjectQuestion,
): ObjectListResponse {
  demandSeenCluster(view, id)
  if (!/^\d{1,6}$/.test(cursor))
    throw new HttpRefusal('BadRequest', 'cannot list objects: the cursor is not one')
  const all = stepsIn(view, id).flatMap(objectRows)
  const wanted = all
    .filter(
      row => (health === undefined || row.health === health) && (step === undefined || row.step === step),
    )
    .toSorted((a, b) => worstFirst.indexOf(a.health) - worstFirst.indexOf(b.health))
  const end = Number(cursor) + PAGE
  const counts = Map.groupBy(all, row => row.health)
  return {
    ...view.fresh,
    objects: wanted.slice(Number(cursor), end),
    counts: Object.fromEntries([...counts].map(([word, rows]) => [word, rows.length])),
    total: wanted.length,
    ...(end < wanted.length ? { cursor: String(end) } : {}),
  }
}

/** The steps of a cluster with what proves them: the fleet leaves that out where all is well. */
export function stepsIn(
  { clusterFitoutObject, clusterObject }: SeenFleet,
  id: string,
): readonly StepStatus[] {
  const object = clusterFitoutObject(id)
  const reading = object && readClusterFitout(object)
  const status = reading?.kind === 'valid' ? reading.clusterFitout.status : undefined
  const uid = status?.cluster?.uid
  // What is known of an earlier cluster of the same name is nothing about this one.
  const isOther = uid !== undefined && uid !== clusterObject(id)?.metadata.uid
  return isOther ? [] : (status?.steps ?? [])
}

/** The objects that were read for a step. */
export function objectRows({ name, evidence = [] }: StepStatus): readonly ObjectRow[] {
  return evidence.map(({ cluster, object: { namespace, ...object }, health, message }) => ({
    step: name,
    cluster,
    ...object,
    ...(namespace === undefined ? {} : { namespace }),
    health,
    ...(message === undefined ? {} : { message }),
  }))
}
